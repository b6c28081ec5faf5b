package vt

import "fmt"

// modeState is the state of a mode in DECRPM.
type modeState int

const (
	modeUnknown modeState = iota
	modeSet
	modeReset
	modeAlwaysSet
	modeNeverSet
)

func setOrReset(on bool) modeState {
	if on {
		return modeSet
	}
	return modeReset
}

// reportMode answers DECRQM, CSI n $ p and CSI ? n $ p, from level 3 on.
func (t *Terminal) reportMode(n int, private bool) {
	switch {
	case t.level() < 3:
	case private:
		t.reply(fmt.Sprintf("\x1b[?%d;%d$y", n, t.privateModeState(n)))
	default:
		t.reply(fmt.Sprintf("\x1b[%d;%d$y", n, t.ansiModeState(n)))
	}
}

// ansiModeState returns the state of a mode of ECMA-48. Modes that terminals no longer
// implement are never set.
func (t *Terminal) ansiModeState(n int) modeState {
	switch n {
	case 2:
		return setOrReset(t.inner.keyboardAction)
	case 4:
		return setOrReset(t.inner.insert)
	case 12:
		return setOrReset(!t.inner.localEcho)
	case 20:
		return setOrReset(t.modes.NewLine)
	case 1, 5, 7, 10, 11, 13, 14, 15, 16, 17, 18, 19:
		return modeNeverSet
	}
	return modeUnknown
}

// fixedModes are the private modes that are known and cannot be changed.
var fixedModes = map[int]modeState{
	2:    modeAlwaysSet, // DECANM: VT52 is not supported
	8:    modeAlwaysSet, // DECARM: the keyboard decides about repeats
	13:   modeNeverSet,  // blinking, as set by xterm's menu
	14:   modeAlwaysSet, // combine that with DECSCUSR
	30:   modeNeverSet,  // scrollbar
	38:   modeNeverSet,  // DECTEK
	44:   modeNeverSet,  // margin bell
	46:   modeNeverSet,  // logging
	80:   modeNeverSet,  // DECSDM: no sixel
	1001: modeNeverSet,  // highlight tracking, which can lock up a terminal
	1010: modeNeverSet,  // output scrolls back to the bottom
	1011: modeAlwaysSet, // a key does
	1034: modeNeverSet,  // Meta sets the eighth bit
	1035: modeNeverSet,  // modifiers of NumLock
	1036: modeAlwaysSet, // Meta sends ESC
	1037: modeNeverSet,  // the Delete key sends DEL
	1039: modeAlwaysSet, // Alt does
	1040: modeNeverSet,  // the selection is kept when it is not highlighted
	1041: modeNeverSet,  // selecting writes to the clipboard
	1042: modeNeverSet,  // urgency of the window
	1043: modeNeverSet,  // raising it
	1046: modeAlwaysSet, // there is an alternate screen to switch to
	1048: modeAlwaysSet, // the cursor can be saved, in xterm too
	2027: modeAlwaysSet, // grapheme clusters
}

func (t *Terminal) privateModeState(n int) modeState {
	if state, ok := fixedModes[n]; ok {
		return state
	}
	if on, ok := t.privateMode(n); ok && t.hasMode(n) {
		return setOrReset(on)
	}
	return modeUnknown
}

// privateMode reports whether a private mode is set, and whether it is known.
func (t *Terminal) privateMode(n int) (on, ok bool) {
	if flag := t.privateFlag(n); flag != nil {
		return *flag, true
	}
	switch n {
	case 3:
		return t.inner.wideColumns, true
	case 7:
		return !t.inner.noWrap, true
	case 12:
		return t.cursor.blink, true
	case 25:
		return !t.cursor.hidden, true
	case 9, 1000, 1002, 1003:
		return t.modes.Mouse == mouseModes[n], true
	case 1005, 1006, 1015, 1016:
		return t.modes.MouseEncoding == mouseEncodings[n], true
	case 47, 1047, 1049:
		return t.scr != t.main, true
	}
	return false, false
}
