package grants

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session/grant"
	"dormer/ui/command"
	"dormer/ui/lists"
)

// Store keeps the grants.
type Store interface {
	List() ([]grant.Grant, error)
	Revoke(match func(grant.Grant) bool) ([]grant.Grant, error)
}

// Message brings what was read or taken back.
type Message interface{ grants() }

type (
	// Found brings the grants that hold, or why they cannot be read. Open says that the user
	// asked to see them.
	Found struct {
		All  []lists.Grant
		Err  error
		Open bool
	}
	// Revoked says that a grant was taken back, or why not.
	Revoked struct {
		command.RevokeGrant
		Err error
	}
	// Expired says that a grant may have ended.
	Expired struct{}
)

func (Found) grants()   {}
func (Revoked) grants() {}
func (Expired) grants() {}

// Read reads the grants; the store may be nil.
func Read(s Store, open bool) tea.Cmd {
	if s == nil {
		return nil
	}
	return func() tea.Msg {
		all, err := s.List()
		return Found{given(all), err, open}
	}
}

// given are the grants of the user. That an agent may act on what it has opened is not one.
func given(all []grant.Grant) (out []lists.Grant) {
	for _, g := range all {
		if !g.Opened {
			out = append(out, lists.Grant{Caller: g.Caller, Session: g.Session, Until: g.Until})
		}
	}
	return out
}

// Revoke takes a grant back; the store may be nil.
func Revoke(s Store, r command.RevokeGrant) tea.Cmd {
	if s == nil {
		return nil
	}
	return func() tea.Msg {
		_, err := s.Revoke(func(g grant.Grant) bool { return !g.Opened && g.Caller == r.Caller && g.Session == r.Session })
		return Revoked{r, err}
	}
}

// Next is when the next of some grants ends; zero for never.
func Next(all []lists.Grant) (at time.Time) {
	for _, g := range all {
		if !g.Until.IsZero() && (at.IsZero() || g.Until.Before(at)) {
			at = g.Until
		}
	}
	return at
}
