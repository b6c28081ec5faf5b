// Package textsearch keeps a search for a text in all sessions: who was asked, what was
// found, and how far it is. The hosts search, all at the same time; what they find is listed
// as it comes.
//
// The package is pure: it asks through [Sessions].
package textsearch
