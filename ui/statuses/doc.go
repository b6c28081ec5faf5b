// Package statuses keeps the statuses of sessions, in the words of dormer ps, while something on
// the screen shows them, and says when to look again.
//
// It does not know who looks, what is shown and how the program is woken. While no statuses are
// shown, nothing is looked at or kept. At most one look is under way.
package statuses
