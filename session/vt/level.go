package vt

import (
	"fmt"
	"strings"
)

// operatingLevel is the conformance level that DECSCL has set. The zero value is a VT420
// at level 4 with 7-bit answers.
type operatingLevel struct {
	chosen   uint8 // a level, 0 for none
	vt520    bool  // the terminal is a VT520
	eightBit bool  // answers have C1 controls in one byte
}

// level returns the current conformance level, from 1 to 5: the VT100 to the VT520.
func (t *Terminal) level() int {
	if t.operating.chosen == 0 {
		return 4
	}
	return int(t.operating.chosen)
}

// setLevel sets the level and how C1 controls are sent, after a soft reset. As in xterm,
// the screen stays. If the first level that a program sets is 5, the terminal is a VT520
// until the next reset; otherwise it is a VT420, which has no level 5. DECSCL: CSI Ps ; Ps
// " p.
func (t *Terminal) setLevel(n, bits int) {
	vt520 := t.operating.vt520 || t.operating.chosen == 0 && n == 65
	if n < 61 || n > 65 || n == 65 && !vt520 {
		return
	}
	t.softReset()
	t.operating = operatingLevel{chosen: uint8(n - 60), vt520: vt520, eightBit: n > 61 && bits != 1}
}

// hasMode reports whether the current level has a private mode. All levels have those of
// xterm.
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

// levelReport returns the parameters of DECSCL that set the current level.
func (t *Terminal) levelReport() string {
	bits := 1
	if t.operating.eightBit {
		bits = 0
	}
	return fmt.Sprintf("%d;%d", 60+t.level(), bits)
}
