//go:build linux

package drive

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"dormer/session/grid"
)

// Terminal is the kind of terminal that the harness plays.
type Terminal int

const (
	// XTerm knows synchronized output, as most terminals do, so tests see whole frames. It does
	// not know kitty's keyboard protocol.
	XTerm Terminal = iota
	// Kitty knows synchronized output and kitty's keyboard protocol.
	Kitty
	// Plain knows neither, so its screen may show half a frame.
	Plain
)

// Modes are the modes that a program has set in its outer terminal. When the program ends, it
// must leave the zero value with ShowCursor set.
type Modes struct {
	AltScreen       bool
	ShowCursor      bool
	Mouse           grid.MouseMode
	MouseSGR        bool
	BracketedPaste  bool
	FocusEvents     bool
	AppCursor       bool
	AppKeypad       bool
	Sync            bool
	Kitty           int // flags in force on the visible screen
	KittyDepth      int // entries on the stacks of both screens
	ModifyOtherKeys int
	CursorStyle     int // DECSCUSR
	Schemes         bool
}

// outer is the terminal that the harness plays. It tracks the program's modes, answers its
// queries and passes everything visible to its reader.
type outer struct {
	terminal   Terminal
	rows, cols int
	reader     reader
	reply      func([]byte)
	modes      Modes
	title      string
	bells      int
	clipboard  string
	notices    []string
	light      bool // dark text on a light background
	// kitty holds the stacks of keyboard flags of the main and the alternate screen. Kitty
	// keeps one for each.
	kitty  [2][]int
	tokens tokenizer
	held   []token
	last   string
}

func newOuter(terminal Terminal, rows, cols int, r reader, reply func([]byte)) *outer {
	return &outer{terminal: terminal, rows: rows, cols: cols, reader: r, reply: reply, modes: Modes{ShowCursor: true}}
}

// write processes output of the program.
func (o *outer) write(data []byte) {
	for _, t := range o.tokens.feed(data) {
		if o.take(t) {
			o.held = append(o.held, o.expand(t)...)
		}
	}
	if !o.modes.Sync {
		o.flush()
	}
}

// flush passes the tokens that were held back to the reader.
func (o *outer) flush() {
	if len(o.held) > 0 {
		o.reader.show(o.held)
		o.held = nil
	}
}

// expand replaces REP by the characters that it repeats, because not every reader knows REP.
func (o *outer) expand(t token) []token {
	if t.kind == textToken {
		o.last = lastCharacter(t.raw)
	}
	if t.kind != csiToken || t.prefix != 0 || t.inter != "" || t.final != 'b' {
		return []token{t}
	}
	n := max(1, number(t.params, 1))
	return []token{{kind: textToken, raw: bytes.Repeat([]byte(o.last), min(n, o.cols*o.rows))}}
}

func lastCharacter(raw []byte) string {
	r := []rune(string(raw))
	return string(r[len(r)-1:])
}

// take applies a token that concerns the terminal rather than its screen. It reports whether
// the reader should see the token.
func (o *outer) take(t token) bool {
	switch t.kind {
	case controlToken:
		if t.raw[0] == 0x07 {
			o.bells++
		}
		return true
	case escapeToken:
		o.takeEscape(t)
		return true
	case csiToken:
		return o.takeCSI(t)
	case stringToken:
		return o.takeString(t)
	}
	return true
}

func (o *outer) takeEscape(t token) {
	if t.inter != "" {
		return
	}
	switch t.final {
	case '=':
		o.modes.AppKeypad = true
	case '>':
		o.modes.AppKeypad = false
	case 'c':
		o.modes = Modes{ShowCursor: true}
		o.kitty = [2][]int{}
	}
}

