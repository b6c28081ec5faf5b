// Package dialog is what lies over the panes and has the keyboard: lists to search in
// ([Finder]), menus, prompts, questions, the help, the letters of links and the numbers of
// panes; and [Hints], which show the keys that can follow.
//
// A [Dialog] is a value with verbs. A key, a paste or a click goes in, and a [Result] comes
// out: whether the dialog stays or closes, and what it asks for. A dialog is given what it
// lists, or asks for it through a small interface ([Source], [MenuSource]) when it may have
// changed.
//
// The package does not know the model, the connections of sessions, or the painter. It carries
// nothing out, and its pictures of sessions are rectangles with an id ([Preview]). Package ui
// fills the dialogs and does what they ask for.
//
// Invariants:
//
//   - Every dialog can be drawn on a screen of any size, even of one cell, and shows what is
//     selected or typed.
//   - A key that a dialog does not know does nothing or is passed on; it never reaches
//     something that it was not meant for.
//   - The mouse hits a dialog where it was drawn last.
//
// Styles, borders and joins are lipgloss', fields, scrolling and feet bubbles'; what they
// render is made cells by ultraviolet, in [dormer/ui/screen]. Some things are not theirs.
// The upper and the lower line of a frame are drawn here, for lipgloss puts no words into
// a border. A list is not that of bubbles, which filters by other rules than ours and
// lists no trees; nor are its rows lipgloss' table or tree, which draw all of their rows
// where twenty of a thousand are seen. The field of text shows its own window, for the
// view of bubbles' counts code points where columns are meant.
//
// Coordinates are zero-based cells of the outer terminal, ranges half-open.
package dialog
