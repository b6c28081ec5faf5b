package workspace

import (
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dormer/session"
)

// dice makes choices, for property tests and fuzzing alike.
type dice interface{ roll(sides int) int }

type rapidDice struct{ t *rapid.T }

func (d rapidDice) roll(sides int) int { return rapid.IntRange(0, sides-1).Draw(d.t, "roll") }

type bytesDice struct{ left []byte }

func (d *bytesDice) roll(sides int) int {
	if len(d.left) == 0 {
		return 0
	}
	b := d.left[0]
	d.left = d.left[1:]
	return int(b) % sides
}

// player makes random actions. Their targets are open, are closed, or never existed.
type player struct {
	dice
	state State
	now   time.Time
	next  int
}

func (p *player) freshID() session.ID {
	p.next++
	return session.ID{0: byte(p.next), 1: byte(p.next >> 8), 6: 0x40, 8: 0x80, 15: 3}
}

func (p *player) session() session.ID {
	ids := append(p.state.SessionIDs(), p.state.ArchivedIDs()...)
	if len(ids) == 0 || p.roll(12) == 0 {
		return p.freshID()
	}
	return ids[p.roll(len(ids))]
}

func (p *player) pane() session.ID {
	t, ok := p.state.ActiveTab()
	if !ok || p.roll(3) == 0 {
		return p.session()
	}
	ids := t.Panes()
	return ids[p.roll(len(ids))]
}

func (p *player) tab() TabID {
	var ids []TabID
	for _, v := range p.state.Views {
		for _, t := range v.Tabs {
			ids = append(ids, t.ID)
		}
	}
	if len(ids) == 0 || p.roll(12) == 0 {
		return p.freshID()
	}
	return ids[p.roll(len(ids))]
}

func (p *player) view() ViewID {
	return []ViewID{MainView, "two", "three", ""}[p.roll(4)]
}

func (p *player) area() session.Size {
	return []session.Size{{Rows: 24, Cols: 80}, {}, {Rows: 60, Cols: 200}, {Rows: 5, Cols: 20}, {Rows: 1, Cols: 1}, {Rows: -3, Cols: 7}}[p.roll(6)]
}

func (p *player) name() string { return []string{"wide", "tall", ""}[p.roll(3)] }

func (p *player) frame() Frame {
	if p.roll(2) == 0 {
		return Frame{}
	}
	return Frame{X: p.roll(12000) - 1000, Y: p.roll(12000) - 1000, W: p.roll(12000) - 1000, H: p.roll(12000) - 1000}
}

func (p *player) side() Direction { return Direction(p.roll(5)) }

func (p *player) record() Record {
	r := Record{ID: p.freshID(), Dir: "/home", CreatedAt: p.now}
	switch p.roll(6) {
	case 0:
		r.ID = p.session()
	case 1:
		r.Source = session.Source{Kind: session.Worktree, Worktree: []string{"/w/a", "/w/b"}[p.roll(2)]}
	case 2:
		r.Lifetime = session.Temporary
	}
	return r
}

