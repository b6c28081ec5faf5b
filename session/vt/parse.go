package vt

// The parser is Paul Williams' state machine for the VT500 series
// (https://vt100.net/emu/dec_ansi_parser), with UTF-8 in its ground state. C1
// controls begin with ESC: single bytes are parts of characters, and U+0080 to U+009F
// are ignored, as in xterm in UTF-8 mode and tmux.

type state uint8

const (
	ground state = iota
	escape
	escapeIntermediate
	csiEntry // a control sequence that may begin with a private marker
	csi      // its parameters
	csiIntermediate
	csiIgnore // a malformed one, up to its final
	oscString
	dcsEntry // parameters and intermediates of a device control string
	dcsString
	ignoredString // SOS, PM, APC, and an unknown DCS
	stringEscape  // ESC inside a string: its end, or another sequence
)

const (
	maxParams = 32
	// maxParam is the largest parameter; larger ones are reduced to it.
	maxParam = 65535
	// maxString bounds one OSC or DCS, in bytes; a longer one is dropped as a whole.
	maxString = 1 << 20
	// keepString is the largest buffer, in bytes, that is kept for the next string.
	keepString = 16 << 10
)

// parser holds the state of the state machine between bytes.
type parser struct {
	state state
	// inString is the state that stringEscape came from.
	inString state

	params  [maxParams]int32
	colon   uint32 // bit i: parameter i followed a colon
	n       int    // number of parameters begun, the last one in progress
	surplus bool   // more than maxParams
	private byte   // '<', '=', '>', '?' or 0
	inter   [2]byte
	ninter  int

	buf      []byte
	overflow bool
	bell     bool // the string ended with BEL

	// partial is the beginning of an incomplete character.
	partial  [4]byte
	npartial int
}

// begin enters state s and clears what the previous sequence collected.
func (p *parser) begin(s state) {
	p.state = s
	p.params[0] = 0
	p.colon = 0
	p.n = 1
	p.surplus = false
	p.private = 0
	p.ninter = 0
}

// param returns parameter i, or def where it is missing or 0.
func (p *parser) param(i, def int) int {
	if i >= p.n || p.params[i] == 0 {
		return def
	}
	return int(p.params[i])
}

// writeChunk is the number of bytes between sweeps of the palette. It bounds the styles
// that one round can add.
const writeChunk = 64 << 10

// Write interprets output of the child. It takes all of b, never fails and never
// blocks; answers are collected for [Terminal.TakeReplies].
func (t *Terminal) Write(b []byte) (int, error) {
	n := len(b)
	for len(b) > writeChunk {
		t.consume(b[:writeChunk])
		b = b[writeChunk:]
	}
	t.consume(b)
	t.observe()
	return n, nil
}

func (t *Terminal) consume(b []byte) {
	t.sweep()
	for len(b) > 0 {
		switch t.parser.state {
		case ground:
			b = b[t.text(b):]
		case csi, csiEntry:
			b = b[t.csiBytes(b):]
		case oscString, dcsString, ignoredString:
			b = b[t.stringBytes(b):]
		default:
			t.step(b[0])
			b = b[1:]
		}
	}
	t.history.trim()
}

// text handles bytes of the ground state up to and including the first that
// leaves it, and returns their number.
func (t *Terminal) text(b []byte) int {
	if t.parser.npartial > 0 {
		return t.completeRune(b)
	}
	i := 0
	for i < len(b) {
		c := b[i]
		switch {
		case c >= 0x20 && c != 0x7f:
			n := t.printRun(b[i:])
			if n == 0 {
				n = t.printOne(b[i:])
			}
			if n == 0 {
				return i + t.keepPartial(b[i:])
			}
			i += n
		case c == 0x1b:
			t.parser.begin(escape)
			i++
			if i+1 >= len(b) || b[i] != '[' {
				return i
			}
			t.parser.state = csiEntry
			i++
			i += t.csiBytes(b[i:])
			if t.parser.state != ground {
				return i
			}
		case c != 0x7f:
			t.control(c)
			i++
		default:
			if t.charsets.of96() {
				t.printRune(0x7f)
			}
			i++
		}
	}
	return i
}

// step handles one byte in the states without a loop.
func (t *Terminal) step(c byte) {
	p := &t.parser
	if p.state == stringEscape {
		t.endString(c)
		return
	}
	switch {
	case c == 0x1b:
		p.begin(escape)
		return
	case c == 0x18 || c == 0x1a:
		t.cancel()
		return
	case c < 0x20:
		if p.state != dcsEntry {
			t.control(c)
		}
		return
	case c >= 0x7f:
		return
	}
	switch p.state {
	case escape:
		t.escapeByte(c)
	case escapeIntermediate:
		if c < 0x30 {
			p.collect(c)
			return
		}
		p.state = ground
		t.escDispatch(c)
	case csiIntermediate:
		t.csiIntermediateByte(c)
	case csiIgnore:
		if c >= 0x40 {
			p.state = ground
		}
	case dcsEntry:
		t.dcsByte(c)
	}
}

// escapeByte handles the byte after ESC.
func (t *Terminal) escapeByte(c byte) {
	p := &t.parser
	switch {
	case c == '[':
		p.state = csiEntry
	case c == ']':
		p.beginString(oscString)
	case c == 'P':
		p.begin(dcsEntry)
	case c == 'X' || c == '^' || c == '_':
		p.beginString(ignoredString)
	case c < 0x30:
		p.collect(c)
		p.state = escapeIntermediate
	default:
		p.state = ground
		t.escDispatch(c)
	}
}

