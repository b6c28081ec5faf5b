// Package input decodes the input from the outer terminal into events: keys, text, the
// mouse, pastes, focus, and the terminal's answers to queries.
//
// A [Decoder] is pure: bytes in, events out, in chunks of any size; it keeps an
// incomplete sequence until the rest arrives. [Read] is the loop around it that reads a terminal
// and decides by a timeout that the rest will not arrive. The package does not know what a key is
// bound to, what a pane is, or who sent the queries.
//
// Single keys are parsed by ultraviolet, the parser of bubbletea. Our own code finds the end of
// each sequence and corrects what the parser gets wrong:
// alternate keys, modifier parameters that are zero, the function keys of the
// Linux console, cursor reports that look like F3. The rest of bubbletea's reader
// is not used: it holds a paste in memory until its end, drops bytes in it
// that are not UTF-8, and sends one message for every typed character.
//
// # Invariants
//
//   - Every byte becomes part of exactly one event, or of a sequence that is
//     known and ignored. Text and pastes are passed on byte for byte, valid
//     UTF-8 or not.
//   - An answer of the terminal never becomes a key, however it is split.
//   - The split into chunks does not matter: the same bytes give the same events, except for
//     where a run of text or a paste is divided, and for decisions by a timeout.
//   - Memory is bounded: no event holds more than 64 KiB, and the decoder keeps no
//     more than 4 KiB of an incomplete sequence.
//
// A paste without an end mark ends after a timeout, or it would swallow all later keys. A chunk of
// text that then arrives and is too large to be typed is taken for the rest of the paste, so that
// its lines are not run.
//
// ESC is both a key and the start of a sequence; bytes in the same chunk, or before the timeout,
// belong to the sequence. Two in a row are two presses of Escape,
// not Alt-Escape: the legacy bytes of both are the same. ESC before a function key
// means Alt (rxvt). The cursor report CSI 1 ; n R with n from 2 to 16 is decoded as F3
// with modifiers: ask for the cursor with DECXCPR (CSI ? 6 n), whose answer is not
// ambiguous. Bytes of 0x80 and above that are not UTF-8 are text, never C1 controls.
//
// # Coordinates
//
// Mouse positions are zero-based cells of the outer terminal. The parameters of a
// [Reply] are unchanged, and so one-based if the terminal's are.
package input
