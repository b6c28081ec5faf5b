// Package labels says what is written about the sessions of a workspace around their panes:
// marks, titles, labels of tabs, the pieces of the status line that count what waits, and
// what lists tell of a session.
//
// It is given the workspace, the settings, the theme, and what is known of each session
// ([Session]). Where there is how much room, and how pieces are laid out in it, is
// [dormer/ui/bars]'s business.
//
// The package is pure. It knows neither connections nor replicas of sessions.
package labels
