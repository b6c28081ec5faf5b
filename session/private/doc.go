// Package private makes directories that belong to this user alone, refuses those
// that somebody else could have prepared, and has the disk keep them. It opens the files
// in them, which never waits, and refuses what is no regular file. It knows nothing of
// what is in them.
package private
