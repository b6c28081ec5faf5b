// Package template reads and writes templates: TOML files that describe tabs with their panes.
// docs/templates.md says what can be in one.
//
// [Parse] reads a file into a [Template], or lists everything that is wrong in it with its
// place. [Template.Plan] makes the one action that opens it. [Of] makes a template of what is
// open in a workspace, and [Template.Encode] its file.
//
// The package reads no files and starts nothing: it is given the content of a file, and asks
// whether directories exist. A template that was read is complete: its directories are
// absolute, no split is within one of the same axis, and each tab has one pane with the focus.
package template
