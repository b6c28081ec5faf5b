package persist

import (
	"encoding"

	"dormer/session"
	"dormer/session/uuid"
	"dormer/workspace"
)

// The document as it is written, each object's members in the order of its fields. What
// a field more needs, besides its line here, TestWhatIsWrittenIsReadStraight says.

// readStraight reads a document of a known schema that is as this program writes it. ok
// is false for any other, of which nothing is known then.
func readStraight(data []byte) (d document, ok bool) {
	r := &straight{data: data}
	r.object(func() {
		r.member("schema", func() { d.Schema = r.number() })
		r.member("savedAt", func() { r.parse(&d.SavedAt) })
		r.member("name", func() { d.Name = r.text() })
		r.member("activeView", func() { d.ActiveView = workspace.ViewID(r.word()) })
		r.member("views", func() { d.Views = listOf(r, r.view) })
		r.member("sessions", func() { d.Sessions = listOf(r, r.session) })
		r.member("undo", func() { d.Undo = listOf(r, r.closed) })
	})
	_, known := readers[d.Schema]
	return d, r.whole() && known
}

// listOf reads a list. An empty one is not nil, as package encoding/json has it.
func listOf[T any](r *straight, read func() T) []T {
	out := []T{}
	r.list(func() { out = append(out, read()) })
	return out
}

func (r *straight) text() text { return text(r.word()) }

// parse reads what is written as a string.
func (r *straight) parse(into encoding.TextUnmarshaler) {
	if s := r.word(); !r.odd && into.UnmarshalText([]byte(s)) != nil {
		r.odd = true
	}
}

func (r *straight) id() (id uuid.UUID) {
	r.parse(&id)
	return id
}

func (r *straight) view() (v viewDoc) {
	r.object(func() {
		r.member("id", func() { v.ID = workspace.ViewID(r.word()) })
		r.member("name", func() { v.Name = r.text() })
		r.member("activeTab", func() { v.ActiveTab = r.id() })
		r.member("recent", func() { v.Recent = listOf(r, r.id) })
		r.member("tabs", func() { v.Tabs = listOf(r, r.tab) })
	})
	return v
}

func (r *straight) tab() (t tabDoc) {
	r.object(func() {
		r.member("id", func() { t.ID = r.id() })
		r.member("name", func() { t.Name = r.text() })
		r.member("active", func() { t.Active = r.id() })
		r.member("recent", func() { t.Recent = listOf(r, r.id) })
		r.member("zoomed", func() { t.Zoomed = r.yes() })
		r.member("preset", func() { t.Preset = r.word() })
		r.member("layout", func() { t.Layout = r.layout() })
		r.member("floats", func() { t.Floats = listOf(r, r.float) })
		r.member("arrangements", func() { t.Arrangements = listOf(r, r.saved) })
	})
	return t
}

func (r *straight) layout() *nodeDoc {
	n := r.node()
	return &n
}

func (r *straight) node() (n nodeDoc) {
	r.object(func() {
		r.member("weight", func() { n.Weight = r.number() })
		r.member("session", func() { n.Session = r.id() })
		r.member("axis", func() { n.Axis = r.word() })
		r.member("children", func() { n.Children = listOf(r, r.node) })
	})
	return n
}

func (r *straight) float() (f floatDoc) {
	r.object(func() {
		r.member("session", func() { f.Session = r.id() })
		r.member("frame", func() { f.Frame = r.frame() })
		r.member("hidden", func() { f.Hidden = r.yes() })
	})
	return f
}

func (r *straight) frame() (f [4]int) {
	sides := listOf(r, r.number)
	if copy(f[:], sides) != len(f) || len(sides) != len(f) {
		r.odd = true
	}
	return f
}

func (r *straight) saved() (s savedDoc) {
	r.object(func() {
		r.member("name", func() { s.Name = r.text() })
		r.member("layout", func() { s.Layout = r.layout() })
		r.member("floats", func() { s.Floats = listOf(r, r.float) })
	})
	return s
}

func (r *straight) session() (s sessionDoc) {
	r.object(func() {
		r.member("id", func() { s.ID = r.id() })
		r.member("source", func() { s.Source = r.source() })
		r.member("title", func() { s.Title = r.text() })
		r.member("name", func() { s.Name = r.text() })
		r.member("agent", func() { s.Agent = session.Agent(r.word()) })
		r.member("dir", func() { s.Dir = r.text() })
		r.member("env", func() { s.Env = listOf(r, r.text) })
		r.member("provider", func() { s.Provider = session.Provider(r.word()) })
		r.member("lifetime", func() { s.Lifetime = session.Lifetime(r.word()) })
		r.member("residency", func() { s.Residency = r.residency() })
		r.member("disposition", func() { s.Disposition = session.Disposition(r.word()) })
		r.member("createdAt", func() { r.parse(&s.CreatedAt) })
	})
	return s
}

func (r *straight) source() (s sourceDoc) {
	r.object(func() {
		r.member("kind", func() { s.Kind = session.SourceKind(r.word()) })
		r.member("repo", func() { s.Repo = r.text() })
		r.member("worktree", func() { s.Worktree = r.text() })
		r.member("dir", func() { s.Dir = r.text() })
		r.member("command", func() { s.Command = listOf(r, r.text) })
	})
	return s
}

func (r *straight) residency() (d residencyDoc) {
	r.object(func() {
		r.member("place", func() { d.Place = session.Place(r.word()) })
		r.member("expiresAt", func() { r.parse(&d.ExpiresAt) })
	})
	return d
}

func (r *straight) closed() (c closedDoc) {
	r.object(func() {
		r.member("title", func() { c.Title = r.text() })
		r.member("closedAt", func() { r.parse(&c.ClosedAt) })
		r.member("expiresAt", func() { r.parse(&c.ExpiresAt) })
		r.member("view", func() { c.View = workspace.ViewID(r.word()) })
		r.member("viewName", func() { c.ViewName = r.text() })
		r.member("sessions", func() { c.Sessions = listOf(r, r.id) })
		r.member("tab", func() { c.Tab = r.tab() })
		r.member("tabIndex", func() { c.TabIndex = r.number() })
		r.member("pane", func() {
			p := r.closedPane()
			c.Pane = &p
		})
	})
	return c
}

func (r *straight) closedPane() (p closedPaneDoc) {
	r.object(func() {
		r.member("session", func() { p.Session = r.id() })
		r.member("before", func() { p.Before = r.layout() })
		r.member("after", func() { p.After = r.layout() })
		r.member("neighbour", func() { p.Neighbour = r.id() })
		r.member("side", func() { p.Side = r.word() })
		r.member("weight", func() { p.Weight = r.number() })
		r.member("total", func() { p.Total = r.number() })
		r.member("wasActive", func() { p.WasActive = r.yes() })
		r.member("wasZoomed", func() { p.WasZoomed = r.yes() })
		r.member("float", func() {
			f := r.float()
			p.Float = &f
		})
	})
	return p
}