func (p *player) action() Action {
	p.now = p.now.Add(time.Duration(p.roll(100)) * time.Second)
	switch p.roll(43) {
	case 0, 1:
		if p.roll(4) == 0 {
			return p.layout()
		}
		return OpenTab{View: p.view(), Tab: p.freshID(), Index: p.roll(5) - 1, Record: p.record()}
	case 2, 3, 4, 5:
		return SplitPane{Tab: p.tabOf(p.pane()), At: p.pane(), Side: p.side(), Record: p.record(), Area: p.area()}
	case 6:
		return CloseTab{Tab: p.tab(), At: p.now}
	case 7, 8:
		return ClosePane{Session: p.pane(), At: p.now, Area: p.area()}
	case 9:
		return KillPane{Session: p.session(), Area: p.area()}
	case 10, 11:
		return []Action{
			UndoClose{At: p.now}, UndoClose{At: p.now, Holding: p.session(), Tab: p.freshID()},
			KeepClosed{Holding: p.session(), Until: p.now.Add(time.Hour)}, DropClosed{Holding: p.session()},
		}[p.roll(4)]
	case 12:
		return Expire{At: p.now}
	case 13:
		return FocusPane{Session: p.session()}
	case 14:
		return FocusTab{Tab: p.tab()}
	case 15:
		return FocusDirection{Tab: p.tab(), Side: p.side(), Area: p.area()}
	case 16:
		return FocusNext{Tab: p.tab(), Back: p.roll(2) == 0}
	case 17:
		return ResizePane{Session: p.pane(), Side: p.side(), Cells: p.roll(40) - 20, Area: p.area()}
	case 18:
		return MoveBorder{Tab: p.tab(), Path: []int{p.roll(3), p.roll(3)}[:p.roll(3)], Index: p.roll(4) - 1, Position: p.roll(90) - 5, Area: p.area()}
	case 19:
		return Equalize{Tab: p.tab()}
	case 20:
		return SwapPanes{A: p.session(), B: p.session()}
	case 21:
		if p.roll(3) == 0 {
			return RotatePanes{Tab: p.tab(), Back: p.roll(2) == 0}
		}
		return SwapNext{Session: p.pane(), Back: p.roll(2) == 0}
	case 22:
		return MovePane{Session: p.session(), At: p.session(), Side: p.side(), Area: p.area()}
	case 23:
		return BreakPane{Session: p.pane(), Tab: p.freshID(), Area: p.area()}
	case 24:
		return JoinTab{From: p.tab(), At: p.session(), Side: p.side(), Area: p.area()}
	case 25:
		return ToggleZoom{Session: p.pane()}
	case 26:
		return ApplyPreset{Tab: p.tab(), Preset: Preset(p.roll(7))}
	case 27:
		return MoveTab{Tab: p.tab(), Index: p.roll(6) - 1}
	case 28:
		return []Action{RenameTab{Tab: p.tab(), Name: "x"}, RenameSession{Session: p.session(), Name: "y"}, StartSession{Session: p.session()}}[p.roll(3)]
	case 29:
		return OpenView{View: p.view()}
	case 30:
		return SwitchView{View: p.view()}
	case 31:
		return CloseView{View: p.view(), At: p.now}
	case 32, 33, 34:
		return Undo{At: p.now, Tab: p.freshID()}
	case 35:
		return Redo{At: p.now, Tab: p.freshID()}
	case 36, 37:
		return []Action{
			OpenFloat{Tab: p.tab(), Record: p.record(), Frame: p.frame(), Area: p.area()},
			FloatPane{Session: p.pane(), Area: p.area()}, FloatPane{Session: p.pane(), Frame: p.frame()},
			TilePane{Session: p.pane(), Area: p.area()},
			PlaceFloat{Session: p.pane(), Rect: Rect{p.roll(90) - 5, p.roll(30) - 5, p.roll(90) - 2, p.roll(30) - 2}, Area: p.area(), At: p.now},
			MoveFloat{Session: p.pane(), Side: p.side(), Cells: p.roll(40) - 20, Area: p.area(), At: p.now},
			HideFloat{Session: p.pane()},
			ShowFloats{Tab: p.tab(), Show: p.roll(2) == 0},
		}[p.roll(8)]
	case 38:
		return []Action{
			SyncTab{Tab: p.tab(), On: p.roll(3) > 0}, SyncPane{Session: p.pane(), On: p.roll(3) > 0},
			SaveLayout{Tab: p.tab(), Name: p.name()}, UseLayout{Tab: p.tab(), Name: p.name()}, DropLayout{Tab: p.tab(), Name: p.name()},
			UseLayout{Tab: p.tab(), Name: p.name()},
		}[p.roll(6)]
	case 40, 41:
		return []Action{
			ArchiveSession{Session: p.session(), At: p.now, Area: p.area()}, ArchiveSession{Session: p.pane(), At: p.now},
			UnarchiveSession{Session: p.session(), At: p.now, View: p.view(), Tab: p.freshID()}, RemoveSession{Session: p.session()},
			SuspendSessions{Sessions: []session.ID{p.session(), p.pane()}, At: p.now}, SessionResumed{Session: p.session()},
			SessionIdled{Session: p.pane(), At: p.now},
		}[p.roll(7)]
	case 39:
		return []Action{RenameView{View: p.view(), Name: p.name()}, MoveTabToView{Tab: p.tab(), View: p.view(), Index: p.roll(5) - 1}}[p.roll(2)]
	default:
		return []Action{
			SessionTitled{Session: p.session(), Title: "vim"},
			SessionMoved{Session: p.session(), Dir: "/tmp"},
			SessionRuns{Session: p.session(), Program: "make"},
			SessionFailed{Session: p.session(), Reason: "no such file"},
			SessionEnded{Session: p.session()},
			SessionAsks{Session: p.session(), Attention: Attention{Reason: "bell", Text: "rang the bell"}},
			SessionProvided{Session: p.session(), Provider: session.Direct},
		}[p.roll(7)]
	}
}

