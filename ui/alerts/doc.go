// Package alerts tells the user about events in sessions that nobody looks at.
//
// Events are bells, notifications, ends of commands and of processes, and changes of an agent's
// state. An event marks its session, adds an entry to the inbox ([attention.Inbox]), and notifies
// the outer terminal if that does not have the focus. Looking at the session ends that.
//
// [Alerts] changes the sessions of the program ([live.Set]) and returns the rest of the work as
// [News]. The screen and the user's configuration are passed in as [Env]. The package knows
// neither commands nor the screen.
package alerts
