// Package attention has the values for sessions that ask for the user's attention: reasons, marks,
// the inbox, and notifications for the outer terminal.
//
// A session asks for attention for a [Reason] until its pane has had the focus ([Asks]). A mark is
// one character, for such a reason or for the state of the process; of several the most urgent is
// shown ([MostUrgent]). The [Inbox] lists events of sessions that nobody looked at. Agents that
// wait are not in the inbox but in a queue, which follows from their states; one can be put off
// ([PutOff]). [Notifications] limits how often the outer terminal is notified.
//
// The package is pure: it is told what happened, when, and whether somebody looked. It does not
// know which sessions exist, what is on the screen, or how marks look.
package attention
