// Package dialog is what lies over the panes and takes the keyboard: lists in which one
// finds something ([Finder]), menus, prompts, questions, the help, the letters of links
// and the numbers of panes; and [Hints], which show what can follow a key.
//
// A [Dialog] is a value with verbs: a key, a paste or a click goes in, a [Result] comes
// out, which says whether the dialog stays or closes and what it asks for. What a dialog
// lists it is given, or it asks for it through a small interface ([Source], [MenuSource])
// whenever it may have changed.
//
// The package refuses to know the model, the connections of sessions, and the painter:
// it does nothing that it is asked for itself, and its pictures of sessions are
// rectangles with an id ([Preview]). Package ui fills the dialogs and does what they ask
// for.
//
// These hold:
//
//   - Each dialog can be drawn on a screen of any size, of one cell too, and shows there
//     what is selected or typed.
//   - A key that a dialog does not know does nothing, or is passed on: none is lost to
//     something that it was not meant for.
//   - Where a dialog was drawn last is where the mouse hits it.
//
// Coordinates are zero-based cells of the outer terminal, ranges half-open.
package dialog
