package keys

import (
	"maps"
	"slices"
	"sync"
)

// Keys that are characters.
const (
	Tab       rune = 0x09
	Enter     rune = 0x0d
	Escape    rune = 0x1b
	Space     rune = ' '
	Backspace rune = 0x7f
)

// firstKeyCode is the start of the codes of keys without a character, above all code points. The
// private use area, which the protocol uses, will not do, because people with icon fonts type its
// characters.
const firstKeyCode rune = 0x110000

// Keys that produce no character. Their codes minus firstKeyCode are the numbers of the kitty keyboard
// protocol (its "Functional key definitions").
const (
	Insert rune = iota + firstKeyCode + 57348
	Delete
	Left
	Right
	Up
	Down
	PageUp
	PageDown
	Home
	End
	CapsLockKey
	ScrollLockKey
	NumLockKey
	PrintScreen
	Pause
	Menu
	F1
	F2
	F3
	F4
	F5
	F6
	F7
	F8
	F9
	F10
	F11
	F12
	F13
	F14
	F15
	F16
	F17
	F18
	F19
	F20
	F21
	F22
	F23
	F24
	F25
	F26
	F27
	F28
	F29
	F30
	F31
	F32
	F33
	F34
	F35
	Kp0
	Kp1
	Kp2
	Kp3
	Kp4
	Kp5
	Kp6
	Kp7
	Kp8
	Kp9
	KpDecimal
	KpDivide
	KpMultiply
	KpSubtract
	KpAdd
	KpEnter
	KpEqual
	KpSeparator
	KpLeft
	KpRight
	KpUp
	KpDown
	KpPageUp
	KpPageDown
	KpHome
	KpEnd
	KpInsert
	KpDelete
	KpBegin
	MediaPlay
	MediaPause
	MediaPlayPause
	MediaReverse
	MediaStop
	MediaFastForward
	MediaRewind
	MediaNext
	MediaPrevious
	MediaRecord
	LowerVolume
	RaiseVolume
	Mute
	LeftShift
	LeftCtrl
	LeftAlt
	LeftSuper
	LeftHyper
	LeftMeta
	RightShift
	RightCtrl
	RightAlt
	RightSuper
	RightHyper
	RightMeta
	IsoLevel3Shift
	IsoLevel5Shift
)

// special reports whether a code is one of the constants above.
func special(code rune) bool { return code >= Insert && code <= IsoLevel5Shift }

// ambiguous reports whether the kitty protocol uses the code of a character as the number of a
// key.
func ambiguous(code rune) bool { return code >= 0xe000 && code <= 0xf8ff }

// keypad reports whether a code is a key of the keypad.
func keypad(code rune) bool { return code >= Kp0 && code <= KpBegin }

// codeNames are the names of keys that do not produce a character.
var codeNames = sync.OnceValue(func() map[rune]string {
	return map[rune]string{
		Tab: "tab", Enter: "enter", Escape: "esc", Space: "space", Backspace: "backspace",
		Insert: "insert", Delete: "delete", Left: "left", Right: "right", Up: "up", Down: "down",
		PageUp: "pgup", PageDown: "pgdown", Home: "home", End: "end",
		CapsLockKey: "capslock", ScrollLockKey: "scrolllock", NumLockKey: "numlock",
		PrintScreen: "printscreen", Pause: "pause", Menu: "menu",
		F1: "f1", F2: "f2", F3: "f3", F4: "f4", F5: "f5", F6: "f6", F7: "f7", F8: "f8", F9: "f9",
		F10: "f10", F11: "f11", F12: "f12", F13: "f13", F14: "f14", F15: "f15", F16: "f16", F17: "f17",
		F18: "f18", F19: "f19", F20: "f20", F21: "f21", F22: "f22", F23: "f23", F24: "f24", F25: "f25",
		F26: "f26", F27: "f27", F28: "f28", F29: "f29", F30: "f30", F31: "f31", F32: "f32", F33: "f33",
		F34: "f34", F35: "f35",
		Kp0: "kp0", Kp1: "kp1", Kp2: "kp2", Kp3: "kp3", Kp4: "kp4", Kp5: "kp5", Kp6: "kp6", Kp7: "kp7",
		Kp8: "kp8", Kp9: "kp9", KpDecimal: "kpdecimal", KpDivide: "kpdivide", KpMultiply: "kpmultiply",
		KpSubtract: "kpsubtract", KpAdd: "kpadd", KpEnter: "kpenter", KpEqual: "kpequal",
		KpSeparator: "kpseparator", KpLeft: "kpleft", KpRight: "kpright", KpUp: "kpup", KpDown: "kpdown",
		KpPageUp: "kppgup", KpPageDown: "kppgdown", KpHome: "kphome", KpEnd: "kpend",
		KpInsert: "kpinsert", KpDelete: "kpdelete", KpBegin: "kpbegin",
		MediaPlay: "play", MediaPause: "mediapause", MediaPlayPause: "playpause",
		MediaReverse: "reverse", MediaStop: "stop", MediaFastForward: "fastforward",
		MediaRewind: "rewind", MediaNext: "next", MediaPrevious: "previous", MediaRecord: "record",
		LowerVolume: "lowervolume", RaiseVolume: "raisevolume", Mute: "mute",
		LeftShift: "leftshift", LeftCtrl: "leftctrl", LeftAlt: "leftalt", LeftSuper: "leftsuper",
		LeftHyper: "lefthyper", LeftMeta: "leftmeta", RightShift: "rightshift",
		RightCtrl: "rightctrl", RightAlt: "rightalt", RightSuper: "rightsuper",
		RightHyper: "righthyper", RightMeta: "rightmeta",
		IsoLevel3Shift: "level3shift", IsoLevel5Shift: "level5shift",
	}
})

// nameCodes are the keys by name; some have several names.
var nameCodes = sync.OnceValue(func() map[string]rune {
	m := make(map[string]rune, len(codeNames())+8)
	for code, name := range codeNames() {
		m[name] = code
	}
	maps.Copy(m, map[string]rune{
		"escape": Escape, "return": Enter, "pageup": PageUp, "pagedown": PageDown,
		"del": Delete, "ins": Insert, "bspace": Backspace, "plus": '+',
	})
	return m
})

// Names returns the names of keys that do not produce a character, sorted.
func Names() []string { return slices.Sorted(maps.Keys(nameCodes())) }
