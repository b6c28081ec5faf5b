package ui

import (
	"dormer/session/grid"
	"dormer/ui/command"
	"dormer/ui/input"
	"dormer/ui/keys"
)

// ahead is what was typed into a pane before its session was there: a user who
// opens a tab and types on is never faster than the child, whose terminal keeps
// what comes early too. A child that has not started has asked for nothing yet, so
// keys are written as a fresh terminal writes them.
type ahead struct {
	pieces []piece
}

// piece is some input: keys already written as bytes, or a part of a paste.
type piece struct {
	data        []byte
	paste, more bool
}

// starting reports whether a session is on its way.
func (l *live) starting() bool {
	return l != nil && l.client == nil && !l.stuck() && !l.health.CanStart && l.asleep == nil
}

// startingPaneTakes keeps a key for a session that is on its way.
func (m *Model) startingPaneTakes(k keys.Key) (bool, []command.Result) {
	l := m.live[m.activePane()]
	if !l.starting() {
		return false, nil
	}
	l.ahead.key(k)
	return true, nil
}

// startingPaneTakesPaste keeps a paste for a session that is on its way.
func (m *Model) startingPaneTakesPaste(p input.Paste) (bool, []command.Result) {
	l := m.live[m.activePane()]
	if !l.starting() {
		return false, nil
	}
	l.ahead.paste(p.Data, p.More)
	return true, nil
}

func (a *ahead) key(k keys.Key) {
	if b := keys.Encode(nil, k, grid.Modes{}); len(b) > 0 {
		a.pieces = append(a.pieces, piece{data: b})
	}
}

func (a *ahead) paste(data []byte, more bool) {
	a.pieces = append(a.pieces, piece{data: data, paste: true, more: more})
}

// give hands everything to the session, once.
func (a *ahead) give(l *live) {
	for _, p := range a.pieces {
		if p.paste {
			l.paste(p.data, p.more)
			continue
		}
		l.typeBytes(p.data)
	}
	a.pieces = nil
}
