// Package template reads and writes templates: TOML files of tabs, with the panes in
// them, that open as they are described. See docs/templates.md for what a file may
// say.
//
// [Parse] makes a [Template] of a file, or says of everything that is wrong in it
// where it stands and which name was meant perhaps. [Template.Plan] makes of that
// the one action that opens it; [Of] makes a template of what a workspace shows, and
// [Template.Encode] the file.
//
// It reads no files and starts nothing: it is given what is in a file, and asks
// whether directories are there. A template that was read is whole: its directories
// are absolute, no split is within one of the same axis, and each tab has one pane
// with the focus.
package template
