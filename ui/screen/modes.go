package screen

import (
	"strconv"

	"dormer/session/grid"
)

// Pairs of sequences that turn something on and off. Sources: xterm's control sequences
// (ctlseqs), the kitty keyboard protocol, and the specifications of modes 2026, 2027 and
// 2031.
const (
	titlePush, titlePop         = "\x1b[22;0;0t", "\x1b[23;0;0t" // XTWINOPS
	altScreenOn, altScreenOff   = "\x1b[?1049h", "\x1b[?1049l"
	wrapOff, wrapOn             = "\x1b[?7l", "\x1b[?7h" // DECAWM
	pasteOn, pasteOff           = "\x1b[?2004h", "\x1b[?2004l"
	focusOn, focusOff           = "\x1b[?1004h", "\x1b[?1004l"
	clustersOn, clustersOff     = "\x1b[?2027h", "\x1b[?2027l"
	schemesOn, schemesOff       = "\x1b[?2031h", "\x1b[?2031l"
	otherKeysOn, otherKeysOff   = "\x1b[>4;2m", "\x1b[>4m" // XTMODKEYS
	kittyPop                    = "\x1b[<u"
	stringEnd, styleOff         = "\x1b\\", "\x1b[m" // ST, SGR
	marginsOff, syncOff         = "\x1b[r", "\x1b[?2026l"
	cursorOff, cursorOn         = "\x1b[?25l", "\x1b[?25h" // DECTCEM
	shapeOff                    = "\x1b[0 q"               // DECSCUSR
	mouseSGROn, mouseSGROff     = "\x1b[?1006h", "\x1b[?1006l"
	linkOff, clear2             = "\x1b]8;;\x1b\\", "\x1b[2J"
	mouseNormalOn, mouseDragOn  = "\x1b[?1000h", "\x1b[?1002h"
	mouseAnyOn, mouseAnyOff     = "\x1b[?1003h", "\x1b[?1003l"
	mouseDragOff, mouseNormalOf = "\x1b[?1002l", "\x1b[?1000l"
)

// questions ask for the terminal's identity and capabilities; the answers go to
// [Terminal.Answer]. DA1 is last, because every terminal answers it.
const questions = "\x1b[?u" + // kitty keyboard flags
	"\x1b[>q" + // XTVERSION
	"\x1b[?2026$p\x1b[?2027$p\x1b[?2031$p" + // DECRQM
	widthQuestion +
	colorQuestions +
	statusQuestion +
	"\x1b[c" // DA1

// widthQuestion asks how many columns an ambiguous character takes: it draws one in the corner
// and asks for the position of the cursor (DECXCPR, whose answer cannot be confused with a key).
const widthQuestion = "\x1b[H○\x1b[?6n\r\x1b[K"

// colorQuestions ask for the terminal's own colours: the default ones and the
// cursor's, and the first sixteen, each by itself, because not every terminal takes
// several in one.
const colorQuestions = "\x1b]10;?\x1b\\\x1b]11;?\x1b\\\x1b]12;?\x1b\\" +
	"\x1b]4;0;?\x1b\\\x1b]4;1;?\x1b\\\x1b]4;2;?\x1b\\\x1b]4;3;?\x1b\\" +
	"\x1b]4;4;?\x1b\\\x1b]4;5;?\x1b\\\x1b]4;6;?\x1b\\\x1b]4;7;?\x1b\\" +
	"\x1b]4;8;?\x1b\\\x1b]4;9;?\x1b\\\x1b]4;10;?\x1b\\\x1b]4;11;?\x1b\\" +
	"\x1b]4;12;?\x1b\\\x1b]4;13;?\x1b\\\x1b]4;14;?\x1b\\\x1b]4;15;?\x1b\\"

// statusQuestion asks whether the terminal supports status reports (OSC 7501); one that does
// answers with the same bytes.
const statusQuestion = "\x1b]7501;?\x1b\\"

// kittyBase are the flags of the kitty keyboard protocol that dormer itself
// wants: disambiguate (1) and alternate keys (4).
const kittyBase = 1 | 4

// wants holds the reports and states that are set on the terminal.
type wants struct {
	mouse    grid.MouseMode
	kitty    uint8
	progress grid.Progress
	status   string
}

// enter turns on all that a full-screen program needs. The alternate screen comes
// before the keyboard flags, because each screen has a stack of its own.
func enter(plain bool, w wants) []byte {
	var out []byte
	if !plain {
		out = append(out, titlePush...)
	}
	out = append(out, altScreenOn+cursorOff+wrapOff+styleOff+clear2...)
	if !plain {
		out = append(out, otherKeysOn...)
		out = append(appendKitty(append(out, "\x1b[>"...), w.kitty), 'u')
	}
	if w.progress != (grid.Progress{}) {
		out = appendProgress(out, w.progress)
	}
	return append(out, reports(plain, w)...)
}

// reports turns on reports of mouse, paste and focus.
func reports(plain bool, w wants) []byte {
	if plain {
		return nil
	}
	return appendMouse([]byte(pasteOn+focusOn+mouseSGROn), grid.MouseOff, w.mouse)
}

// reassert turns on again the modes that another program may have turned off.
func reassert(plain bool, w wants) []byte {
	out := append([]byte(wrapOff), reports(plain, w)...)
	if !plain {
		out = append(appendKitty(append(out, "\x1b[="...), w.kitty), 'u')
	}
	return out
}

// leave ends an incomplete sequence, and turns off in reverse order what enter and the frames
// turned on.
func leave(plain bool, c Capabilities, a answers, w wants) []byte {
	out := []byte(stringEnd)
	if c.Sync {
		out = append(out, syncOff...)
	}
	if c.Hyperlinks {
		out = append(out, linkOff...)
	}
	out = append(out, styleOff+marginsOff...)
	if !plain {
		out = appendMouse(out, w.mouse, grid.MouseOff)
		out = append(out, mouseSGROff+focusOff+pasteOff+kittyPop+otherKeysOff...)
	}
	if a.clusters {
		out = append(out, clustersOff...)
	}
	if a.schemes {
		out = append(out, schemesOff...)
	}
	if c.CursorShape {
		out = append(out, shapeOff...)
	}
	if w.progress != (grid.Progress{}) {
		out = appendProgress(out, grid.Progress{})
	}
	if a.statuses {
		out = appendStatus(out, "")
	}
	out = append(out, wrapOn+altScreenOff+cursorOn...)
	if !plain {
		out = append(out, titlePop...)
	}
	return out
}

// appendKitty appends keyboard flags as a parameter.
func appendKitty(dst []byte, flags uint8) []byte {
	return strconv.AppendUint(dst, uint64(kittyBase|flags&31), 10)
}

// appendMouse changes reports of mouse events from one mode to another. Modes exclude each
// other in some terminals and add up in others, so all lesser modes are set too.
func appendMouse(dst []byte, from, to grid.MouseMode) []byte {
	steps := [...]struct {
		mode    grid.MouseMode
		on, off string
	}{
		{grid.MouseNormal, mouseNormalOn, mouseNormalOf},
		{grid.MouseButton, mouseDragOn, mouseDragOff},
		{grid.MouseAny, mouseAnyOn, mouseAnyOff},
	}
	lowered := false
	for i := len(steps) - 1; i >= 0; i-- {
		if s := steps[i]; from >= s.mode && to < s.mode {
			dst, lowered = append(dst, s.off...), true
		}
	}
	for _, s := range steps {
		if to >= s.mode && (from < s.mode || lowered) {
			dst = append(dst, s.on...)
		}
	}
	return dst
}
