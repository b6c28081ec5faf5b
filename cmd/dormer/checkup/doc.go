// Package checkup looks for what is wrong with the surroundings of dormer, for
// dormer doctor: directories, workspaces' documents, sessions and their hosts, the
// terminal. Each finding that needs doing something about says what.
//
// It changes nothing, but for the permissions of a directory of dormer's own that
// others could read, and starts nothing. It takes no lock: a workspace that is open
// can be looked at.
package checkup
