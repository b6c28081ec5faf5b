// Package textsearch manages a search for a text in all sessions: the pending hosts, the matches
// and the progress. The hosts search in parallel, and their matches are listed as they arrive.
//
// The package is pure: it reaches the hosts through [Sessions].
package textsearch
