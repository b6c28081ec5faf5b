package keys

import "dormer/session/grid"

// Encode appends the encoding of a key event for a child in the given modes. It appends nothing
// for an event that the encoding cannot express: a release in legacy encoding, Shift alone, a
// chord with Super.
func Encode(dst []byte, k Key, m grid.Modes) []byte {
	switch {
	case m.Kitty != 0:
		return encodeKitty(dst, k, m)
	case k.Kind == Release || k.Modifier():
		return dst
	case m.ModifyOtherKeys != 0:
		if out, ok := encodeOther(dst, k, m.ModifyOtherKeys); ok {
			return out
		}
	}
	return encodeLegacy(dst, k, m)
}

// EncodeText appends a run of typed text: unchanged, or key by key if keys are sent as sequences
// (kitty's flag 8) or as more than a character (LNM).
func EncodeText(dst []byte, text string, m grid.Modes) []byte {
	if m.Kitty&kittyAllKeys == 0 && !m.NewLine {
		return append(dst, text...)
	}
	for len(text) > 0 {
		k, n := typed(text)
		dst = Encode(dst, k, m)
		text = text[n:]
	}
	return dst
}

// EncodeFocus appends the event for a pane that gains or loses the focus, if its child asked for
// focus events (DECSET 1004): CSI I or CSI O (ctlseqs, "FocusIn/FocusOut").
func EncodeFocus(dst []byte, in bool, m grid.Modes) []byte {
	switch {
	case !m.FocusEvents:
		return dst
	case in:
		return append(dst, "\x1b[I"...)
	}
	return append(dst, "\x1b[O"...)
}
