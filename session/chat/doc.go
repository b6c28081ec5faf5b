// Package chat keeps one conversation with an agent that speaks the Agent Client Protocol (ACP).
//
// A [Conversation] starts the agent on pipes, asks it, and does what the agent asks for: files and
// commands within its directory, and permissions, which the user answers. Everything that happens is
// an [Event] with a number. The events are kept in a transcript, and whoever shows the conversation
// reads them from there: the pane ([Conversation.Read]) and the clients of a private socket
// ([Serve], [Dial]). A reader has a place in the transcript and no queue, so one that is slow or
// stopped holds up nobody.
//
// The package draws nothing and knows no terminal. What it refuses to know as well: panes, the
// workspace, configuration. Text of an agent is kept as it came; whoever shows it removes what a
// terminal or a browser would act on.
//
// # Invariants
//
//   - The numbers of events begin at 1 and only grow, also across restarts.
//   - An event is in the transcript before anybody sees it. A torn last line, of a process that was
//     killed, is dropped.
//   - At most one turn runs. It ends with one event, also when the agent dies or dormer was killed.
//   - A permission is answered once: by an option that was offered, or as cancelled.
//   - An agent that sends faster than events are written waits. An agent that does not read holds
//     up nothing but itself.
//
// # The socket
//
// JSON-RPC 2.0, one object a line, at most 1 MB each:
//
//	prompt {text}             {seq} of the user's message
//	cancel {}                 {}
//	answer {request, option}  {}
//	permissions {}            {permissions} that the agent waits for, the oldest first
//	subscribe {from}          {seq} of the newest event; then notifications "event", each with an
//	                          event, of all events after from
//
// A subscriber that does not read is dropped. It comes back with the last number that it saw.
package chat