func (o *outer) takeCSI(t token) bool {
	switch string(t.prefix) + t.inter + string(t.final) {
	case "?h", "?l":
		for _, p := range strings.Split(t.params, ";") {
			o.setMode(number(p, 0), t.final == 'h')
		}
		return true
	case "\x00c", ">c", "=c", "\x00n", "?n", "?$p", ">q", "\x00t":
		o.answerCSI(t)
		return false
	case "?u", ">u", "<u", "=u":
		o.keyboard(t)
		return false
	case ">m", "?m":
		o.otherKeys(t)
		return false
	case "\x00 q":
		o.modes.CursorStyle = number(t.params, 0)
		return false
	}
	return t.prefix == 0
}

func (o *outer) setMode(mode int, on bool) {
	m := &o.modes
	switch mode {
	case 1:
		m.AppCursor = on
	case 25:
		m.ShowCursor = on
	case 47, 1047, 1049:
		m.AltScreen = on
		m.Kitty = o.flags()
	case 9, 1000, 1002, 1003:
		m.Mouse = mouseMode(mode, on)
	case 1004:
		m.FocusEvents = on
	case 1006:
		m.MouseSGR = on
	case 2004:
		m.BracketedPaste = on
	case 2031:
		m.Schemes = on && o.terminal == Kitty
	case 2026:
		o.flush()
		m.Sync = on && o.terminal != Plain
	}
}

func mouseMode(mode int, on bool) grid.MouseMode {
	switch {
	case !on:
		return grid.MouseOff
	case mode == 9:
		return grid.MouseX10
	case mode == 1000:
		return grid.MouseNormal
	case mode == 1002:
		return grid.MouseButton
	}
	return grid.MouseAny
}

func (o *outer) answerCSI(t token) {
	switch string(t.prefix) + t.inter + string(t.final) {
	case "\x00c":
		o.reply([]byte("\x1b[?62;22c"))
	case ">c":
		o.reply([]byte("\x1b[>41;354;0c"))
	case ">q":
		o.reply([]byte("\x1bP>|" + o.name() + "\x1b\\"))
	case "\x00n":
		o.answerStatus(t)
	case "?$p":
		o.reply(fmt.Appendf(nil, "\x1b[?%s;%d$y", t.params, o.modeReport(number(t.params, 0))))
	case "\x00t":
		if number(t.params, 0) == 18 {
			o.reply(fmt.Appendf(nil, "\x1b[8;%d;%dt", o.rows, o.cols))
		}
	}
}

func (o *outer) name() string {
	if o.terminal == Kitty {
		return "kitty(0.40.0)"
	}
	return "XTerm(390)"
}

func (o *outer) answerStatus(t token) {
	switch number(t.params, 0) {
	case 5:
		o.reply([]byte("\x1b[0n"))
	case 6:
		o.flush()
		c := o.reader.screen().Cursor
		o.reply(fmt.Appendf(nil, "\x1b[%d;%dR", c.Row+1, c.Col+1))
	}
}

// modeReport returns the value that answers DECRQM: 0 for not recognized, 1 set, 2 reset.
func (o *outer) modeReport(mode int) int {
	on, known := o.modeState(mode)
	switch {
	case !known:
		return 0
	case on:
		return 1
	}
	return 2
}

func (o *outer) modeState(mode int) (on, known bool) {
	m := o.modes
	switch mode {
	case 1:
		return m.AppCursor, true
	case 25:
		return m.ShowCursor, true
	case 1000, 1002, 1003:
		return m.Mouse != grid.MouseOff, true
	case 1004:
		return m.FocusEvents, true
	case 1006:
		return m.MouseSGR, true
	case 1049:
		return m.AltScreen, true
	case 2004:
		return m.BracketedPaste, true
	case 2026:
		return m.Sync, o.terminal != Plain
	case 2031:
		return m.Schemes, o.terminal == Kitty
	}
	return false, false
}

// flags returns the keyboard flags in force on the visible screen.
func (o *outer) flags() int {
	s := *o.stack()
	if len(s) == 0 {
		return 0
	}
	return s[len(s)-1]
}

func (o *outer) stack() *[]int {
	if o.modes.AltScreen {
		return &o.kitty[1]
	}
	return &o.kitty[0]
}

