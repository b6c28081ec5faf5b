// Package template reads and writes templates: TOML files that describe tabs with their panes.
// docs/templates.md describes the format.
//
// [Parse] reads a file into a [Template], or returns every error in it with its place.
// [Template.Plan] makes the single action that opens the template. [Of] makes a template from the
// open tabs of a workspace, and [Template.Encode] writes it as a file.
//
// The package reads no files and starts nothing: the caller passes the content of a file, and a
// function that reports whether a directory exists. A parsed template is complete: its directories
// are absolute, no split contains a split of the same axis, and each tab has one pane with the
// focus.
package template
