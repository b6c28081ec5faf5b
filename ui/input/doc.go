// Package input turns what the outer terminal sends into events: keys, text, the
// mouse, pastes, focus, and the terminal's answers to our questions.
//
// A [Decoder] is pure: bytes in, events out, in any portions; it keeps an
// incomplete sequence until its rest has come. [Read] is the goroutine around it
// that reads a terminal and decides by the clock when a rest will not come. The
// package refuses to know what a key is bound to, what a pane is, and who asked
// the questions.
//
// Single keys are read by ultraviolet, the parser of bubbletea, behind a frame of
// our own that finds where a sequence ends and mends what the parser gets wrong:
// alternate keys, modifier parameters that are zero, the function keys of the
// Linux console, cursor reports that look like F3. The rest of bubbletea's reader
// is not used: it holds a paste in memory until its end, drops the bytes in it
// that are not UTF-8, and sends one message for every character typed.
//
// # Invariants
//
//   - Every byte becomes part of exactly one event, or of a sequence that is
//     known to mean nothing to us. Text and pastes come out byte for byte, valid
//     UTF-8 or not.
//   - An answer of the terminal is never a key, in how many pieces it may come.
//   - Portions do not matter: the same bytes give the same events, apart from where
//     a run of text or a paste is cut, and from what a time-out decides.
//   - Memory is bounded: no event holds more than 64 KiB, and the decoder keeps no
//     more than 4 KiB of an incomplete sequence.
//
// A paste whose end mark does not come is over after a time-out, or it would eat
// the keyboard for ever. Text that then comes in one portion too large for hands is
// taken for its rest, and is a paste again rather than lines to run.
//
// ESC is both a key and the start of a sequence; what follows in the same portion,
// or before the time-out, belongs to it. Two in a row are two presses of Escape,
// not Alt-Escape: the legacy bytes of both are the same. ESC before a function key
// is Alt with it (rxvt). The cursor report CSI 1 ; n R with n from 2 to 16 is F3
// with modifiers: ask for the cursor with DECXCPR (CSI ? 6 n), whose answer is not
// ambiguous. Bytes of 0x80 and above that are not UTF-8 are text, never C1 controls.
//
// # Coordinates
//
// Mouse positions are zero-based cells of the outer terminal. The parameters of a
// [Reply] are as they came: one-based where the terminal's are.
package input
