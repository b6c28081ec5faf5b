// Package conformance reads the small cases that say what a terminal does, each with
// the source that says so. The tests of session/vt play them to the emulator, a story
// in a pane of the running program; this package knows neither.
//
// A case is a name and lines of the form "key: value":
//
//	== backspace does not wrap by itself
//	source: ECMA-48 8.3.5; esctest BS.NoWrapByDefault
//	size: 24x80
//	in: \e[3;1H\b
//	cursor: 3,1
//
// in (any number of lines, joined) is what the child writes, with Go's escapes and
// \e for ESC. After it come, as far as they matter: lines between bars, the
// screen's first rows without the blanks at their right ends, or after "rect:
// top,left" the cells from that place on, blanks included; cursor, row and column
// counted from 1; reply, all that was answered; title and icon. The size is 24x80
// unless a case says otherwise. Lines that begin with # say why.
package conformance
