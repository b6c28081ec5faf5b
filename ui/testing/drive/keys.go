//go:build linux

package drive

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// key is one key with its modifiers.
type key struct {
	name             string
	ctrl, alt, shift bool
}

// parseKey reads names such as "a", "enter", "ctrl+shift+t" and "+".
func parseKey(name string) key {
	var k key
	for {
		head, rest, ok := strings.Cut(name, "+")
		if !ok || rest == "" {
			k.name = name
			return k
		}
		switch head {
		case "ctrl":
			k.ctrl = true
		case "alt":
			k.alt = true
		case "shift":
			k.shift = true
		default:
			k.name = name
			return k
		}
		name = rest
	}
}

// modifier returns the modifier parameter of xterm and kitty: 1 plus the bits of the modifiers.
func (k key) modifier() int {
	m := 1
	if k.shift {
		m++
	}
	if k.alt {
		m += 2
	}
	if k.ctrl {
		m += 4
	}
	return m
}

// Flags of kitty's keyboard protocol.
const (
	kittyDisambiguate = 1
	kittyAlternates   = 4
	kittyAll          = 8
	kittyText         = 16
)

// letterKeys send a sequence that ends in a letter (CSI 1 ; m A, or SS3 A in application cursor
// mode), tildeKeys one that ends in a tilde.
var (
	letterKeys = map[string]byte{
		"up": 'A', "down": 'B', "right": 'C', "left": 'D', "home": 'H', "end": 'F',
		"f1": 'P', "f2": 'Q', "f3": 'R', "f4": 'S',
	}
	tildeKeys = map[string]int{
		"insert": 2, "delete": 3, "pgup": 5, "pgdown": 6, "f5": 15, "f6": 17, "f7": 18,
		"f8": 19, "f9": 20, "f10": 21, "f11": 23, "f12": 24,
	}
	// c0Keys are the keys that legacy terminals send as one control character.
	c0Keys = map[string]rune{"enter": 13, "tab": 9, "backspace": 127, "esc": 27}
)

// encode returns the bytes that a terminal in the given modes sends for the key.
func (k key) encode(m Modes) string {
	if final, ok := letterKeys[k.name]; ok {
		return k.letterKey(final, m)
	}
	if n, ok := tildeKeys[k.name]; ok {
		if k.modifier() == 1 {
			return fmt.Sprintf("\x1b[%d~", n)
		}
		return fmt.Sprintf("\x1b[%d;%d~", n, k.modifier())
	}
	r := k.rune()
	switch {
	case m.Kitty != 0 && k.asKitty(m):
		return k.kitty(r, m)
	case m.ModifyOtherKeys > 0 && k.ctrl && k.shift:
		return fmt.Sprintf("\x1b[27;%d;%d~", k.modifier(), unicode.ToUpper(r))
	}
	return k.legacy(r)
}

func (k key) rune() rune {
	if r, ok := c0Keys[k.name]; ok {
		return r
	}
	if k.name == "space" {
		return ' '
	}
	r, _ := utf8.DecodeRuneInString(k.name)
	return r
}

func (k key) letterKey(final byte, m Modes) string {
	switch {
	case k.modifier() != 1:
		return fmt.Sprintf("\x1b[1;%d%c", k.modifier(), final)
	case final >= 'P' && final <= 'S' || m.AppCursor && m.Kitty == 0:
		return fmt.Sprintf("\x1bO%c", final)
	}
	return fmt.Sprintf("\x1b[%c", final)
}

// asKitty reports whether kitty's protocol encodes the key as CSI u.
func (k key) asKitty(m Modes) bool {
	if m.Kitty&kittyAll != 0 {
		return true
	}
	if m.Kitty&kittyDisambiguate == 0 {
		return false
	}
	if _, c0 := c0Keys[k.name]; c0 {
		return k.name == "esc" || k.modifier() != 1
	}
	return k.ctrl || k.alt
}

// kitty returns "CSI code:shifted ; modifiers ; text u", with the parts that the flags ask for.
func (k key) kitty(r rune, m Modes) string {
	base, shift := unicode.ToLower(r), k.shift || unicode.IsUpper(r)
	k.shift = shift
	code := fmt.Sprint(int(base))
	if shift && m.Kitty&kittyAlternates != 0 && unicode.ToUpper(base) != base {
		code += fmt.Sprintf(":%d", unicode.ToUpper(base))
	}
	text := m.Kitty&kittyText != 0 && !k.ctrl && !k.alt && r >= ' ' && r != 127
	switch {
	case text:
		return fmt.Sprintf("\x1b[%s;%d;%du", code, k.modifier(), r)
	case k.modifier() == 1:
		return fmt.Sprintf("\x1b[%su", code)
	}
	return fmt.Sprintf("\x1b[%s;%du", code, k.modifier())
}

// legacy returns the bytes that terminals without a keyboard protocol send.
func (k key) legacy(r rune) string {
	s := string(r)
	switch {
	case k.name == "tab" && k.shift:
		s = "\x1b[Z"
	case k.ctrl && k.name == "space":
		s = "\x00"
	case k.ctrl && r < utf8.RuneSelf && c0Keys[k.name] == 0:
		s = string(unicode.ToUpper(r) & 0x1f)
	case k.shift:
		s = string(unicode.ToUpper(r))
	}
	if k.alt {
		s = "\x1b" + s
	}
	return s
}

// Press presses keys one after the other. Each is encoded for the modes that the terminal has
// at that moment. Names of keys are "a", "A", "enter", "ctrl+b", "ctrl+shift+t", "alt+left",
// "f5" or "space".
func (p *Program) Press(keys ...string) {
	for _, name := range keys {
		p.in.send([]byte(parseKey(name).encode(p.modes())))
	}
}

// Type sends text unchanged, except that a newline is sent as Enter.
func (p *Program) Type(text string) {
	p.in.send([]byte(strings.ReplaceAll(text, "\n", "\r")))
}

// Prefix presses the prefix key and then keys.
func (p *Program) Prefix(keys ...string) {
	p.Press("ctrl+b")
	p.Press(keys...)
}

// Paste pastes text as a terminal does: with newlines as carriage returns, and, if the program
// asked for bracketed paste, in brackets and without any end mark inside the text.
func (p *Program) Paste(text string) {
	if p.modes().BracketedPaste {
		p.PasteRaw(strings.ReplaceAll(text, "\x1b[201~", ""))
		return
	}
	p.Type(text)
}

// PasteRaw sends text in the brackets of a paste without filtering it, as a careless terminal
// does.
func (p *Program) PasteRaw(text string) {
	p.in.send([]byte("\x1b[200~" + strings.ReplaceAll(text, "\n", "\r") + "\x1b[201~"))
}

// Focus reports that the terminal got or lost the focus, if the program asked for that.
func (p *Program) Focus(gained bool) {
	switch {
	case !p.modes().FocusEvents:
	case gained:
		p.in.send([]byte("\x1b[I"))
	default:
		p.in.send([]byte("\x1b[O"))
	}
}

// Lighten switches the terminal to dark text on a light background, and reports that if the
// program asked for it (mode 2031).
func (p *Program) Lighten() {
	p.mu.Lock()
	p.outer.light = true
	asked := p.outer.modes.Schemes
	p.mu.Unlock()
	if asked {
		p.in.send([]byte("\x1b[?997;2n"))
	}
}

func (p *Program) modes() Modes {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.outer.modes
}
