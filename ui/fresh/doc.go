// Package fresh writes a file that the user named, and never overwrites an existing one, so that a
// mistyped name does no harm.
//
// Dormer's own files are written by [dormer/session/private], with more protection against crashes.
package fresh
