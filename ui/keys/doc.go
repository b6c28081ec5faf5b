// Package keys defines keys and mouse events, their names in a keymap, and their
// encodings for programs in panes.
//
// It is pure: values in, bytes out. It does not know where keys come from
// (ui/input), what they are bound to (ui/bind), or what a pane is.
//
// # Encodings
//
// The encoding of a key depends only on the child, through the modes of
// its screen ([dormer/session/grid.Modes]), not on the outer terminal:
//
//   - legacy, the default: the tables of a PC-style xterm, from "XTerm Control
//     Sequences" (ctlseqs) and the legacy tables of the kitty document;
//   - modifyOtherKeys 1 and 2: CSI 27 ; modifiers ; code ~, from "XTerm - Modified
//     Keys" (modified-keys.html and modified-keys-us-pc105.html);
//   - the kitty keyboard protocol with any of its flags 1, 2, 4, 8 and 16: CSI u,
//     from "Comprehensive keyboard handling in terminals". It has priority over
//     modifyOtherKeys if a child asked for both.
//
// # Invariants
//
// A key that the child's encoding cannot express falls back to the nearest sequence that
// xterm would send, or to nothing; it never becomes a sequence that the child did
// not ask for. Releases are sent only under kitty's flag 2. Functions that
// encode append to dst, and return it unchanged if there is nothing to send.
//
// # Coordinates
//
// Mouse positions are zero-based cells within the pane.
package keys
