package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
	"dormer/ui/input"
	"dormer/ui/keys"
)

// Input is offered to parts of the program in the order of the lists in this file, until one takes
// it.

// taker may take a key, a paste or an event of the mouse. It reports whether it did, and returns
// what is to be done.
type taker[E any] func(E) (taken bool, asks []command.Result)

// keyTakers may take a pressed key.
func (m *Model) keyTakers() []taker[keys.Key] {
	return append([]taker[keys.Key]{
		func(k keys.Key) (bool, []command.Result) { return m.firstPageTakes(input.Key{Key: k}) },
		m.dragTakes,
		m.dialogTakes,
		m.boundKeyTakes,
	}, m.paneTakers()...)
}

// paneTakers may take a key that is for the active pane.
func (m *Model) paneTakers() []taker[keys.Key] {
	return []taker[keys.Key]{m.copyModeTakes, m.idledPaneTakes, m.endedPaneTakes, m.childTakes}
}

// pasteTakers may take a paste.
func (m *Model) pasteTakers() []taker[input.Paste] {
	return []taker[input.Paste]{
		func(p input.Paste) (bool, []command.Result) { return m.firstPageTakes(p) },
		m.dialogTakesPaste,
		m.idledPaneTakesPaste,
		m.endedPaneTakesPaste,
		m.childTakesPaste,
	}
}

// mouseTakers may take an event of the mouse.
func (m *Model) mouseTakers() []taker[input.Mouse] {
	return []taker[input.Mouse]{
		func(e input.Mouse) (bool, []command.Result) { return m.firstPageTakes(e) },
		m.dialogTakesMouse,
		m.pointerTakes,
	}
}

// offer offers input to takers until one takes it, and carries out what they ask for.
func offer[E any](m *Model, e E, takers []taker[E]) tea.Cmd {
	var cmd tea.Cmd
	for _, takes := range takers {
		taken, asks := takes(e)
		cmd = tea.Batch(cmd, m.doAll(asks))
		if taken {
			break
		}
	}
	return cmd
}

// input takes the events of one read from the outer terminal.
func (m *Model) input(events []input.Event) tea.Cmd {
	var cmd tea.Cmd
	for _, e := range events {
		// This event may change who takes the next one.
		cmd = tea.Batch(cmd, m.noteUse(e), m.event(e), m.publish())
	}
	return cmd
}

func (m *Model) event(e input.Event) tea.Cmd {
	switch e := e.(type) {
	case input.Key:
		return m.key(e.Key)
	case input.Text:
		return m.text(e)
	case input.Paste:
		return m.paste(e)
	case input.Mouse:
		return offer(m, e, m.mouseTakers())
	case input.Focus:
		m.outerFocus(e.In)
	case input.Reply:
		m.reply(e)
	}
	return nil
}

// paste offers the first part of a paste, and sends the other parts to whoever took the first. The
// focus may have moved since: if the program has ended, its pane may be closed.
func (m *Model) paste(p input.Paste) tea.Cmd {
	rest := m.pasting && !p.First
	m.pasting = p.More
	if !rest {
		m.pasteInto = nil
		return offer(m, p, m.pasteTakers())
	}
	if m.pasteInto == nil {
		return offer(m, p, []taker[input.Paste]{m.dialogTakesPaste})
	}
	m.pasteToChildren(m.pasteInto, p)
	return nil
}

// key offers a key. Only a child can take a release.
func (m *Model) key(k keys.Key) tea.Cmd {
	if k.Kind == keys.Release {
		m.releaseToChild(k)
		return nil
	}
	return offer(m, k, m.keyTakers())
}

// text takes typed characters. The child gets them at once, everybody else key by key.
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

// childTakesText reports whether nobody but the child of the active pane can take typed text.
func (m *Model) childTakesText() bool {
	return m.live.Get(m.activePane()).TakesInput() && m.dialog() == nil && m.prefix.At == nil &&
		!m.prefix.Repeating(m.deps.Now()) && !m.keys().BindsText && !m.copyKeyed()
}
