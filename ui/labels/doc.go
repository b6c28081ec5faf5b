// Package labels makes the texts that the UI shows about the sessions of a workspace: marks,
// titles of panes, labels of tabs, the parts of the status line that count sessions, and the
// descriptions in lists.
//
// Its input is the workspace, the settings, the theme, and what is known of each session
// ([Session]). [dormer/ui/bars] decides how much room each text has and where it goes.
//
// The package is pure. It does not know connections or replicas of sessions.
package labels