// collect remembers an intermediate byte. Sequences with more than two of them are
// unknown; dispatch checks the number.
func (p *parser) collect(c byte) {
	if p.ninter < len(p.inter) {
		p.inter[p.ninter] = c
	}
	p.ninter = min(p.ninter+1, len(p.inter)+1)
}

// csiBytes handles bytes of a control sequence up to and including the one that
// ends it, and returns their number. Most output of full-screen programs goes through
// this loop.
func (t *Terminal) csiBytes(b []byte) int {
	p := &t.parser
	start := 0
	if p.state == csiEntry {
		start = p.enterCSI(b[0])
	}
	v := p.params[p.n-1]
	for i := start; i < len(b); i++ {
		c := b[i]
		if d := c - '0'; d <= 9 {
			v = min(v*10+int32(d), maxParam)
			continue
		}
		p.params[p.n-1] = v
		switch {
		case c == ';' || c == ':':
			p.nextParam(c == ':')
			v = p.params[p.n-1]
		case c >= 0x40 && c < 0x7f:
			p.state = ground
			t.csiDispatch(c)
			return i + 1
		default:
			t.csiByte(c)
			if p.state != csi {
				return i + 1
			}
		}
	}
	p.params[p.n-1] = v
	return len(b)
}

// enterCSI takes the byte after CSI if it is a private marker, and returns the number
// of bytes taken.
func (p *parser) enterCSI(c byte) int {
	p.state = csi
	if c < '<' || c > '?' {
		return 0
	}
	p.private = c
	return 1
}

// csiByte handles a byte that is neither part of a parameter nor a final.
func (t *Terminal) csiByte(c byte) {
	p := &t.parser
	switch {
	case c == 0x1b:
		p.begin(escape)
	case c == 0x18 || c == 0x1a:
		t.cancel()
	case c < 0x20:
		t.control(c)
	case c < 0x30:
		p.collect(c)
		p.state = csiIntermediate
	case c < 0x40: // a private marker that does not come first
		p.state = csiIgnore
	}
}

// csiIntermediateByte handles a byte after an intermediate. No parameters may follow.
func (t *Terminal) csiIntermediateByte(c byte) {
	p := &t.parser
	switch {
	case c < 0x30:
		p.collect(c)
	case c < 0x40:
		p.state = csiIgnore
	default:
		p.state = ground
		t.csiDispatch(c)
	}
}

// nextParam begins another parameter.
func (p *parser) nextParam(colon bool) {
	if p.n >= maxParams { // further parameters overwrite the last, and the sequence is ignored
		p.surplus = true
		return
	}
	p.params[p.n] = 0
	if colon {
		p.colon |= 1 << p.n
	}
	p.n++
}

// dcsByte handles a byte between DCS and its string.
func (t *Terminal) dcsByte(c byte) {
	p := &t.parser
	switch {
	case c >= '0' && c <= '9':
		p.params[p.n-1] = min(p.params[p.n-1]*10+int32(c-'0'), maxParam)
	case c == ';' || c == ':':
		p.nextParam(c == ':')
	case c < 0x30:
		p.collect(c)
	case c < 0x40:
		p.private = c
	default:
		kind := ignoredString
		if t.wantsDCS(c) {
			kind = dcsString
		}
		p.beginString(kind)
	}
}

func (p *parser) beginString(s state) {
	p.state = s
	p.buf = p.buf[:0]
	p.overflow, p.bell = false, false
}

// stringBytes handles bytes of a string up to and including the first that may
// end it, and returns their number.
func (t *Terminal) stringBytes(b []byte) int {
	p := &t.parser
	for i, c := range b {
		switch {
		case c == 0x1b:
			p.inString, p.state = p.state, stringEscape
			return i + 1
		case c == 0x18 || c == 0x1a:
			t.cancel()
			return i + 1
		case c == 0x07 && p.state == oscString:
			p.bell = true
			t.finishString()
			return i + 1
		case c >= 0x20 && c != 0x7f:
			if p.state != ignoredString {
				p.put(c)
			}
		}
	}
	return len(b)
}

// put collects a byte of a string.
func (p *parser) put(c byte) {
	if p.overflow {
		return
	}
	if len(p.buf) >= maxString {
		p.overflow, p.buf = true, nil
		return
	}
	p.buf = append(p.buf, c)
}

// endString handles the byte after an ESC inside a string: a backslash completes ST,
// anything else begins another sequence and the string is dropped.
func (t *Terminal) endString(c byte) {
	p := &t.parser
	if c == '\\' {
		p.state = p.inString
		t.finishString()
		return
	}
	p.release()
	p.begin(escape)
	t.step(c)
}

// finishString carries out a complete string.
func (t *Terminal) finishString() {
	p := &t.parser
	kind := p.state
	p.state = ground
	if !p.overflow {
		switch kind {
		case oscString:
			t.oscDispatch(p.buf)
		case dcsString:
			t.dcsDispatch(p.buf)
		}
	}
	p.release()
}

// release frees the memory of a long string.
func (p *parser) release() {
	if cap(p.buf) > keepString {
		p.buf = nil
	}
}
