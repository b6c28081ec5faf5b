package keys

import (
	"strconv"
	"unicode/utf8"

	"dormer/session/grid"
)

// Button is a mouse button; the wheel's directions count as buttons.
type Button uint8

// Buttons. NoButton is motion without a button, or a release of an unknown button.
const (
	NoButton Button = iota
	ButtonLeft
	ButtonMiddle
	ButtonRight
	WheelUp
	WheelDown
	WheelLeft
	WheelRight
	ButtonBack
	ButtonForward
	Button10
	Button11
)

// WheelLines is the number of lines that one notch of the wheel scrolls.
const WheelLines = 3

// Wheel reports whether the button is a notch of the wheel: pressed, never released.
func (b Button) Wheel() bool { return b >= WheelUp && b <= WheelRight }

// MouseKind is the kind of a mouse event.
type MouseKind uint8

// Kinds of mouse events.
const (
	MousePress MouseKind = iota
	MouseRelease
	MouseMotion
)

// Mouse is one event of the mouse.
type Mouse struct {
	// X and Y are the column and row of the cell, zero-based.
	X, Y   int
	Button Button
	Kind   MouseKind
	Mod    Mod
}

// EncodeMouse appends a mouse event in the encoding that the child asked for. It appends nothing
// if the child did not ask for such events, or if the encoding cannot express the position: columns
// and rows above 223 in X10 encoding, 2015 in UTF-8 encoding. Source: ctlseqs, "Mouse Tracking".
func EncodeMouse(dst []byte, e Mouse, m grid.Modes) []byte {
	if !wanted(e, m.Mouse) || e.X < 0 || e.Y < 0 {
		return dst
	}
	code := buttonCode(e, m)
	switch m.MouseEncoding {
	case grid.MouseEncSGR:
		return appendSGR(dst, code, e.X+1, e.Y+1, e.Kind)
	case grid.MouseEncSGRPixels:
		x, y := e.X*grid.CellWidth+grid.CellWidth/2, e.Y*grid.CellHeight+grid.CellHeight/2
		return appendSGR(dst, code, x, y, e.Kind)
	case grid.MouseEncURXVT:
		dst = append(dst, "\x1b["...)
		dst = appendTriple(dst, code+32, e.X+1, e.Y+1)
		return append(dst, 'M')
	case grid.MouseEncUTF8:
		return appendUTF8Mouse(dst, code, e.X, e.Y)
	}
	return appendX10(dst, code, e.X, e.Y)
}

// wanted reports whether a mode includes an event.
func wanted(e Mouse, mode grid.MouseMode) bool {
	switch mode {
	case grid.MouseX10:
		return e.Kind == MousePress && e.Button >= ButtonLeft && e.Button <= ButtonRight
	case grid.MouseNormal:
		return e.Kind != MouseMotion && !wheelRelease(e)
	case grid.MouseButton:
		return (e.Kind != MouseMotion || e.Button != NoButton) && !wheelRelease(e)
	case grid.MouseAny:
		return !wheelRelease(e)
	}
	return false
}

func wheelRelease(e Mouse) bool { return e.Button.Wheel() && e.Kind != MousePress }

// buttonCode returns the button code of ctlseqs: the button, 32 for motion, and the modifiers. A
// release only names its button in the SGR encodings.
func buttonCode(e Mouse, m grid.Modes) int {
	code := 3
	switch {
	case e.Kind == MouseRelease && m.MouseEncoding != grid.MouseEncSGR &&
		m.MouseEncoding != grid.MouseEncSGRPixels:
	case e.Button >= ButtonBack:
		code = 128 + int(e.Button-ButtonBack)
	case e.Button >= WheelUp:
		code = 64 + int(e.Button-WheelUp)
	case e.Button >= ButtonLeft:
		code = int(e.Button - ButtonLeft)
	case e.Kind == MouseRelease:
		code = 0 // SGR cannot express the release of an unknown button
	}
	if e.Kind == MouseMotion {
		code += 32
	}
	if m.Mouse == grid.MouseX10 {
		return code
	}
	for _, mod := range []struct {
		held Mod
		bit  int
	}{{Shift, 4}, {Alt | Meta, 8}, {Ctrl, 16}} {
		if e.Mod&mod.held != 0 {
			code += mod.bit
		}
	}
	return code
}

func appendSGR(dst []byte, code, x, y int, kind MouseKind) []byte {
	dst = append(dst, "\x1b[<"...)
	dst = appendTriple(dst, code, x, y)
	if kind == MouseRelease {
		return append(dst, 'm')
	}
	return append(dst, 'M')
}

func appendTriple(dst []byte, code, x, y int) []byte {
	dst = strconv.AppendInt(dst, int64(code), 10)
	dst = append(dst, ';')
	dst = strconv.AppendInt(dst, int64(x), 10)
	dst = append(dst, ';')
	return strconv.AppendInt(dst, int64(y), 10)
}

// appendX10 appends each number plus 32 as a byte; positions are one-based.
func appendX10(dst []byte, code, x, y int) []byte {
	const limit = 255 - 32
	if x >= limit || y >= limit {
		return dst
	}
	return append(dst, esc, '[', 'M', byte(code+32), byte(x+33), byte(y+33))
}

// appendUTF8Mouse appends each number as a character of at most two bytes.
func appendUTF8Mouse(dst []byte, code, x, y int) []byte {
	const limit = 2047 - 32
	if x >= limit || y >= limit {
		return dst
	}
	dst = append(dst, "\x1b[M"...)
	dst = utf8.AppendRune(dst, rune(code+32))
	dst = utf8.AppendRune(dst, rune(x+33))
	return utf8.AppendRune(dst, rune(y+33))
}

// EncodeWheelAsArrows appends n presses of the up or down arrow, as the wheel sends to a
// full-screen child that did not ask for the mouse (DECSET 1007, "Alternate Scroll").
func EncodeWheelAsArrows(dst []byte, down bool, n int, m grid.Modes) []byte {
	k := Key{Code: Up}
	if down {
		k.Code = Down
	}
	for range n {
		dst = Encode(dst, k, m)
	}
	return dst
}
