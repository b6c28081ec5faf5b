// Package search finds a query in lines that are here: in a screen that is kept while
// its child goes on, or in what is kept of a session that has no host any more. The text
// of a running session is searched by its host.
//
// A [Finder] is given the characters of one line after another and finds what a host
// would find in them ([dormer/session/wire.Search]). It knows neither cells nor
// sessions, and does no input or output.
package search
