// Package sidebar draws the tree of the workspace in a column beside the panes. It gets the lines of
// the tree, and keeps the scroll position. Whether the sidebar is open, and how wide it is, is kept
// in [dormer/ui/habits].
//
// The package is pure. Its lines contain SGR sequences.
package sidebar
