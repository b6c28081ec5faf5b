// Package attention is what waits for the user: why sessions ask to be looked at, the marks that
// say so, the inbox, and what the outer terminal is told.
//
// A session asks for a [Reason] until its pane has had the focus ([Asks]). A mark is one
// character, for what a session asks for or for the state of its process; of several the most
// urgent is shown ([MostUrgent]). The [Inbox] lists what happened in sessions that nobody looked
// at. Agents that wait are a queue instead, which is found from what they do; one can be put off
// ([PutOff]). [Notifications] spaces out what the outer terminal is told.
//
// The package is pure: it is told what happened, when, and whether somebody looked. It does not
// know which sessions exist, what is on the screen, or how marks look.
package attention
