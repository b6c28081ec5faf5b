package grants

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session/grant"
	"dormer/ui/command"
	"dormer/ui/duration"
	"dormer/ui/lists"
)

// Store stores the grants.
type Store interface {
	List() ([]grant.Grant, error)
	Revoke(match func(grant.Grant) bool) ([]grant.Grant, error)
}

// Message delivers the result of reading or revoking grants.
type Message interface{ grants() }

type (
	// Found delivers the valid grants, or the reason why they cannot be read. Open means that the
	// user asked to see them.
	Found struct {
		All  []lists.Grant
		Err  error
		Open bool
	}
	// Revoked says that a grant was revoked, or why not.
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

// Grants are the grants of the user.
type Grants struct {
	// Store stores the grants; nil for none.
	Store Store
	// All are the valid grants, as of the last reading.
	All []lists.Grant
}

// Result says what the caller has to do. The zero value means nothing.
type Result struct {
	// Say is a sentence to show.
	Say string
	// Open opens the list of the grants.
	Open bool
	// Ends is the time when the next grant ends and an [Expired] is due; zero for never.
	Ends time.Time
	Cmd  tea.Cmd
}

// Handle handles a message. l describes the agent and the session of a grant in words.
func (g *Grants) Handle(msg Message, l lists.Lists) Result {
	switch msg := msg.(type) {
	case Found:
		if msg.Err != nil {
			return Result{Say: msg.Err.Error()}
		}
		g.All = msg.All
		r := Result{Open: msg.Open}
		for _, one := range g.All {
			r.Ends = duration.Earlier(r.Ends, one.Until)
		}
		return r
	case Revoked:
		if msg.Err != nil {
			return Result{Say: msg.Err.Error()}
		}
		return Result{Say: l.Caller(msg.Caller) + " may no longer act on " + l.Granted(msg.Session), Cmd: g.Read(false)}
	case Expired:
		return Result{Cmd: g.Read(false)}
	}
	return Result{}
}

// Read reads the grants. open means that the user asked to see them.
func (g *Grants) Read(open bool) tea.Cmd {
	s := g.Store
	if s == nil {
		return nil
	}
	return func() tea.Msg {
		all, err := s.List()
		return Found{given(all), err, open}
	}
}

// given returns the grants given by the user. It leaves out the permission of an agent to act on
// sessions that it opened.
func given(all []grant.Grant) (out []lists.Grant) {
	for _, g := range all {
		if !g.Opened {
			out = append(out, lists.Grant{Caller: g.Caller, Session: g.Session, Until: g.Until})
		}
	}
	return out
}

// Revoke revokes a grant.
func (g *Grants) Revoke(r command.RevokeGrant) tea.Cmd {
	s := g.Store
	if s == nil {
		return nil
	}
	return func() tea.Msg {
		_, err := s.Revoke(func(g grant.Grant) bool { return !g.Opened && g.Caller == r.Caller && g.Session == r.Session })
		return Revoked{r, err}
	}
}
