package screen

import "strconv"

// unknown is an unknown cursor coordinate.
const unknown = -1

// moveTo brings the terminal's cursor to (y, x) by the shortest sequence.
func (r *Renderer) moveTo(y, x int) {
	switch {
	case y == r.y && x == r.x:
		return
	case y == r.y:
		r.out = appendColumn(r.out, r.x, x)
	case r.y != unknown && y > r.y && y-r.y <= 4 && x == 0:
		if r.x != 0 {
			r.out = append(r.out, '\r')
		}
		r.out = appendRepeated(r.out, '\n', y-r.y)
	case r.y != unknown && r.x == x:
		r.out = appendRow(r.out, r.y, y)
	default:
		r.out = appendPosition(r.out, y, x)
	}
	r.y, r.x = y, x
}

// appendColumn moves within a row: CR, BS, CUF (CSI Ps C), CUB (CSI Ps D) or CHA
// (CSI Ps G), whichever is shortest; from may be unknown.
func appendColumn(dst []byte, from, to int) []byte {
	if to == 0 {
		return append(dst, '\r')
	}
	n, final := to+1, byte('G')
	switch {
	case from == unknown:
	case from > to && from-to <= 3:
		return appendRepeated(dst, '\b', from-to)
	case from > to && digits(from-to) < digits(n):
		n, final = from-to, 'D'
	case from < to && (to-from == 1 || digits(to-from) < digits(n)):
		n, final = to-from, 'C'
	}
	return appendCSI(dst, n, final)
}

// appendRow moves within a column: LF if that is shorter (it never scrolls, because to is on the
// screen), CUU (CSI Ps A) or CUD (CSI Ps B).
func appendRow(dst []byte, from, to int) []byte {
	switch {
	case to > from && to-from <= 3:
		return appendRepeated(dst, '\n', to-from)
	case to > from:
		return appendCSI(dst, to-from, 'B')
	}
	return appendCSI(dst, from-to, 'A')
}

// appendPosition places the cursor: CUP, CSI Ps ; Ps H.
func appendPosition(dst []byte, y, x int) []byte {
	dst = append(dst, "\x1b["...)
	if y > 0 || x > 0 {
		dst = strconv.AppendInt(dst, int64(y)+1, 10)
	}
	if x > 0 {
		dst = strconv.AppendInt(append(dst, ';'), int64(x)+1, 10)
	}
	return append(dst, 'H')
}

// appendCSI appends CSI n final; a parameter of 1 is left out.
func appendCSI(dst []byte, n int, final byte) []byte {
	dst = append(dst, "\x1b["...)
	if n != 1 {
		dst = strconv.AppendInt(dst, int64(n), 10)
	}
	return append(dst, final)
}

func appendRepeated(dst []byte, c byte, n int) []byte {
	for range n {
		dst = append(dst, c)
	}
	return dst
}

// digits returns the number of bytes that n takes as a parameter; 1 takes none.
func digits(n int) int {
	switch {
	case n == 1:
		return 0
	case n < 10:
		return 1
	case n < 100:
		return 2
	case n < 1000:
		return 3
	}
	return 5
}
