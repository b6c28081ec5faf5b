// Package agent knows what coding agents are doing, and what they are.
//
// The state of an agent ([State]) is found from evidence: the end of its
// process, what it says by OSC 7501, what a hook or a plugin reports, its
// title, its notifications, its screen, and whether it prints. [Resolve] is a
// function over a table of such evidence. It returns the state, and for each
// piece of evidence why it won or lost.
//
// The catalogue ([Agent]) is data: how an agent is started, how it goes on with a
// conversation, what shows its state. [Agent.Launch] makes of it the arguments, variables and
// files of a launch, with hooks whose events [FromHook] understands. [Conversation] is what is
// kept of the one that an agent has, and changes only by the agent's word.
//
// A state is a fact about a session, like its title. It is no part of the
// session's lifecycle.
//
// The package is pure: values and functions, no files, sockets, goroutines or
// clocks. Times come in as arguments. Text that agents send is untrusted; what
// this package keeps of it is one line of printable characters.
package agent
