// Package checkup looks for problems around dormer, for dormer doctor: in directories,
// workspaces' documents, sessions and their hosts, and the terminal. Each problem comes
// with what to do about it.
//
// It starts nothing and changes nothing, except the permissions of directories of
// dormer's own that others could read. It takes no lock, so a workspace that is open can
// be checked.
package checkup
