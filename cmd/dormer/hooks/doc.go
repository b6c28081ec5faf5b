// Package hooks runs commands of the user's when something happens to a session or a
// workspace, with the event as JSON on their standard input.
//
// It knows events ([dormer/session/follow.Event]) and commands, and neither the program nor
// where events come from. Nothing waits for a hook: few run at once, each for a bounded
// time, a bounded number waits, and further ones are dropped and reported.
package hooks
