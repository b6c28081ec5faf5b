// Package alerts tells the user what happens in sessions that nobody looks at.
//
// It is told of bells, notifications, ends of commands and of processes, and of what agents do. A
// session in which something happened is marked, the inbox gets an entry ([attention.Inbox]), and
// the outer terminal is told if it does not have the focus. Looking at a session ends that.
//
// [Alerts] changes the sessions of the program ([live.Set]) and returns what else is to be done as
// [News]. What the user sees just then and has configured is passed in as [Around]. The package
// knows neither commands nor the screen.
package alerts
