package vt

import (
	"fmt"
	"strings"
)

// operatingLevel is what DECSCL chose: the zero value is a VT420 at its level, 4, with
// 7-bit answers.
type operatingLevel struct {
	chosen   uint8 // a level, 0 for none
	vt520    bool  // the terminal is a VT520
	eightBit bool  // answers have C1 controls in one byte
}

// level is the conformance level in force, from 1 to 5: the VT100 to the VT520.
func (t *Terminal) level() int {
	if t.operating.chosen == 0 {
		return 4
	}
	return int(t.operating.chosen)
}

// setLevel chooses a level and how C1 controls are sent, after a soft reset; what
// stands on the screen stays, as in xterm. A program that begins with level 5 takes the
// terminal for a VT520 and has one until the next reset; to any other it is a VT420, as
// xterm is unless it is told otherwise, and level 5 is none that it has. DECSCL: CSI
// Ps ; Ps " p.
func (t *Terminal) setLevel(n, bits int) {
	vt520 := t.operating.vt520 || t.operating.chosen == 0 && n == 65
	if n < 61 || n > 65 || n == 65 && !vt520 {
		return
	}
	t.softReset()
	t.operating = operatingLevel{chosen: uint8(n - 60), vt520: vt520, eightBit: n > 61 && bits != 1}
}

// hasMode reports whether the level in force has a private mode; xterm's own are in
// all of them.
func (t *Terminal) hasMode(n int) bool {
	switch n {
	case 42: // DECNRCM
		return t.level() >= 2
	case 69: // DECLRMM
		return t.level() >= 4
	case 95: // DECNCSM
		return t.level() >= 5
	}
	return true
}

// to8Bit makes the C1 controls of an answer single bytes (S8C1T: ESC SP G).
var to8Bit = strings.NewReplacer("\x1b[", "\x9b", "\x1b]", "\x9d", "\x1bP", "\x90", "\x1b\\", "\x9c")

// levelReport is the parameters of DECSCL that lead to what is in force.
func (t *Terminal) levelReport() string {
	bits := 1
	if t.operating.eightBit {
		bits = 0
	}
	return fmt.Sprintf("%d;%d", 60+t.level(), bits)
}
