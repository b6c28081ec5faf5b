// Package private keeps files that belong to this user alone. It makes private
// directories and refuses those that somebody else could have prepared; it opens regular
// files, which never waits, and refuses everything else; it replaces files atomically; and
// it locks files against other processes. It knows nothing of what is in the files.
//
// All of dormer locks and replaces files by this package. gofrs/flock gives no access to
// the file that it locks, in which dormer writes who has it, and google/renameio does not
// sync the directory, so both are done here, in a few lines.
package private
