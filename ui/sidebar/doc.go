// Package sidebar draws the tree of the workspace as a column beside the panes, for those
// who want to see it all the time. It is given the tree's lines, and keeps which of them is
// the first one shown. Whether the sidebar is open, and how wide it is, the user's habits
// say.
//
// The package is pure. Lines have SGR.
package sidebar
