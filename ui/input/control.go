package input

import "dormer/ui/keys"

// controlSequence decodes a CSI sequence.
func (d *Decoder) controlSequence(p []byte) {
	s := parse(p)
	switch {
	case s.private == '<' && (s.final == 'M' || s.final == 'm'):
		d.sgrMouse(p, s)
	case s.private != 0:
		d.privateReply(p, s)
	case s.final == 'M' && len(s.values()) == 3:
		d.urxvtMouse(s)
	case s.final == 'I' && len(s.params) == 0:
		d.out = append(d.out, Focus{In: true})
	case s.final == 'O' && len(s.params) == 0:
		d.out = append(d.out, Focus{In: false})
	case s.final == '~' && s.at(0, 0) == 200:
		d.paste = paste{open: true}
	case s.final == '~' && s.at(0, 0) == 201:
		d.paste.lost = false // the end mark was only late
	case s.final == 'R' && cursorReport(s):
		d.reply(CursorPosition, s)
	case s.final == 't' && sizeReport(s):
		d.reply(WindowSize, s)
	default:
		if k, ok := d.sequenceKey(p, s); ok {
			d.key(k)
		} else {
			d.other(p)
		}
	}
}

// cursorReport distinguishes CSI row ; column R from F3 with modifiers, CSI 1 ; 2..16 R.
func cursorReport(s sequence) bool {
	v := s.values()
	return len(v) == 2 && (v[0] != 1 || v[1] < 2 || v[1] > 16)
}

func sizeReport(s sequence) bool {
	switch s.at(0, 0) {
	case 4, 6, 8, 48:
		return len(s.values()) >= 3
	}
	return false
}

// privateReply decodes a sequence with a private parameter, which is never a key.
func (d *Decoder) privateReply(p []byte, s sequence) {
	v := len(s.values())
	switch {
	case s.private == '?' && s.final == 'c':
		d.reply(PrimaryDA, s)
	case s.private == '>' && s.final == 'c':
		d.reply(SecondaryDA, s)
	case s.private == '?' && s.final == 'y' && s.inter == '$' && v == 2:
		d.reply(ModeReport, s)
	case s.private == '?' && s.final == 'u' && v == 1:
		d.reply(KittyFlags, s)
	case s.private == '?' && s.final == 'n' && v == 2 && s.at(0, 0) == 997:
		d.reply(Scheme, s)
	case s.private == '?' && s.final == 'R' && v >= 2:
		d.out = append(d.out, Reply{Kind: CursorPosition, Params: s.values()[:2]})
	default:
		d.other(p)
	}
}

func (d *Decoder) reply(kind ReplyKind, s sequence) {
	d.out = append(d.out, Reply{Kind: kind, Params: s.values()})
}

// mouseEvent emits an event for a button code and one-based coordinates.
func (d *Decoder) mouseEvent(code, x, y int, release bool) {
	e := keys.Mouse{X: max(x-1, 0), Y: max(y-1, 0), Button: button(code)}
	for _, mod := range []struct {
		bit int
		mod keys.Mod
	}{{4, keys.Shift}, {8, keys.Alt}, {16, keys.Ctrl}} {
		if code&mod.bit != 0 {
			e.Mod |= mod.mod
		}
	}
	switch {
	case e.Button.Wheel():
		if release {
			return // a wheel has no release
		}
	case code&32 != 0:
		e.Kind = keys.MouseMotion
	case release:
		e.Kind = keys.MouseRelease
	}
	d.out = append(d.out, Mouse{e})
}

// button returns the button of a code (ctlseqs, "Mouse Tracking").
func button(code int) keys.Button {
	low := keys.Button(code & 3)
	switch {
	case code&128 != 0:
		return keys.ButtonBack + low
	case code&64 != 0:
		return keys.WheelUp + low
	case low == 3:
		return keys.NoButton
	}
	return keys.ButtonLeft + low
}

func (d *Decoder) sgrMouse(p []byte, s sequence) {
	v := s.values()
	if len(v) != 3 || v[0] > 255 {
		d.other(p)
		return
	}
	d.mouseEvent(v[0], v[1], v[2], s.final == 'm')
}

func (d *Decoder) urxvtMouse(s sequence) {
	v := s.values()
	d.legacyMouse(v[0], v[1], v[2])
}

func (d *Decoder) x10Mouse(b []byte) {
	d.legacyMouse(int(b[0]), int(b[1])-32, int(b[2])-32)
}

// legacyMouse handles a report in which button 3 stands for a release.
func (d *Decoder) legacyMouse(code, x, y int) {
	code = max(code-32, 0) & 255
	d.mouseEvent(code, x, y, code&(3|32|64|128) == 3)
}
