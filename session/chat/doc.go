// Package chat keeps one conversation with an agent that speaks the Agent Client Protocol (ACP).
//
// A [Conversation] starts the agent on pipes, sends it prompts, and serves its requests: files and
// commands within its directory, and permissions, which the user answers. Everything that happens
// is an [Event] with a number. The events are stored in a transcript, and all viewers of the
// conversation read them from there: the pane ([Conversation.Read]) and the clients of a private
// socket ([Serve], [Dial]). A reader has a place in the transcript and no queue, so a slow or
// stopped one delays nobody.
//
// The package draws nothing. It does not know terminals, panes, the workspace or the configuration.
// An agent's text is stored unchanged; viewers must remove everything that a terminal or a browser
// would act on.
//
// # Invariants
//
//   - The numbers of events begin at 1 and only grow, also across restarts.
//   - An event is in the transcript before anybody sees it. An incomplete last line, left by a
//     killed process, is dropped.
//   - At most one turn runs. It ends with one event, even if the agent dies or dormer is killed.
//   - A permission is answered once: by one of its options, or as cancelled.
//   - An agent that sends faster than events are written has to wait. An agent that does not read
//     blocks only itself.
//
// # The socket
//
// JSON-RPC 2.0, one object per line, at most 1 MB each:
//
//	prompt {text, id}         {seq} of the user's message. One with an id, which may be left out,
//	                          is taken once: sent again, it is answered as before
//	cancel {}                 {}
//	answer {request, option}  {}
//	permissions {}            {permissions} that the agent waits for, the oldest first
//	settings {}               {settings} that can be chosen: the mode, the model, and others
//	choose {setting, choice}  {} when the agent works so
//	subscribe {from}          {seq} of the newest event; then notifications "event", each with an
//	                          event, of all events after from
//
// A subscriber that does not read is dropped. It may reconnect with the last number that it saw.
package chat
