// Package statuses keeps how sessions are, in the words of dormer ps, for as long as
// something on the screen shows it, and says when to look again.
//
// It refuses to know who looks, what is shown and how the program is woken. While nothing
// shows statuses, nothing is looked at and nothing is kept. At most one look is under way.
package statuses
