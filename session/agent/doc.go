// Package agent describes coding agents and determines their states.
//
// The state of an agent ([State]) is determined from evidence: the end of its process, its reports
// by OSC 7501, reports of hooks or plugins, its title, its notifications, its screen, and whether
// it prints. [Resolve] is a function of a table of such evidence. It returns the state, and for
// each piece of evidence why it won or lost.
//
// The catalogue ([Agent]) is data: how an agent starts, how it continues a conversation, how its
// state is recognized. [Agent.Launch] turns it into the arguments, variables and files of a launch,
// with hooks whose events [FromHook] understands. [Conversation] is the saved record of an agent's
// conversation, and changes only by reports of the agent.
//
// A state is a fact about a session, like its title. It is not part of the session's lifecycle.
//
// The package is pure: values and functions, no files, sockets, goroutines or clocks. Times are
// arguments. Text from agents is untrusted; this package keeps one line of printable characters of
// it.
package agent
