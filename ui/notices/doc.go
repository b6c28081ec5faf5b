// Package notices keeps what the status line says: the sentence that is shown, those that
// wait for its end, and those that were shown.
//
// The package is pure: what time it is, it is told.
package notices