// keyboard applies the sequences of kitty's keyboard protocol.
func (o *outer) keyboard(t token) {
	if o.terminal != Kitty {
		return
	}
	s := o.stack()
	switch t.prefix {
	case '?':
		o.reply(fmt.Appendf(nil, "\x1b[?%du", o.flags()))
	case '>':
		*s = append(*s, number(t.params, 0))
	case '<':
		*s = (*s)[:max(0, len(*s)-max(1, number(t.params, 1)))]
	case '=':
		o.setFlags(t.params)
	}
	o.modes.Kitty, o.modes.KittyDepth = o.flags(), len(o.kitty[0])+len(o.kitty[1])
}

func (o *outer) setFlags(params string) {
	first, second, _ := strings.Cut(params, ";")
	flags, s := number(first, 0), o.stack()
	if len(*s) == 0 {
		*s = []int{0}
	}
	top := &(*s)[len(*s)-1]
	switch number(second, 1) {
	case 1:
		*top = flags
	case 2:
		*top |= flags
	case 3:
		*top &^= flags
	}
}

// otherKeys applies xterm's modifyOtherKeys.
func (o *outer) otherKeys(t token) {
	resource, value, _ := strings.Cut(t.params, ";")
	if resource != "4" {
		return
	}
	if t.prefix == '?' {
		o.reply(fmt.Appendf(nil, "\x1b[>4;%dm", o.modes.ModifyOtherKeys))
		return
	}
	o.modes.ModifyOtherKeys = number(value, 0)
}

func (o *outer) takeString(t token) bool {
	if t.introducer == 'P' {
		o.answerDCS(t.body)
		return false
	}
	if t.introducer != ']' {
		return false
	}
	code, rest, _ := strings.Cut(t.body, ";")
	switch code {
	case "0", "2":
		o.title = rest
	case "52":
		_, o.clipboard, _ = strings.Cut(rest, ";")
	case "9", "777":
		o.notices = append(o.notices, rest)
	case "10", "11", "12":
		if rest == "?" {
			o.reply([]byte("\x1b]" + code + ";" + o.color(code) + "\x1b\\"))
		}
		return false
	case "4":
		if n, spec, _ := strings.Cut(rest, ";"); spec == "?" {
			o.reply([]byte("\x1b]4;" + n + ";" + o.color("4;"+n) + "\x1b\\"))
		}
		return false
	}
	return code == "8"
}

func (o *outer) color(code string) string {
	switch {
	case code == "11" && o.light:
		return "rgb:efef/f1f1/f5f5"
	case code == "10" && o.light:
		return "rgb:4c4c/4f4f/6969"
	case code == "11":
		return "rgb:1e1e/1e1e/2e2e"
	case code == "4;1":
		return "rgb:f3f3/8b8b/a8a8"
	}
	return "rgb:cdcd/d6d6/f4f4"
}

// answerDCS answers XTGETTCAP and DECRQSS with "not recognized".
func (o *outer) answerDCS(body string) {
	switch {
	case strings.HasPrefix(body, "+q"):
		o.reply([]byte("\x1bP0+r\x1b\\"))
	case strings.HasPrefix(body, "$q"):
		o.reply([]byte("\x1bP0$r\x1b\\"))
	}
}

// number returns the first parameter of params, or def if it has none.
func number(params string, def int) int {
	first, _, _ := strings.Cut(params, ";")
	n, err := strconv.Atoi(first)
	if err != nil {
		return def
	}
	return n
}

func (o *outer) resize(rows, cols int) {
	o.rows, o.cols = rows, cols
	o.flush()
	o.reader.resize(rows, cols)
}

// screen returns the reader's screen, with the terminal's modes, title, bells and so on.
func (o *outer) screen() Screen {
	s := o.reader.screen()
	s.Modes, s.Title, s.Bells, s.Clipboard, s.Notices = o.modes, o.title, o.bells, o.clipboard, o.notices
	return s
}
