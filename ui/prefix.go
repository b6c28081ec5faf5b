package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/keys"
)

const (
	// prefixPause is how long after the prefix the keys that can follow are shown.
	prefixPause = 500 * time.Millisecond
	// repeatTime is how long a repeatable command can be repeated without the
	// prefix (tmux's repeat-time).
	repeatTime = 500 * time.Millisecond
)

// prefixState is what the keyboard is in the middle of.
type prefixState struct {
	pending bool
	hints   bool
	// serial tells the time-outs of one press of the prefix from those of another.
	serial int
	// repeatUntil is until when repeatable commands need no prefix.
	repeatUntil time.Time
}

// prefixPaused says that the pause after a press of the prefix has passed.
type prefixPaused struct{ serial int }

// key sends a key where it belongs: to the dialog on top, to a command, or to
// the child.
func (m *Model) key(k keys.Key) tea.Cmd {
	if k.Kind == keys.Release {
		return m.releaseToChild(k)
	}
	if d := m.dialog(); d != nil && !m.prefix.pending {
		return m.dialogKey(d, k)
	}
	if m.prefix.pending {
		return m.prefixedKey(k)
	}
	if k.Name() == prefixKey {
		return m.startPrefix()
	}
	if c, ok := m.keys.afterPrefix(k); ok && c.repeat && m.repeating() {
		m.prefix.repeatUntil = m.deps.Now().Add(repeatTime)
		return m.run(c)
	}
	m.prefix.repeatUntil = time.Time{}
	if c, ok := m.keys.without(k); ok {
		m.outer.chords = true // or it would not have come
		return m.run(c)
	}
	return m.keyToChild(k)
}

// repeating reports whether repeatable commands need no prefix just now.
func (m *Model) repeating() bool { return m.deps.Now().Before(m.prefix.repeatUntil) }

func (m *Model) startPrefix() tea.Cmd {
	m.prefix.pending = true
	m.prefix.serial++
	serial := m.prefix.serial
	m.changed()
	return m.after(prefixPause, prefixPaused{serial})
}

func (m *Model) pausedAfterPrefix(p prefixPaused) {
	if m.prefix.pending && m.prefix.serial == p.serial {
		m.prefix.hints = true
		m.changed()
	}
}

func (m *Model) endPrefix() {
	m.prefix.pending, m.prefix.hints = false, false
	m.changed()
}

func (m *Model) prefixedKey(k keys.Key) tea.Cmd {
	if k.Modifier() {
		return nil // Shift on its way to % is a key event of its own in some protocols
	}
	m.endPrefix()
	c, ok := m.keys.afterPrefix(k)
	if !ok {
		if k.Name() != "esc" {
			m.say("Ctrl-b " + printed(k.Name()) + " means nothing: Ctrl-b ? lists all keys")
		}
		return nil
	}
	if c.repeat {
		m.prefix.repeatUntil = m.deps.Now().Add(repeatTime)
	}
	return m.run(c)
}

// run resolves a command for the present focus and does it, or says why not.
func (m *Model) run(c command) tea.Cmd {
	r := c.resolve(m.focus())
	switch {
	case r.disabled != "":
		m.say(c.title + ": " + r.disabled)
		return nil
	case r.verb != nil:
		return r.verb(m)
	default:
		return m.apply(r.action)
	}
}
