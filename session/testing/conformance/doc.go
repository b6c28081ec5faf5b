// Package conformance reads small test cases for the behaviour of a terminal, each with the
// source that demands it. The tests of session/vt play them to the emulator, a story in a
// pane of the running program; this package knows neither.
//
// A case is a name and lines of the form "key: value":
//
//	== backspace does not wrap by itself
//	source: ECMA-48 8.3.5; esctest BS.NoWrapByDefault
//	size: 24x80
//	in: \e[3;1H\b
//	cursor: 3,1
//
// in (any number of lines, joined) is the child's output, with Go's escapes and \e for
// ESC. After it come the expectations, as far as they matter: lines between bars, the
// screen's first rows without the blanks at their right ends, or after "rect: top,left"
// the cells from that position on, blanks included; cursor, row and column counted from 1;
// reply, all answers; title and icon. The size is 24x80 unless a case sets another. Lines
// that begin with # are reasons.
//
// A talk ([ReadTalks]) is a test of a public suite: its writes and the wanted answers, step
// by step, since it asks in between and leaves the terminal to the next. Its lines are:
//
//	class BS                        the suite's class of the tests that follow
//	let side = \e[?69h\e[5;10s     {side} stands for the text, in this file
//	== Basic                        a test: BSTests.test_BS_Basic
//	not: asks for the title         why it does not hold here; known: where xterm's does not
//	> \e[3;3H\b                    output; {H}, {W-1}: sizes; {xW}: W times x
//	@ 3,2                           the reported cursor; _ is any row or column
//	[ 1,{W-1}                       cells from there on, each by its checksum;
//	|Xb·|                           · is an empty or blank cell
//	= \e[?6;5;1R                    all answers; ~ by a regular expression
//	mode: ?7                        can be set and reset, and reports its state
package conformance
