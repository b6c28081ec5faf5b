// Package search searches lines that this process has: a screen that is kept while its child
// continues, or the last screen of a session without a host. The text of a running session is
// searched by its host.
//
// A [Finder] is given the characters of one line after another, and finds the same matches as a
// host ([dormer/session/wire.Search]). It knows neither cells nor sessions, and does no input or
// output.
package search
