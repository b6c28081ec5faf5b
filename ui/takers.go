package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
	"dormer/ui/input"
	"dormer/ui/keys"
)

// What the outer terminal sends is offered to one after the other, in the order of the
// lists of this file, until somebody takes it.

// taker may take a key, a paste or what the mouse does. It reports whether it has, and
// what is asked for then.
type taker[E any] func(E) (taken bool, asks []command.Result)

// keyTakers are who may take a key that is pressed.
func (m *Model) keyTakers() []taker[keys.Key] {
	return append([]taker[keys.Key]{
		func(k keys.Key) (bool, []command.Result) { return m.firstPageTakes(input.Key{Key: k}) },
		m.dragTakes,
		m.dialogTakes,
		m.lockTakes,
		m.prefixTakes,
	}, m.paneTakers()...)
}

// paneTakers are who may take a key that is for the active pane.
func (m *Model) paneTakers() []taker[keys.Key] {
	return []taker[keys.Key]{m.copyModeTakes, m.idledPaneTakes, m.endedPaneTakes, m.childTakes}
}

// pasteTakers are who may take a paste.
func (m *Model) pasteTakers() []taker[input.Paste] {
	return []taker[input.Paste]{
		func(p input.Paste) (bool, []command.Result) { return m.firstPageTakes(p) },
		m.dialogTakesPaste,
		m.idledPaneTakesPaste,
		m.endedPaneTakesPaste,
		m.childTakesPaste,
	}
}

// mouseTakers are who may take an event of the mouse. What it means where no dialog is
// open, the pointer says.
func (m *Model) mouseTakers() []taker[input.Mouse] {
	return []taker[input.Mouse]{
		func(e input.Mouse) (bool, []command.Result) { return m.firstPageTakes(e) },
		m.dialogTakesMouse,
		m.pointerTakes,
	}
}

// offer gives something to one after the other until somebody takes it, and does what
// they ask for.
func offer[E any](m *Model, e E, takers []taker[E]) tea.Cmd {
	var cmds []tea.Cmd
	for _, takes := range takers {
		taken, asks := takes(e)
		cmds = append(cmds, m.doAll(asks))
		if taken {
			break
		}
	}
	return tea.Batch(cmds...)
}

// input takes what the outer terminal sent in one read.
func (m *Model) input(events []input.Event) tea.Cmd {
	var cmds []tea.Cmd
	for _, e := range events {
		// What one event changed decides where the next one goes.
		cmds = append(cmds, m.event(e), m.publish())
	}
	return tea.Batch(cmds...)
}

func (m *Model) event(e input.Event) tea.Cmd {
	switch e := e.(type) {
	case input.Key:
		return m.key(e.Key)
	case input.Text:
		return m.text(e)
	case input.Paste:
		return offer(m, e, m.pasteTakers())
	case input.Mouse:
		return offer(m, e, m.mouseTakers())
	case input.Focus:
		m.outerFocus(e.In)
	case input.Reply:
		m.reply(e)
	}
	return nil
}

// key offers a key. A release is for a child that asked for releases; nobody else cares.
func (m *Model) key(k keys.Key) tea.Cmd {
	if k.Kind == keys.Release {
		m.releaseToChild(k)
		return nil
	}
	return offer(m, k, m.keyTakers())
}

// text takes a run of typed characters: the child gets it whole, and everybody else one
// key at a time.
func (m *Model) text(t input.Text) tea.Cmd {
	if m.childTakesText() {
		_, asks := m.firstPageTakes(t)
		m.textToChild(t.Text)
		return m.doAll(asks)
	}
	var cmds []tea.Cmd
	for _, k := range keys.Typed(t.Text) {
		cmds = append(cmds, m.key(k))
	}
	return tea.Batch(cmds...)
}

// childTakesText reports whether nobody but the child of the active pane takes a key of
// a text.
func (m *Model) childTakesText() bool {
	return m.live.Get(m.activePane()).Takes() && m.dialog() == nil && m.prefix.At == nil &&
		!m.prefix.Repeating(m.deps.Now()) && !m.keys().BindsText && !m.copyKeyed()
}
