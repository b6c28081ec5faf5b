// Command fakeacp behaves like a coding agent that speaks the Agent Client Protocol, for tests. It
// keeps conversations below $HOME/.fake/acp and can load them. It needs no network.
//
// Each line of a prompt is a step:
//
//	say TEXT         it answers TEXT, in pieces
//	think TEXT       it thinks TEXT
//	plan A; B; C     it plans three steps, and does them
//	tool TITLE       it calls a tool
//	edit FILE TEXT   it replaces a file, and shows the diff
//	read FILE        it reads a file through dormer
//	write FILE TEXT  it writes a file through dormer
//	run COMMAND      it has dormer run a command
//	ask TEXT         it asks for permission, and reports the choice
//	mode ID          it changes its mode
//	model ID         it continues with another model
//	hold FILE        it waits until a file exists
//	stall            it waits until the turn is cancelled
//	finish           the same, and then it reports that the turn has ended by itself
//	deaf             it says so in a thought, and waits whether or not it is cancelled
//	fail TEXT        it answers with an error
//	die              it kills itself
//	exit TEXT        it prints TEXT to standard error, and exits with code 3
//	flood N          it sends N pieces of an answer as fast as it can
//	big N            it sends one piece of N bytes
//	garbage          it prints text that is no message, and a line of 11 MB
//	hostile          it sends control sequences in texts and names
//	raw LINE         it prints LINE, as if it were a message
//	lie              it sends forbidden messages: for other conversations, of unknown kinds,
//	                 without options
//
// It repeats anything else. With FAKE_ACP set to login it wants its user to log in first, with
// noload it can load no conversation, with models it offers models in the older form, with
// version it speaks another version of the protocol, and with silent it never answers.
package main
