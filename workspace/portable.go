package workspace

import (
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"

	"dormer/session"
)

// Portable returns a copy of the workspace for another machine. It has everything that is open,
// with ids from newID and directories translated by dirs. Its sessions have no environment and
// no times. Closed items are left out.
func (s State) Portable(newID func() uuid.UUID, dirs func(string) string) State {
	p := porting{ids: map[uuid.UUID]uuid.UUID{}, newID: newID}
	out := State{Name: s.Name, ActiveView: s.ActiveView, Sessions: map[session.ID]Record{}}
	for _, v := range s.Views {
		v.Name = printable(v.Name)
		v.ActiveTab, v.Recent = p.id(v.ActiveTab), p.all(v.Recent)
		tabs := v.Tabs
		v.Tabs = nil
		for _, t := range tabs {
			v.Tabs = append(v.Tabs, p.tab(t))
		}
		out.Views = append(out.Views, v)
	}
	for _, id := range s.OpenIDs() {
		r, known := s.Sessions[id]
		if !known || r.Lifetime == session.Temporary {
			continue
		}
		src := r.Source
		src.Dir, src.Repo, src.Worktree = dirs(src.Dir), dirs(src.Repo), dirs(src.Worktree)
		out.Sessions[p.id(id)] = Record{
			ID: p.id(id), Source: src, Name: printable(r.Name), Title: printable(r.Title), Agent: r.Agent, Dir: dirs(r.Dir),
			Restart: r.Restart, NoHistory: r.NoHistory, Provider: session.Hosted, Lifetime: session.Persistent,
			Residency: session.Residency{Place: session.Active}, Disposition: r.Disposition,
		}
	}
	return out
}

// CreatedAt returns the workspace with at as the creation time of all its sessions.
func (s State) CreatedAt(at time.Time) State {
	sessions := make(map[session.ID]Record, len(s.Sessions))
	for id, r := range s.Sessions {
		r.CreatedAt = at
		sessions[id] = r
	}
	s.Sessions = sessions
	return s
}

// printable returns a text without control characters and bidirectional marks.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, text)
}

// porting replaces ids. It replaces equal ids by equal ids.
type porting struct {
	ids   map[uuid.UUID]uuid.UUID
	newID func() uuid.UUID
}

func (p porting) id(old uuid.UUID) uuid.UUID {
	if old == uuid.Nil {
		return old
	}
	if _, known := p.ids[old]; !known {
		p.ids[old] = p.newID()
	}
	return p.ids[old]
}

func (p porting) all(old []uuid.UUID) (out []uuid.UUID) {
	for _, id := range old {
		out = append(out, p.id(id))
	}
	return out
}

func (p porting) tab(t Tab) Tab {
	t.Name = printable(t.Name)
	t.ID, t.Active, t.Recent, t.Synced = p.id(t.ID), p.id(t.Active), p.all(t.Recent), p.all(t.Synced)
	t.Root, t.Floats = p.node(t.Root), p.floats(t.Floats)
	saved := t.Saved
	t.Saved = nil
	for _, l := range saved {
		l.Name, l.Root, l.Floats = printable(l.Name), p.node(l.Root), p.floats(l.Floats)
		t.Saved = append(t.Saved, l)
	}
	return t
}

func (p porting) node(n *Node) *Node {
	if n == nil {
		return nil
	}
	out := &Node{Session: p.id(n.Session), Axis: n.Axis}
	for _, c := range n.Children {
		out.Children = append(out.Children, Child{Weight: c.Weight, Node: p.node(c.Node)})
	}
	return out
}

func (p porting) floats(old []Float) (out []Float) {
	for _, f := range old {
		f.Session = p.id(f.Session)
		out = append(out, f)
	}
	return out
}