// layout returns some tabs of up to three panes each. Now and then one is not valid.
func (p *player) layout() OpenLayout {
	a := OpenLayout{Title: p.name(), Area: p.area()}
	for range 1 + p.roll(3) {
		one, two := p.record(), p.record()
		t := Tab{ID: p.freshID(), Active: one.ID, Root: Leaf(one.ID), Name: p.name()}
		a.Records = append(a.Records, one)
		switch p.roll(4) {
		case 0:
			t.Root = &Node{Axis: Axis(p.roll(3)), Children: []Child{{Weight: p.roll(5), Node: Leaf(one.ID)}, {Weight: 3, Node: Leaf(two.ID)}}}
			a.Records = append(a.Records, two)
		case 1:
			t.Floats, t.Zoomed = []Float{{Session: two.ID, Frame: p.frame(), Hidden: p.roll(2) == 0}}, p.roll(2) == 0
			a.Records = append(a.Records, two)
		}
		a.Tabs = append(a.Tabs, Placed{View: p.view(), Index: p.roll(4) - 1, Tab: t})
		if p.roll(2) == 0 {
			a.Focus = append(a.Focus, t.ID, p.tab())
		}
	}
	return a
}

func (p *player) tabOf(id session.ID) TabID {
	if _, t, ok := p.state.TabOf(id); ok {
		return t.ID
	}
	return p.tab()
}

// fataler is the common part of tests, fuzz targets and properties.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// play applies random actions and checks all promises after each.
func play(t fataler, d dice, steps int) State {
	p := &player{dice: d, state: New("play"), now: noon}
	for range steps {
		a := p.action()
		before := deepCopy(p.state)
		next, effects, err := Apply(p.state, a)
		if !reflect.DeepEqual(p.state, before) {
			t.Fatalf("%T%+v changed the state it was given", a, a)
		}
		if broken := Check(next); broken != nil {
			t.Fatalf("after %T%+v on %s:\n%v", a, a, described(before), broken)
		}
		if err != nil && (!reflect.DeepEqual(next, before) || len(effects) > 0) {
			t.Fatalf("%T%+v failed (%v) and changed something", a, a, err)
		}
		for _, id := range next.OpenIDs() { // S4-11
			if next.Sessions[id].Disposition == session.Archived {
				t.Fatalf("after %T%+v on %s: an archived session has a pane", a, a, described(before))
			}
		}
		if msg := effectFault(before, next, a, effects); msg != "" {
			t.Fatalf("%T%+v on %s: %s", a, a, described(before), msg)
		}
		if again := Prune(next, func(Record) bool { return true }); !reflect.DeepEqual(again, next) {
			t.Fatalf("after %T%+v: pruning nothing changed\n%+v\nto\n%+v", a, a, next, again)
		}
		p.state = next
	}
	return p.state
}

// effectFault returns what is wrong with the effects of a change, or "" if nothing is. Each
// session that appeared, disappeared or moved must have one effect. No session may disappear or
// change its id unless the action means that (S3-02, S3-15, S3-27, S3-36).
func effectFault(before, after State, a Action, effects []Effect) string {
	var started, ended, moved []session.ID
	saved := false
	for _, e := range effects {
		switch e := e.(type) {
		case Start:
			if !e.Again {
				started = append(started, e.Spec.ID)
			}
		case End:
			ended = append(ended, e.Session)
		case Show:
			moved = append(moved, e.Session)
			if after.Sessions[e.Session].Residency.Place != session.Active {
				return "shows a session that is not active"
			}
		case Hide:
			moved = append(moved, e.Session)
			if r := after.Sessions[e.Session].Residency; r.Place == session.Active || !r.ExpiresAt.Equal(e.Until) {
				return "hides a session that is active, or until another time"
			}
		case Save:
			saved = true
			if e.Waits && !equalExceptTitles(before, after) {
				return "lets more than words wait"
			}
		}
	}
	if _, unsaved := a.(SessionRuns); unsaved {
		if saved {
			return "saves what is not in the document"
		}
		return ""
	}
	if saved == reflect.DeepEqual(before, after) {
		return "saves exactly when nothing changed"
	}
	for id, r := range after.Sessions {
		old, was := before.Sessions[id]
		if !was && !slices.Contains(started, id) {
			return "a session came without a start"
		}
		if was && (old.Residency != r.Residency) != slices.Contains(moved, id) {
			return "a session moved without a word, or the other way round"
		}
	}
	failed, isFailed := a.(SessionFailed)
	for id := range before.Sessions {
		_, still := after.Sessions[id]
		if still == slices.Contains(ended, id) && (!isFailed || failed.Session != id) {
			return "a session went without its end, or ended without going"
		}
		if !still && !mayRemove(before, a, id) {
			return "session " + letter(id) + " was lost"
		}
	}
	return ""
}

