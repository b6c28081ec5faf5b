// Package keys knows what a key and a mouse event are, what they are called in a
// keymap, and how a program that runs in a pane wants them written.
//
// It is pure: values in, bytes out. It refuses to know where keys come from
// (ui/input), what they are bound to (ui), and what a pane is.
//
// # Encodings
//
// Which bytes a key becomes is decided by the child alone, through the modes of
// its screen ([dormer/session/grid.Modes]), whatever the outer terminal speaks:
//
//   - legacy, the default: the tables of a PC-style xterm, from "XTerm Control
//     Sequences" (ctlseqs) and the legacy tables of the kitty document;
//   - modifyOtherKeys 1 and 2: CSI 27 ; modifiers ; code ~, from "XTerm - Modified
//     Keys" (modified-keys.html and modified-keys-us-pc105.html);
//   - the kitty keyboard protocol with any of its flags 1, 2, 4, 8 and 16: CSI u,
//     from "Comprehensive keyboard handling in terminals". It goes before
//     modifyOtherKeys where a child asked for both.
//
// # Invariants
//
// A key that the child's encoding cannot say falls back to the nearest that
// xterm would send, or to nothing; it never becomes a sequence that the child did
// not ask for. Releases become bytes only under kitty's flag 2. The functions that
// encode append to dst and return it unchanged where nothing is to be sent.
//
// # Coordinates
//
// Mouse positions are zero-based cells within the pane.
package keys
