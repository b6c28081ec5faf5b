// Package workspace is the pure model of what the user has open. The workspace is a value. Only
// actions change it, and it asks for IO by returning effects.
//
// # Glossary
//
//   - workspace: the contents of one document.
//   - view: a named set of tabs; "main" always exists.
//   - tab: a layout of panes under one name.
//   - split: an inner node of a layout, with an axis and weighted children.
//   - pane: a leaf of a layout; it shows one session.
//   - session: a shell, command or agent with a UUID; it outlives the program.
//   - axis: Row lays children out left to right, Column top to bottom.
//   - zoom: one pane of a tab fills the tab; the layout is kept.
//   - residency: where a session is in the workspace.
//   - action: a resolved change; its targets are explicit ids.
//   - effect: IO that a change asks for.
//
// # Out of scope
//
// The package does not read a clock, make ids, start processes, draw, or write files. Ids and
// times are fields of actions. IO goes out as effects, and its outcome comes back as actions.
// The package knows where a session is, but not whether its process lives. Colours, widths of
// titles, bars and borders around panes belong to the code that draws.
//
// # Invariants
//
// [Check] verifies them all. The most important ones:
//
//   - The main view exists.
//   - Every session has one record. It is in exactly one place: in a pane of one layout, or in
//     one entry of the undo stack. Its residency says which.
//   - The focused pane is a leaf of its tab.
//   - A split has at least two children, and none of them splits the same axis.
//
// [Apply] keeps the invariants for every action. It never changes the state that it is given,
// so that state may be read, saved or drawn at the same time. [Prune] establishes the
// invariants for a state that was read from a document.
//
// One function removes the records that nothing refers to and ends their processes, for all
// actions. In the same way one function derives the effects that show and hide sessions, from
// where each session was and is.
//
// # Coordinates
//
// Coordinates are zero-based cells, and ranges are half-open: a rectangle has the columns X to
// X+W. A layout divides its area among panes and dividers only. Between two children of a split
// there is one column (axis Row) or one row (axis Column) for the divider. The weight of a
// child is its relative share. A change of layout sets the weights to the numbers of cells that
// the children have at that moment, so that panes it does not concern keep their size.
package workspace
