// Package dialog draws the boxes over the panes and handles their input: searchable lists
// ([Finder]), menus, prompts, questions, the help, letters for links and numbers for
// panes; and [Hints], which list the keys that can follow.
//
// A [Dialog] takes a key, a paste or a click and returns a [Result]: whether the dialog
// stays or closes, and what it asks for. The items of a dialog are passed to it, or it gets them
// through a small interface ([Source], [MenuSource]) when they may have changed.
//
// The package does not know the model, the connections of sessions, or the painter. It has no
// side effects, and its pictures of sessions are rectangles with an id ([Preview]). Package ui
// fills the dialogs and carries out their results.
//
// Invariants:
//
//   - Every dialog can be drawn on a screen of any size, even of one cell, and shows the
//     selection or the typed text.
//   - A key that a dialog does not know does nothing or is passed on; it never reaches
//     something that it was not meant for.
//   - The mouse uses the position where the dialog was last drawn.
//
// Styles, borders and joins come from lipgloss; fields, scrolling and key help from bubbles;
// ultraviolet turns their output into cells, in [dormer/ui/screen]. Three things are our own.
// The top and bottom lines of a frame, because lipgloss puts no text into a border. Lists,
// because the list of bubbles filters by other rules and has no trees, and the table and the
// tree of lipgloss draw all rows even if only twenty of a thousand are visible. The visible
// part of a text field, because that of bubbles counts code points instead of columns.
//
// Coordinates are zero-based cells of the outer terminal, ranges half-open.
package dialog
