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
// # What it refuses to know
//
// Nothing here reads a clock, makes an id, starts a process, draws, or writes a
// file: ids and times come in as fields of actions, and what is to happen outside
// goes out as effects, whose outcome comes back as actions. Whether a process
// lives is not known here, only where its session is. Colours, titles' widths,
// bars and borders around panes belong to whoever draws.
//
// # Invariants
//
// [Check] holds them all. The chief ones: the main view exists; every session has
// one record and is in exactly one place, a pane of one layout or one entry of the
// undo stack; its residency says which; the focused pane is a leaf of its tab; no
// split has fewer than two children or a child that splits the same axis. [Apply]
// keeps them for whatever action comes, and never touches the state it was given,
// so a state may be read, saved or drawn elsewhere meanwhile. [Prune] makes them
// hold of what a document brought.
//
// A record that nothing refers to is removed, and its process ended, in one place
// for all actions; so are the effects that show and hide sessions derived in one
// place, from where each was and is.
//
// # Coordinates
//
// Cells, zero-based, half-open: a rectangle has the columns X to X+W. A layout
// shares its area between panes and dividers only: between the children of a
// split lies one column (axis Row) or one row (axis Column) for the divider. A
// child's weight is its share; a change of layout writes the cells that each child
// has at that moment, so that what it does not touch keeps its size.
package workspace
