// Package workspace is the pure model of what the user has open. The workspace
// is a value; things happen to it only as actions; IO is something it asks for.
//
// # Glossary
//
//   - workspace: everything one document holds.
//   - view: a named set of tabs; "main" always exists.
//   - tab: a layout of panes under one name.
//   - split: an inner node of a layout: an axis and weighted children.
//   - pane: a leaf of a layout; it shows one session.
//   - session: a shell, command or agent with a UUID; it outlives the program.
//   - axis: Row lays children out left to right, Column top to bottom.
//   - zoom: one pane of a tab fills the tab; the layout is kept.
//   - residency: where a session is in the workspace.
//   - action: a resolved change; its targets are explicit ids.
//   - effect: IO that a change asks for.
//
// # Coordinates
//
// Cells, zero-based, half-open. Between the children of a split lies one column
// (axis Row) or one row (axis Column) for the divider.
package workspace
