package copymode

import (
	"slices"

	"dormer/ui/keys"
)

// Keys are the configured key bindings of copy mode.
type Keys interface {
	// Find returns the binding of a key sequence.
	Find(sequence []keys.Key) Meaning
	// KeyOf returns the key of a command, for messages.
	KeyOf(command string) string
	// Emacs reports whether the keys are those of emacs instead of vi.
	Emacs() bool
}

// Meaning is the binding of a key sequence: the name of a command of copy mode, another
// command (Other), the beginning of a longer sequence (Leads), or nothing.
type Meaning struct {
	Command string
	Other   bool
	Leads   bool
}

// maxCount is the largest number that can be typed before a command.
const maxCount = 1 << 20

// Key handles a key, and reports whether copy mode took it.
func (p *Pane) Key(k keys.Key) (r Result, taken bool) {
	switch {
	case k.Modifier():
		return Result{}, p.keyed
	case !p.keyed && k.Name() == "esc":
		return Result{Leave: true}, true
	case !p.keyed:
		return Result{}, false
	case k.Name() == "ctrl+c":
		p.awaitsAnswer, p.received, p.waiting = false, nil, nil
	case p.mustWait() || len(p.waiting) > 0:
		p.waiting = append(p.waiting, k)
		return Result{}, true
	}
	r, done := p.attempt(func(p *Pane) Result { return p.key(k) })
	if !done {
		p.waiting = append(p.waiting, k)
	}
	return r, true
}

// Do runs a command by its name. If it needs lines that are not loaded, it does nothing.
func (p *Pane) Do(command string) Result {
	r, _ := p.attempt(func(p *Pane) Result { return p.do(command) })
	return r
}

// mustWait reports whether keys have to wait for the host: for an answer, or for the screen at
// its new width.
func (p *Pane) mustWait() bool { return p.awaitsAnswer || p.received != nil }

// AwaitsLines reports whether the pane waits for lines, to handle keys or to go to a position.
func (p *Pane) AwaitsLines() bool { return len(p.waiting) > 0 || p.goal != nil }

// TakeWaiting goes to the pending position if its line is loaded, and returns the keys that
// waited for lines or an answer. The caller passes each to [Pane.Key] again. It returns none
// while an answer of the host is pending.
func (p *Pane) TakeWaiting() []keys.Key {
	p.goToPending()
	if p.mustWait() {
		return nil
	}
	waiting := p.waiting
	p.waiting = nil
	return waiting
}

// freeze freezes the text while the user reads it. A resize ends that, so that the child can
// redraw its screen; the next key or click freezes it again.
func (p *Pane) freeze() {
	if p.keyed {
		p.session.Freeze(false)
		p.updateText()
	}
}

// attempt calls does for a key. If that needs lines that are not loaded, it restores the state
// and reports false.
func (p *Pane) attempt(does func(*Pane) Result) (r Result, done bool) {
	p.freeze()
	before := p.state
	p.estimated = false
	if p.copied {
		p.copied = false
		p.mode.Unselect()
	}
	if r = does(p); r.Leave {
		return r, true
	}
	if p.text.Missing() {
		p.state = before
		return Result{}, false
	}
	p.requestHighlights()
	return r, true
}

// key handles a key: the character that a find command waits for, a digit of a number, or a
// part of a sequence.
func (p *Pane) key(k keys.Key) Result {
	if c := p.char; c != nil {
		p.char = nil
		p.goToChar(*c, k)
		return Result{}
	}
	if d, ok := p.digit(k); ok && len(p.typed) == 0 && (d > 0 || p.count > 0) {
		p.count = min(p.count*10+d, maxCount)
		return Result{}
	}
	sequence := append(slices.Clone(p.typed), k)
	p.typed = nil
	switch m := p.keys.Find(sequence); {
	case m.Leads:
		p.typed = sequence
		return Result{}
	case m.Command != "":
		return p.do(m.Command)
	case m.Other:
		p.count = 0
		return Result{Ask: RunBound{sequence}}
	}
	p.count = 0
	return Result{}
}

// do runs a command, and repeats a move by the number before it.
func (p *Pane) do(command string) (r Result) {
	all := Commands()
	i := slices.IndexFunc(all, func(c Command) bool { return c.Name == command })
	switch {
	case i < 0:
	case all[i].verb != nil:
		r = all[i].verb(p)
	default:
		for range max(p.count, 1) {
			before := p.mode
			if all[i].move(&p.mode, p.text); p.mode == before || p.text.Missing() {
				break
			}
		}
	}
	p.count = 0
	return r
}

// digit returns the digit that a key adds to the number before a command: a plain digit in
// the vi keys, one with Alt in the emacs keys.
func (p *Pane) digit(k keys.Key) (int, bool) {
	name := k.Name()
	if p.keys.Emacs() {
		if len(name) != 5 || name[:4] != "alt+" {
			return 0, false
		}
		name = name[4:]
	}
	if len(name) == 1 && name[0] >= '0' && name[0] <= '9' {
		return int(name[0] - '0'), true
	}
	return 0, false
}

// charSeek is a find command that waits for its character (vi's f, F, t and T).
type charSeek struct {
	back, till bool
	times      int
}

func (p *Pane) goToChar(c charSeek, k keys.Key) {
	char := []rune(k.Text)
	if len(char) != 1 {
		return
	}
	p.mode.Seek(p.text, char[0], c.back, c.till)
	for range c.times - 1 {
		p.mode.SeekAgain(p.text, false)
	}
}