// mayRemove reports whether an action may remove a session.
func mayRemove(s State, a Action, id session.ID) bool {
	in := func(entries []Closed) bool {
		return slices.ContainsFunc(entries, func(c Closed) bool { return slices.Contains(c.Sessions, id) })
	}
	expired := func(now time.Time) bool {
		return in(filter(s.Undo, func(c Closed) bool { return !c.ExpiresAt.After(now) }))
	}
	switch a := a.(type) {
	case KillPane:
		return a.Session == id
	case SessionFailed:
		return a.Session == id
	case SessionEnded:
		return a.Session == id
	case RemoveSession:
		return a.Session == id
	case UnarchiveSession:
		return expired(a.At)
	case Expire:
		return expired(a.At)
	case UndoClose:
		return expired(a.At)
	case Undo:
		return expired(a.At)
	case Redo:
		return expired(a.At)
	case DropClosed:
		return in(filter(s.Undo, func(c Closed) bool { return slices.Contains(c.Sessions, a.Holding) }))
	case CloseView:
		v, _ := s.View(a.View)
		return in(s.Undo[:min(max(len(s.Undo)+len(v.Tabs)-undoLimitDefault, 0), len(s.Undo))])
	case CloseTab, ClosePane:
		return len(s.Undo) == undoLimitDefault && in(s.Undo[:1])
	}
	return false
}

// deepCopy returns a copy that shares nothing with the state.
func deepCopy(s State) State {
	return copied(reflect.ValueOf(s)).Interface().(State)
}

func copied(v reflect.Value) reflect.Value {
	if v.Type() == reflect.TypeFor[time.Time]() {
		return v
	}
	out := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			out.Set(reflect.New(v.Type().Elem()))
			out.Elem().Set(copied(v.Elem()))
		}
	case reflect.Slice:
		if !v.IsNil() {
			out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
			for i := range v.Len() {
				out.Index(i).Set(copied(v.Index(i)))
			}
		}
	case reflect.Map:
		if !v.IsNil() {
			out.Set(reflect.MakeMap(v.Type()))
			for _, k := range v.MapKeys() {
				out.SetMapIndex(k, copied(v.MapIndex(k)))
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			out.Field(i).Set(copied(v.Field(i)))
		}
	default:
		out.Set(v)
	}
	return out
}

// S2-09, S3-01, S3-02.
func TestRandomActionsKeepEveryPromise(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		play(t, rapidDice{t}, 60)
	})
}

func FuzzApply(f *testing.F) {
	f.Add([]byte{0, 0, 0, 2, 3, 2, 9, 9, 6, 0, 10, 0})
	f.Add([]byte("an opened tab, some splits, closes and undos of whatever the letters say"))
	f.Fuzz(func(t *testing.T, choices []byte) {
		d := &bytesDice{choices}
		play(t, d, min(len(choices)/3, 120))
	})
}

// A close that is undone at once restores everything, at any point of a random history.
func TestUndoUndoesAnyClose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapidDice{t}
		s := play(t, d, 40)
		tab, ok := s.ActiveTab()
		if !ok {
			return
		}
		now := noon.Add(100 * time.Hour)
		s = must(t, s, Expire{At: now})
		for _, a := range []Action{CloseTab{Tab: tab.ID, At: now}, ClosePane{Session: tab.Active, At: now, Area: session.Size{Rows: 24, Cols: 80}}} {
			got := must(t, s, a, UndoClose{At: now})
			if described(got) != described(s) {
				t.Fatalf("%T and undo: got %s, want %s", a, described(got), described(s))
			}
			back, _ := got.ActiveTab()
			if !sameLayout(back.Root, tab.Root) && len(tab.Floats) == 0 {
				t.Fatalf("%T and undo: weights differ", a)
			}
		}
	})
}

// Removing a record leaves a valid workspace.
//
// S3-40.
func TestPruneOfAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapidDice{t}
		s := play(t, d, 40)
		gone := map[session.ID]bool{}
		for _, id := range s.SessionIDs() {
			gone[id] = d.roll(3) == 0
		}
		before := deepCopy(s)
		got := Prune(s, func(r Record) bool { return !gone[r.ID] })
		if !reflect.DeepEqual(s, before) {
			t.Fatal("pruning changed what it was given")
		}
		if err := Check(got); err != nil {
			t.Fatalf("%s pruned to %s: %v", described(s), described(got), err)
		}
		for _, id := range s.SessionIDs() {
			if _, kept := got.Sessions[id]; kept == gone[id] {
				t.Fatalf("session %s: kept %t", letter(id), kept)
			}
		}
	})
}

// equalExceptTitles reports whether two states differ only in titles and directories that children
// set.
func equalExceptTitles(a, b State) bool {
	sessions := maps.Clone(b.Sessions)
	for id, r := range sessions {
		r.Title, r.Dir, r.Attention = a.Sessions[id].Title, a.Sessions[id].Dir, a.Sessions[id].Attention
		sessions[id] = r
	}
	b.Sessions = sessions
	return reflect.DeepEqual(a, b)
}
