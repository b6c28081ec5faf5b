package keys

// keypadFinals are the SS3 finals of the keypad in application mode (DECKPAM; ctlseqs,
// "VT220-Style Function Keys"). Num Lock turns them off, as in xterm, so that digits can be typed
// into full-screen programs.
var keypadFinals = map[rune]byte{
	KpEnter: 'M', KpEqual: 'X', KpMultiply: 'j', KpAdd: 'k', KpSeparator: 'l', KpSubtract: 'm',
	KpDecimal: 'n', KpDivide: 'o', Kp0: 'p', Kp1: 'q', Kp2: 'r', Kp3: 's', Kp4: 't', Kp5: 'u',
	Kp6: 'v', Kp7: 'w', Kp8: 'x', Kp9: 'y',
}

// mainKeys are the keys of the main block that correspond to keypad keys.
var mainKeys = map[rune]rune{
	KpDecimal: '.', KpDivide: '/', KpMultiply: '*', KpSubtract: '-', KpAdd: '+', KpEnter: Enter,
	KpEqual: '=', KpSeparator: ',', KpLeft: Left, KpRight: Right, KpUp: Up, KpDown: Down,
	KpPageUp: PageUp, KpPageDown: PageDown, KpHome: Home, KpEnd: End, KpInsert: Insert,
	KpDelete: Delete,
}

// plainKeypad returns the main key for a keypad key, for use outside of application mode.
func plainKeypad(code rune) rune {
	if code >= Kp0 && code <= Kp9 {
		return code - Kp0 + '0'
	}
	if main, ok := mainKeys[code]; ok {
		return main
	}
	return code
}
