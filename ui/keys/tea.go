package keys

import (
	"sync"

	uv "github.com/charmbracelet/ultraviolet"
)

// teaCodes maps our codes to those of bubbletea, whose parser reads the outer terminal and whose
// components edit text fields. Characters have the same code in both. The functions below map the
// F keys, which are consecutive in both.
var teaCodes = sync.OnceValue(func() map[rune]rune {
	return map[rune]rune{
		Insert: uv.KeyInsert, Delete: uv.KeyDelete, Left: uv.KeyLeft, Right: uv.KeyRight, Up: uv.KeyUp,
		Down: uv.KeyDown, PageUp: uv.KeyPgUp, PageDown: uv.KeyPgDown, Home: uv.KeyHome, End: uv.KeyEnd,
		CapsLockKey: uv.KeyCapsLock, ScrollLockKey: uv.KeyScrollLock, NumLockKey: uv.KeyNumLock,
		PrintScreen: uv.KeyPrintScreen, Pause: uv.KeyPause, Menu: uv.KeyMenu,
		Kp0: uv.KeyKp0, Kp1: uv.KeyKp1, Kp2: uv.KeyKp2, Kp3: uv.KeyKp3, Kp4: uv.KeyKp4, Kp5: uv.KeyKp5,
		Kp6: uv.KeyKp6, Kp7: uv.KeyKp7, Kp8: uv.KeyKp8, Kp9: uv.KeyKp9, KpDecimal: uv.KeyKpDecimal,
		KpDivide: uv.KeyKpDivide, KpMultiply: uv.KeyKpMultiply, KpSubtract: uv.KeyKpMinus,
		KpAdd: uv.KeyKpPlus, KpEnter: uv.KeyKpEnter, KpEqual: uv.KeyKpEqual, KpSeparator: uv.KeyKpSep,
		KpLeft: uv.KeyKpLeft, KpRight: uv.KeyKpRight, KpUp: uv.KeyKpUp, KpDown: uv.KeyKpDown,
		KpPageUp: uv.KeyKpPgUp, KpPageDown: uv.KeyKpPgDown, KpHome: uv.KeyKpHome, KpEnd: uv.KeyKpEnd,
		KpInsert: uv.KeyKpInsert, KpDelete: uv.KeyKpDelete, KpBegin: uv.KeyKpBegin,
		MediaPlay: uv.KeyMediaPlay, MediaPause: uv.KeyMediaPause, MediaPlayPause: uv.KeyMediaPlayPause,
		MediaReverse: uv.KeyMediaReverse, MediaStop: uv.KeyMediaStop,
		MediaFastForward: uv.KeyMediaFastForward, MediaRewind: uv.KeyMediaRewind,
		MediaNext: uv.KeyMediaNext, MediaPrevious: uv.KeyMediaPrev, MediaRecord: uv.KeyMediaRecord,
		LowerVolume: uv.KeyLowerVol, RaiseVolume: uv.KeyRaiseVol, Mute: uv.KeyMute,
		LeftShift: uv.KeyLeftShift, LeftCtrl: uv.KeyLeftCtrl, LeftAlt: uv.KeyLeftAlt,
		LeftSuper: uv.KeyLeftSuper, LeftHyper: uv.KeyLeftHyper, LeftMeta: uv.KeyLeftMeta,
		RightShift: uv.KeyRightShift, RightCtrl: uv.KeyRightCtrl, RightAlt: uv.KeyRightAlt,
		RightSuper: uv.KeyRightSuper, RightHyper: uv.KeyRightHyper, RightMeta: uv.KeyRightMeta,
		IsoLevel3Shift: uv.KeyIsoLevel3Shift, IsoLevel5Shift: uv.KeyIsoLevel5Shift,
	}
})

// fromTea is the inverse of teaCodes, plus keys that only bubbletea distinguishes: those of a VT220
// and of a keypad without Num Lock.
var fromTea = sync.OnceValue(func() map[rune]rune {
	m := make(map[rune]rune, len(teaCodes())+4)
	for ours, theirs := range teaCodes() {
		m[theirs] = ours
	}
	m[uv.KeyBegin] = KpBegin
	m[uv.KeyFind] = Home
	m[uv.KeySelect] = End
	m[uv.KeyKpComma] = KpSeparator
	return m
})

// TeaCode returns the key's code in bubbletea.
func (k Key) TeaCode() rune {
	if k.Code >= F1 && k.Code <= F35 {
		return k.Code - F1 + uv.KeyF1
	}
	if theirs, ok := teaCodes()[k.Code]; ok {
		return theirs
	}
	return k.Code
}

// FromTeaCode returns the Code of a key for its code in bubbletea, 0 for a key that only bubbletea
// has.
func FromTeaCode(code rune) rune {
	if code >= uv.KeyF1 && code <= uv.KeyF35 {
		return code - uv.KeyF1 + F1
	}
	if ours, ok := fromTea()[code]; ok {
		return ours
	}
	if code >= uv.KeyExtended {
		return 0
	}
	return code
}
