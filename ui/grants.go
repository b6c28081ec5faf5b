package ui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/grants"
	"dormer/ui/lists"
)

// GrantsChanged reads the grants again, for their file may have changed.
func (p *Program) GrantsChanged() { p.loop.Send(grants.Expired{}) }

// ofGrants takes what was read of the grants, or became of one.
func (m *Model) ofGrants(msg grants.Message) tea.Cmd {
	switch msg := msg.(type) {
	case grants.Expired:
		return grants.Read(m.deps.Grants, false)
	case grants.Revoked:
		if msg.Err != nil {
			m.sayFor(msg.Err.Error(), longNotice)
			return nil
		}
		l := m.lists()
		m.sayFor(l.Caller(msg.Caller)+" may no longer act on "+l.Granted(msg.Session), longNotice)
		return grants.Read(m.deps.Grants, false)
	case grants.Found:
		return m.grantsFound(msg)
	}
	return nil
}

func (m *Model) grantsFound(msg grants.Found) tea.Cmd {
	if msg.Err != nil {
		m.sayFor(msg.Err.Error(), longNotice)
		return nil
	}
	if !slices.EqualFunc(m.granted, msg.All, sameGrant) {
		m.granted = msg.All
		m.changed()
	}
	var wait tea.Cmd
	if at := grants.Next(m.granted); !at.IsZero() {
		wait = m.deps.tick(max(at.Sub(m.now()), time.Second), grants.Expired{})
	}
	if msg.Open {
		return tea.Batch(wait, m.openFinder(lists.Grants(listed{m}, m.granted)))
	}
	return wait
}

func sameGrant(a, b lists.Grant) bool {
	return a.Caller == b.Caller && a.Session == b.Session && a.Until.Equal(b.Until)
}
