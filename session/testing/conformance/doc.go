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
//
// A talk ([ReadTalks]) is a test of a public suite: what it says and wants to hear, step
// by step, since it asks in between and leaves the terminal to the next. Its lines are:
//
//	class BS                        the suite's class of what follows
//	let side = \e[?69h\e[5;10s     {side} is that, in this file
//	== Basic                        a test: BSTests.test_BS_Basic
//	not: asks for the title         why it does not hold here; known: where xterm's does not
//	> \e[3;3H\b                    what is written; {H}, {W-1}: sizes; {xW}: W times x
//	@ 3,2                           the cursor, asked for; _ is any row or column
//	[ 1,{W-1}                       cells from there on, each by its checksum;
//	|Xb·|                           · is one that is empty or blank
//	= \e[?6;5;1R                    all that was answered; ~ by a regular expression
//	mode: ?7                        can be set and reset, and says so
package conformance
