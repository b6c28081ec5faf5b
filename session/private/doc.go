// Package private handles files that belong to this user alone. It makes private directories and
// refuses those that another user could have prepared; it opens regular files without blocking, and
// refuses everything else; it replaces files atomically; and it locks files against other
// processes. It knows nothing of the files' content.
//
// All of dormer locks and replaces files with this package. gofrs/flock gives no access to the file
// that it locks, in which dormer writes who holds it, and google/renameio does not sync the
// directory, so both are done here, in a few lines.
package private
