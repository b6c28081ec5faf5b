package ui

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/clock/clocktest"
	"dormer/session/grid"
	"dormer/session/health"
	"dormer/session/wire"
	"dormer/ui/attention"
	"dormer/ui/config"
	"dormer/ui/duration"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/live"
	"dormer/ui/loop"
	"dormer/ui/paint"
	"dormer/ui/screen"
	"dormer/workspace"
)

// world is a model whose surroundings are played by the test: a clock that the test moves, sessions
// owned by the test, and a terminal that records its calls.
type world struct {
	t        testing.TB
	m        *Model
	now      time.Time
	owners   map[session.ID]*owner
	saving   sync.Mutex // of marked and settled
	marked   []workspace.State
	settled  int // how many of marked were on disk at the last Settle
	rings    int
	notified []string
	colors   screen.Colors // the terminal's colours
	caps     screen.Capabilities
	asked    int // how often it was asked for its colours
	clip     string
	fail     error // the error of the next start
	msgs     chan tea.Msg
	quit     bool
	timers   []tea.Msg // messages of timers that have been set
	due      []dueMsg  // the same, with their times
	mu       sync.Mutex
	lost     map[session.ID]bool // sessions whose process is gone
	pasts    map[session.ID]session.Past
	unsaved  []session.ID // sessions that were started before they were in the document
	ended    []session.ID
	endErr   error // the error of End
}

// owner is the test's end of a session.
type owner struct {
	spec session.Spec
	conn wire.Conn
	got  chan wire.Message
}

func (w *world) Start(spec session.Spec) (wire.Conn, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.fail; err != nil {
		w.fail = nil
		return nil, err
	}
	if !w.settledFor(spec.ID) {
		w.unsaved = append(w.unsaved, spec.ID)
	}
	viewer, conn := wire.Pipe()
	o := &owner{spec: spec, conn: conn, got: make(chan wire.Message, 100)}
	go func() {
		for {
			m, err := conn.Receive()
			if err != nil {
				close(o.got)
				return
			}
			o.got <- m
		}
	}()
	w.owners[spec.ID] = o
	return viewer, nil
}

func knows(s workspace.State, id session.ID) bool {
	_, known := s.Sessions[id]
	return known
}

func (w *world) Attach(source session.Source, id session.ID) (wire.Conn, error) {
	if !w.has(id) {
		return nil, health.ErrGone
	}
	return w.Start(session.Spec{ID: id, Dir: source.Dir})
}

func (w *world) Recall(id session.ID) health.Kept {
	kept := health.Kept{Past: w.pasts[id]}
	if conn, err := w.Start(session.Spec{ID: id}); err == nil {
		kept.Screen, kept.At = conn, w.now.Add(-time.Hour)
	}
	return kept
}

func (w *world) End(id session.ID, _ bool) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = append(w.ended, id)
	return w.endErr
}

func (w *world) Find(_ context.Context, id session.ID) error   { return w.probe(id) }
func (w *world) Check(_ context.Context, id session.ID) error  { return w.probe(id) }
func (w *world) Glance(_ context.Context, id session.ID) error { return w.probe(id) }

// has reports whether the session has a host.
func (w *world) has(id session.ID) bool { return w.probe(id) == nil }

func (w *world) probe(id session.ID) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.lost[id] {
		return health.ErrGone
	}
	return nil
}

// Mark and Settle are called concurrently: a start waits for what was marked before.
func (w *world) Mark(s workspace.State) {
	w.saving.Lock()
	defer w.saving.Unlock()
	w.marked = append(w.marked, s)
}

func (w *world) MarkLater(s workspace.State) { w.Mark(s) }

func (w *world) Settle(time.Duration) {
	w.saving.Lock()
	defer w.saving.Unlock()
	w.settled = len(w.marked)
}

// settledFor reports whether the document on disk had a session when the session started.
func (w *world) settledFor(id session.ID) bool {
	w.saving.Lock()
	defer w.saving.Unlock()
	return w.settled > 0 && knows(w.marked[w.settled-1], id)
}

func (w *world) Flush() error                      { return nil }
func (w *world) SetClipboard(_, text string) error { w.clip = text; return nil }
func (w *world) Bell()                             { w.rings++ }
func (w *world) Notify(title, text string)         { w.notified = append(w.notified, title+": "+text) }
func (w *world) Answer(input.Reply)                {}
func (w *world) Colors() screen.Colors             { return w.colors }
func (w *world) Capabilities() screen.Capabilities { return w.caps }
func (w *world) AskColors()                        { w.asked++ }
func (w *world) Suspend() error                    { return nil }
func (w *world) Resume() error                     { return nil }
func (w *world) Invalidate()                       {}

func newWorld(t testing.TB, size session.Size) *world {
	return newWorldOf(t, size, workspace.New("work"))
}

// newWorldOf returns a program that opens an existing workspace.
func newWorldOf(t testing.TB, size session.Size, state workspace.State) *world {
	w := &world{
		t: t, now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC),
		owners: map[session.ID]*owner{}, msgs: make(chan tea.Msg, 100), lost: map[session.ID]bool{},
	}
	w.m = newModel(Deps{
		Runtime: w, Prober: w, Saver: w, State: state, Dir: "/src", Size: size,
		Now: func() time.Time { return w.now }, NewID: uuid.New, term: w,
		show: func(*paint.Scene) {}, wake: func(session.ID) {}, send: func(m tea.Msg) { w.msgs <- m },
		tick: w.tick,
	})
	w.do(w.m.Init())
	return w
}

// close ends the goroutines of a world, for tests that make thousands of them.
func (w *world) close() {
	w.m.live.Close()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, o := range w.owners {
		_ = o.conn.Close() // nobody is at the other end
	}
}

// tick records a timer and returns no command: the test moves the clock and sends due messages
// itself.
func (w *world) tick(d time.Duration, msg tea.Msg) tea.Cmd {
	w.timers = append(w.timers, msg)
	w.due = append(w.due, dueMsg{w.now.Add(d), msg})
	return nil
}

// ring delivers the message of a timer.
func (w *world) ring(t timer) {
	w.t.Helper()
	w.take(timerDue{t, w.m.timers[t]})
}

// set returns how often a timer was set.
func (w *world) set(t timer) (n int) {
	for _, msg := range w.timers {
		if due, ok := msg.(timerDue); ok && due.timer == t {
			n++
		}
	}
	return n
}

// paused returns the message that no key has followed the last one of a sequence.
func (w *world) paused() (last prefixPaused) {
	for _, msg := range w.timers {
		if p, ok := msg.(prefixPaused); ok {
			last = p
		}
	}
	return last
}

// dueMsg is a message with the time at which it is due.
type dueMsg struct {
	at  time.Time
	msg tea.Msg
}

// pass moves the clock and delivers the messages that are due by then.
func (w *world) pass(d time.Duration) {
	w.t.Helper()
	for end := w.now.Add(d); ; {
		next := -1
		for i, e := range w.due {
			if !e.at.After(end) && (next < 0 || e.at.Before(w.due[next].at)) {
				next = i
			}
		}
		if next < 0 {
			w.now = end
			return
		}
		e := w.due[next]
		w.due = slices.Delete(w.due, next, next+1)
		if e.at.After(w.now) {
			w.now = e.at
		}
		w.take(e.msg)
	}
}

// do runs a command and everything that follows from it.
func (w *world) do(cmd tea.Cmd) {
	w.t.Helper()
	if cmd == nil {
		return
	}
	done := make(chan tea.Msg, 1)
	go func() { done <- cmd() }()
	select {
	case msg := <-done:
		w.take(msg)
	case <-time.After(30 * time.Second):
		w.t.Fatal("a command does not return")
	}
}

func (w *world) take(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.QuitMsg:
		w.quit = true
	case tea.BatchMsg:
		for _, cmd := range msg {
			w.do(cmd)
		}
	default:
		_, cmd := w.m.Update(msg)
		w.do(cmd)
	}
}

// press sends keys by name.
func (w *world) press(names ...string) {
	w.t.Helper()
	for _, n := range names {
		k, err := keys.Parse(n)
		if err != nil {
			w.t.Fatal(err)
		}
		w.take(loop.Input{Events: []input.Event{input.Key{Key: k}}})
	}
}

func (w *world) mouse(x, y int, b keys.Button, kind keys.MouseKind) {
	w.take(loop.Input{Events: []input.Event{input.Mouse{Mouse: keys.Mouse{X: x, Y: y, Button: b, Kind: kind}}}})
}

// owner returns the owner of the active pane's session.
func (w *world) owner() *owner {
	w.t.Helper()
	o := w.owners[w.m.activePane()]
	if o == nil {
		w.t.Fatal("the active pane has no session")
	}
	return o
}

// expect waits for a message of a type from the viewer.
func expect[T wire.Message](t testing.TB, o *owner) T {
	t.Helper()
	timeout := time.After(30 * time.Second)
	for {
		select {
		case m, ok := <-o.got:
			if !ok {
				t.Fatalf("the connection ended without a %T", *new(T))
			}
			if want, is := m.(T); is {
				return want
			}
		case <-timeout:
			t.Fatalf("no %T came", *new(T))
		}
	}
}

// applyTo sends messages to the viewer and lets the model handle them.
func (w *world) tell(o *owner, ms ...wire.Message) {
	w.t.Helper()
	for _, m := range ms {
		if err := o.conn.Send(m); err != nil {
			w.t.Fatal(err)
		}
	}
	heard := false
	w.until("the model hears of it", func(msg tea.Msg) bool {
		news, is := msg.(live.News)
		heard = heard || is && news.ID == o.spec.ID
		return heard
	})
}

// until lets the model take messages until one satisfies is.
func (w *world) until(what string, is func(tea.Msg) bool) {
	w.t.Helper()
	timeout := time.After(30 * time.Second)
	for {
		select {
		case msg := <-w.msgs:
			w.take(msg)
			if is(msg) {
				return
			}
		case <-timeout:
			w.t.Fatalf("timed out waiting until %s", what)
		}
	}
}

func (w *world) tabs() int { return len(w.m.activeView().Tabs) }

func (w *world) panes() []session.ID { return w.m.activeTab().Panes() }

var standard = session.Size{Rows: 24, Cols: 80}

func TestFirstLaunchOpensAShellAtItsFinalSize(t *testing.T) {
	w := newWorld(t, standard)
	if w.tabs() != 1 {
		t.Fatalf("%d tabs are open, want 1", w.tabs())
	}
	o := w.owner()
	if want := (session.Size{Rows: 22, Cols: 80}); o.spec.Size != want || o.spec.Dir != "/src" {
		t.Errorf("started with %+v in %q", o.spec.Size, o.spec.Dir)
	}
	if a := expect[wire.Attach](t, o); a.Size != o.spec.Size {
		t.Errorf("attached with %+v, started with %+v", a.Size, o.spec.Size)
	}
}

func TestKeysExceptThePrefixGoToTheChild(t *testing.T) {
	w := newWorld(t, standard)
	for _, tt := range []struct{ key, want string }{
		{"a", "a"}, {"ctrl+c", "\x03"}, {"up", "\x1b[A"}, {"ctrl+t", "\x14"}, {"alt+x", "\x1bx"}, {"enter", "\r"},
	} {
		w.press(tt.key)
		if got := expect[wire.Input](t, w.owner()); string(got.Data) != tt.want {
			t.Errorf("%s is %q, want %q", tt.key, got.Data, tt.want)
		}
	}
	w.press("ctrl+b", "ctrl+b")
	if got := expect[wire.Input](t, w.owner()); string(got.Data) != "\x02" {
		t.Errorf("the prefix twice is %q, want Ctrl-b", got.Data)
	}
}

func TestKeysAreEncodedAsTheChildAskedFor(t *testing.T) {
	w := newWorld(t, standard)
	o := w.owner()
	w.tell(o, wire.Frame{Seq: 1, Rows: 22, Cols: 80, Full: true, Title: "kitty", Modes: grid.Modes{Kitty: 1}})
	w.press("shift+enter")
	if got := expect[wire.Input](t, o); string(got.Data) != "\x1b[13;2u" {
		t.Errorf("Shift-Enter is %q, want CSI 13;2u", got.Data)
	}
}

func TestSplitCloseAndUndoKeepTheSession(t *testing.T) {
	w := newWorld(t, standard)
	first := w.m.activePane()
	w.press("ctrl+b", "%")
	second := w.m.activePane()
	if len(w.panes()) != 2 || second == first {
		t.Fatalf("a split gave panes %v", w.panes())
	}
	if got := w.owner().spec.Size; got != (session.Size{Rows: 21, Cols: 39}) {
		t.Errorf("the new pane starts with %+v", got)
	}
	if got := expect[wire.Resize](t, w.owners[first]); got.Size != (session.Size{Rows: 21, Cols: 40}) {
		t.Errorf("the old pane was resized to %+v", got.Size)
	}
	w.press("ctrl+b", "x")
	if len(w.panes()) != 1 || w.m.live.Get(second) == nil {
		t.Fatal("closing a pane released its session")
	}
	if line := w.m.statusLine(w.m.activeTab()).Notice; !strings.HasSuffix(line, "5:00") {
		t.Errorf("the notice is %q, want one that counts down from 5:00", line)
	}
	w.press("ctrl+shift+t")
	if got := w.panes(); len(got) != 2 || got[1] != second || w.m.activePane() != second {
		t.Errorf("undo gave panes %v, active %v", got, w.m.activePane())
	}
	if len(w.owners) != 2 {
		t.Errorf("%d processes were started, want 2", len(w.owners))
	}
}

// S3-13.
func TestExpiryEndsClosedSessions(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "%")
	closed := w.m.activePane()
	w.press("ctrl+b", "x")
	w.now = w.now.Add(workspace.UndoTime + time.Second)
	w.ring(undoTimer)
	expect[wire.End](t, w.owners[closed])
	if _, ok := w.m.state.Sessions[closed]; ok || len(w.m.state.Undo) != 0 {
		t.Error("the session still exists after its deadline")
	}
}

func TestKillAsksAndIsFinal(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "%")
	id := w.m.activePane()
	w.press("ctrl+b", "X", "n")
	if len(w.panes()) != 2 {
		t.Fatal("the answer no killed the pane")
	}
	w.press("ctrl+b", "X", "y")
	expect[wire.End](t, w.owners[id])
	if len(w.panes()) != 1 || len(w.m.state.Undo) != 0 {
		t.Error("a killed pane still exists, or can be reopened")
	}
}

// A kill is carried out even if the user leaves before the event loop has begun it.
func TestKillIsCarriedOutWhenLeaving(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "%")
	id := w.m.activePane()
	w.press("ctrl+b", "X")
	w.m.Update(loop.Input{Events: []input.Event{input.Key{Key: keys.Key{Code: 'y', Text: "y"}}}}) // its command is not run
	w.m.pending.Finish(time.Minute)
	if e := expect[wire.End](t, w.owners[id]); !e.Forget {
		t.Error("the session is not forgotten")
	}
	if !slices.Contains(w.ended, id) {
		t.Error("the end of the session was not checked")
	}
}

func TestFailedKillIsReported(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "%")
	w.endErr = errors.New("its host does not answer: try again")
	w.press("ctrl+b", "X", "y")
	if want := "a session could not be ended: its host does not answer: try again"; w.m.notices.Shown.Text != want {
		t.Errorf("the notice is %q, want %q", w.m.notices.Shown.Text, want)
	}
}

// S3-23.
func TestFailedStartLeavesNothing(t *testing.T) {
	w := newWorld(t, standard)
	w.fail = errors.New("start \"sh\": no more ptys: close some programs")
	w.press("ctrl+b", "c")
	if w.tabs() != 1 || len(w.m.state.Sessions) != 1 || len(maps.Collect(w.m.live.All())) != 1 {
		t.Errorf("%d tabs, %d records, %d sessions after a failed start", w.tabs(), len(w.m.state.Sessions), len(maps.Collect(w.m.live.All())))
	}
	if want := "could not start `src`: no more ptys: close some programs"; w.m.notices.Shown.Text != want {
		t.Errorf("the notice is %q", w.m.notices.Shown.Text)
	}
}

// A host that started its session but was too slow to be attached has not failed: the pane stays,
// and shows the session as soon as the host answers.
func TestSessionWithASlowHostKeepsItsPane(t *testing.T) {
	w := newWorld(t, standard)
	w.fail = health.ErrSilent
	w.press("ctrl+b", "c")
	id := w.m.activePane()
	if w.tabs() != 2 || len(w.m.state.Sessions) != 2 {
		t.Fatalf("%d tabs and %d records are left", w.tabs(), len(w.m.state.Sessions))
	}
	w.until("it is attached to", func(msg tea.Msg) bool {
		found, is := msg.(live.Found)
		return is && found.ID == id && found.Conn != nil
	})
	expect[wire.Attach](t, w.owner())
}

func TestExitedChildCanBeStartedAgain(t *testing.T) {
	w := newWorld(t, standard)
	o := w.owner()
	started := w.now
	w.tell(o, wire.Started{PID: 7})
	w.tell(o, wire.Exited{Exit: session.Exit{Code: 3, Started: started, Ended: started.Add(time.Minute)}})
	if p := w.m.scene().Panes[0]; !strings.HasPrefix(p.Footer[0], "✗ exited with code 3"+duration.At(started.Add(time.Minute), started)+" after 1m") || w.m.labels().Mark(p.Place.Session) != attention.MarkFailed {
		t.Errorf("the pane shows %q, mark %q", p.Footer, w.m.labels().Mark(p.Place.Session))
	}
	w.pass(live.IgnoreTime)
	w.press("enter")
	expect[wire.Restart](t, o)
}

// S3-20.
func TestShellExitWithStatusZeroClosesItsPane(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "c")
	id, o := w.m.activePane(), w.owner()
	w.tell(o, wire.Started{PID: 7})
	w.tell(o, wire.Exited{Exit: session.Exit{Started: w.now, Ended: w.now.Add(time.Second)}})
	if w.tabs() != 1 {
		t.Errorf("%d tabs are open, want 1", w.tabs())
	}
	if w.m.live.Get(id) != nil || knows(w.m.state, id) {
		t.Error("the session still exists")
	}
}

func TestPauseAfterPrefixShowsHints(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b")
	earlier := w.paused()
	w.press("esc", "ctrl+b")
	w.take(earlier)
	if len(w.m.scene().Overlays) != 0 {
		t.Fatal("the hints came up after an old pause")
	}
	w.take(w.paused())
	if o := w.m.scene().Overlays; len(o) != 1 || !strings.Contains(o[0].Text, "split right") {
		t.Fatalf("after the pause: %+v", o)
	}
	w.press("esc")
	if len(w.m.scene().Overlays) != 0 || w.m.prefix.At != nil {
		t.Error("Escape did not leave the prefix")
	}
}

func TestResizeRepeatsWithoutThePrefixForAWhile(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "%")
	width := func() int { b, _ := w.m.geo.Pane(w.m.activePane()); return b.Content.W }
	before := width()
	w.press("ctrl+b", "ctrl+left", "ctrl+left")
	if got := width(); got != before+4 {
		t.Errorf("the pane is %d wide, want %d", got, before+4)
	}
	w.now = w.now.Add(time.Second)
	w.press("ctrl+left")
	if got := expect[wire.Input](t, w.owner()); string(got.Data) != "\x1b[1;5D" {
		t.Errorf("later the key sends %q", got.Data)
	}
}

func TestRenameTab(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", ",")
	w.take(loop.Input{Events: []input.Event{input.Paste{Data: []byte("日本 build"), First: true}}})
	w.press("!", "enter")
	if got := w.m.activeTab().Name; got != "日本 build!" {
		t.Errorf("the tab's name is %q", got)
	}
}

func TestMouse(t *testing.T) {
	w := newWorld(t, standard)
	left := w.m.activePane()
	w.press("ctrl+b", "%")
	right := w.m.activePane()
	w.mouse(3, 5, keys.ButtonLeft, keys.MousePress)
	if w.m.activePane() != left {
		t.Error("a click on a pane does not focus it")
	}
	w.mouse(40, 10, keys.ButtonLeft, keys.MousePress)
	w.mouse(50, 10, keys.ButtonLeft, keys.MouseMotion)
	w.mouse(50, 10, keys.ButtonLeft, keys.MouseRelease)
	if b, _ := w.m.geo.Pane(left); b.Content.W != 50 {
		t.Errorf("the border was dragged to 50, the left pane is %d wide", b.Content.W)
	}
	w.mouse(60, 10, keys.ButtonLeft, keys.MouseMotion)
	if b, _ := w.m.geo.Pane(left); b.Content.W != 50 {
		t.Error("the border follows the mouse after its release")
	}
	w.mouse(60, 1, keys.ButtonLeft, keys.MousePress)
	w.mouse(60, 1, keys.ButtonLeft, keys.MouseRelease)
	if w.m.activePane() != right {
		t.Error("a click on a title does not focus the pane")
	}
	w.press("ctrl+b", "c")
	w.mouse(1, 0, keys.ButtonLeft, keys.MousePress)
	if w.m.activePane() != right {
		t.Error("a click on a tab does not go there")
	}
}

func TestMouseOfAChildThatAskedForIt(t *testing.T) {
	w := newWorld(t, standard)
	o := w.owner()
	w.tell(o, wire.Frame{Seq: 1, Rows: 22, Cols: 80, Full: true, Title: "x", Modes: grid.Modes{Mouse: grid.MouseButton, MouseEncoding: grid.MouseEncSGR}})
	w.mouse(4, 3, keys.ButtonLeft, keys.MousePress)
	w.mouse(9, 0, keys.ButtonLeft, keys.MouseRelease) // outside of the pane, but still the child's
	const want = "\x1b[<0;5;3M\x1b[<0;10;1m"
	var got string
	for len(got) < len(want) {
		got += string(expect[wire.Input](t, o).Data)
	}
	if got != want {
		t.Errorf("the child gets %q, want %q", got, want)
	}
}

func TestWheel(t *testing.T) {
	w := newWorld(t, standard)
	o := w.owner()
	w.tell(o, wire.Frame{Seq: 1, Rows: 22, Cols: 80, Full: true, Title: "x", History: wire.Range{First: 0, End: 100}})
	w.mouse(4, 3, keys.WheelUp, keys.MousePress)
	if c := w.m.copyModes.Open[w.m.activePane()]; c == nil || c.Shown().Top != 97 {
		t.Errorf("one notch up shows %+v, want history from line 97", c)
	}
	w.press("a")
	if _, ok := w.m.copyModes.Open[w.m.activePane()]; ok {
		t.Error("typing does not return from the history")
	}
	w.tell(o, wire.Frame{Seq: 2, Rows: 22, Cols: 80, Title: "less", Modes: grid.Modes{AltScreen: true}})
	expect[wire.Input](t, o)
	w.mouse(4, 3, keys.WheelDown, keys.MousePress)
	if got := expect[wire.Input](t, o); string(got.Data) != "\x1b[B\x1b[B\x1b[B" {
		t.Errorf("a full-screen child gets %q for the wheel, want three arrows", got.Data)
	}
}

func TestNoticeExpiresAndNothingTicksAfterwards(t *testing.T) {
	w := newWorld(t, standard)
	w.m.say("one sentence")
	w.timers = nil
	w.m.setTimers()
	if len(w.timers) != 1 {
		t.Fatalf("timers %v run, want one that removes the notice", w.timers)
	}
	w.now = w.now.Add(longNotice)
	w.ring(noticeTimer)
	if w.m.notices.Shown.Showing() {
		t.Error("the notice did not expire")
	}
	w.timers = nil
	w.m.setTimers()
	if len(w.timers) != 0 {
		t.Errorf("timers %v run although nothing changes by itself", w.timers)
	}
}

func TestLeaveQuitsAndMarks(t *testing.T) {
	w := newWorld(t, standard)
	marks := len(w.marked)
	w.press("ctrl+b", "d")
	if !w.quit || len(w.marked) == marks {
		t.Errorf("quit %v, marked %d times", w.quit, len(w.marked)-marks)
	}
}

// The outer terminal's colours are sent to the hosts, also of later sessions. When the terminal
// turns dark or light it is asked again.
func TestHostsGetTheTerminalsColors(t *testing.T) {
	w := newWorld(t, standard)
	o := w.owner()
	w.colors = screen.Colors{Background: grid.RGB(1, 2, 3)}
	w.take(loop.Input{Events: []input.Event{input.Reply{Kind: input.PrimaryDA}}})
	want := wire.Colors{Background: grid.RGB(1, 2, 3)}
	if got := expect[wire.Colors](t, o); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	w.press("ctrl+b", "c")
	if got := expect[wire.Colors](t, w.owner()); got != want {
		t.Errorf("a session that comes later: got %v, want %v", got, want)
	}
	w.take(loop.Input{Events: []input.Event{input.Reply{Kind: input.Scheme, Params: []int{997, 2}}}})
	if w.asked != 1 {
		t.Errorf("the terminal was asked %d times after it turned light", w.asked)
	}
}

// The width of ambiguous characters is sent to running hosts and passed to new ones. On a terminal
// that draws them in two columns, dividers are not drawn with them.
func TestWidthsOfAmbiguousCharacters(t *testing.T) {
	w := newWorld(t, standard)
	o := w.owner()
	if got := expect[wire.Widths](t, o); got.AmbiguousWide || o.spec.AmbiguousWide {
		t.Errorf("at first: sent %v, started with %v", got, o.spec.AmbiguousWide)
	}
	w.reconfigure(func(c *config.Config) { c.Terminal.Ambiguous = config.AmbiguousWide })
	if got := expect[wire.Widths](t, o); !got.AmbiguousWide {
		t.Error("the running session did not get the change")
	}
	w.press("ctrl+b", "c")
	if o := w.owner(); !o.spec.AmbiguousWide || !expect[wire.Widths](t, o).AmbiguousWide {
		t.Error("a later session has the old width")
	}
	w.reconfigure(func(c *config.Config) { c.Terminal.Ambiguous = config.AmbiguousNarrow })
	w.caps.AmbiguousWide = true
	w.take(loop.Input{Events: []input.Event{
		input.Reply{Kind: input.CursorPosition, Params: []int{1, 3}}, input.Reply{Kind: input.PrimaryDA},
	}})
	if !w.m.outer.theme.ASCII {
		t.Error("lines are drawn with characters of two columns")
	}
	if got := w.m.notices.Shown.Text; !strings.Contains(got, "terminal.ambiguous") {
		t.Errorf("the notice is %q and does not say what to configure", got)
	}
}

func TestBellOfAnotherTabLeavesAMark(t *testing.T) {
	w := newWorld(t, standard)
	o := w.owner()
	w.press("ctrl+b", "c")
	w.tell(o, wire.Bell{})
	if label := w.m.tabSpots()[0].Label; !strings.Contains(label, attention.MarkBell) {
		t.Errorf("the tab is %q, want a mark", label)
	}
	w.press("ctrl+b", "1")
	if label := w.m.tabSpots()[0].Label; strings.Contains(label, attention.MarkBell) {
		t.Errorf("the tab is %q after it was viewed", label)
	}
}

// S3-42.
func TestRelaunchConnectsToRunningSessions(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "%")
	runs, gone := w.panes()[0], w.panes()[1]
	again := &world{
		t: t, now: w.now, owners: map[session.ID]*owner{}, msgs: make(chan tea.Msg, 100),
		lost: map[session.ID]bool{gone: true},
	}
	d := w.m.deps
	d.Runtime, d.Prober, d.Saver, d.term, d.State = again, again, again, again, w.m.state
	d.send = func(m tea.Msg) { again.msgs <- m }
	d.Now, d.tick = func() time.Time { return again.now }, again.tick
	again.m = newModel(d)
	again.do(again.m.Init())
	again.until("the missing session starts again", func(msg tea.Msg) bool {
		started, is := msg.(live.Started)
		return is && started.ID == gone
	})
	if len(again.owners) != 2 || again.m.live.Get(runs).Client == nil || again.m.live.Get(gone).Client == nil {
		t.Fatalf("connected to %d sessions, want 2", len(again.owners))
	}
	if got := again.owners[gone].spec; got.Size != (session.Size{Rows: 21, Cols: 39}) || got.Dir != "/src" {
		t.Errorf("the missing session starts again with %+v in %q", got.Size, got.Dir)
	}
	if a := expect[wire.Attach](t, again.owners[runs]); a.Size != (session.Size{Rows: 21, Cols: 40}) {
		t.Errorf("the running session is attached with %+v, want its final size", a.Size)
	}
}

// S3-12, S3-26.
func TestClosedSessionCarriesItsDeadline(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "%")
	o := w.owner()
	expect[wire.Deadline](t, o) // no deadline: it is open
	w.press("ctrl+b", "x")
	if d := expect[wire.Deadline](t, o); !d.At.Equal(w.now.Add(workspace.UndoTime)) {
		t.Errorf("the deadline after closing is %s", d.At)
	}
	w.press("ctrl+b", "u")
	if d := expect[wire.Deadline](t, o); !d.At.IsZero() {
		t.Errorf("the deadline after reopening is %s", d.At)
	}
}

// The clock is set a day ahead after a session was closed: the session can still be reopened, and a
// session closed then gets its whole time by the new clock.
func TestClosedSessionWhileTheClockIsSet(t *testing.T) {
	w := newWorld(t, standard)
	w.now = time.Now()
	w.press("ctrl+b", "%")
	o := w.owner()
	expect[wire.Deadline](t, o)
	w.press("ctrl+b", "x")
	expect[wire.Deadline](t, o)
	w.now = clocktest.Set(w.now, 24*time.Hour).Add(time.Minute)
	w.ring(undoTimer)
	w.press("ctrl+b", "u")
	if n := len(w.panes()); n != 2 {
		t.Fatalf("there are %d panes", n)
	}
	expect[wire.Deadline](t, o)
	w.press("ctrl+b", "x")
	if d := expect[wire.Deadline](t, o); !d.At.Equal(w.now.Round(0).Add(workspace.UndoTime)) || d.Left != workspace.UndoTime {
		t.Errorf("the deadline is %s, it is %s", d.At, w.now)
	}
}

// S3-69.
func TestDeadHostIsReportedAndRestarted(t *testing.T) {
	w := newWorld(t, standard)
	id := w.m.activePane()
	w.tell(w.owner(), wire.Started{PID: 7})
	w.mu.Lock()
	w.lost[id] = true
	w.mu.Unlock()
	if err := w.owner().conn.Close(); err != nil {
		t.Fatal(err)
	}
	w.until("the pane can be started again", func(tea.Msg) bool { return w.m.live.Get(id).Health.CanStart })
	if p := w.m.scene().Panes[0]; len(p.Footer) == 0 || !strings.Contains(p.Footer[0], "host is gone") {
		t.Errorf("the pane shows %q", p.Footer)
	}
	first := w.owners[id]
	w.pass(live.IgnoreTime)
	w.press("enter")
	w.until("it runs again", func(msg tea.Msg) bool {
		started, is := msg.(live.Started)
		return is && started.ID == id
	})
	if w.owners[id] == first || len(w.m.scene().Panes[0].Footer) != 0 {
		t.Error("Enter did not start it again")
	}
}

func TestBrokenConnectionIsReestablished(t *testing.T) {
	w := newWorld(t, standard)
	id := w.m.activePane()
	first := w.owner()
	w.tell(first, wire.Started{PID: 7})
	if err := first.conn.Close(); err != nil {
		t.Fatal(err)
	}
	w.until("it is attached again", func(msg tea.Msg) bool {
		found, is := msg.(live.Found)
		return is && found.ID == id && found.Conn != nil
	})
	if w.owners[id] == first {
		t.Error("nobody attached again")
	}
	expect[wire.Attach](t, w.owners[id])
}

func TestWheelOverTheTabBarStopsAtTheEnds(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "c")
	number := func() int { return w.m.activeView().Index(w.m.activeTab().ID) + 1 }
	for _, tt := range []struct {
		wheel keys.Button
		want  int
	}{{keys.WheelDown, 2}, {keys.WheelUp, 1}, {keys.WheelUp, 1}, {keys.WheelDown, 2}} {
		if w.mouse(70, 0, tt.wheel, keys.MousePress); number() != tt.want {
			t.Errorf("tab %d is on the screen, want %d", number(), tt.want)
		}
	}
	if w.m.notices.Shown.Showing() {
		t.Errorf("the notice after the wheel is %q", w.m.notices.Shown.Text)
	}
}

// A quickly repeating key arrives as a run of text.
func TestResizeRepeatsByARunOfLetters(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "%")
	width := func() int { b, _ := w.m.geo.Pane(w.m.activePane()); return b.Content.W }
	before := width()
	w.press("ctrl+b", "H")
	w.take(loop.Input{Events: []input.Event{input.Text{Text: "HHHls"}}})
	if got := width(); got != before+8 {
		t.Errorf("the pane is %d wide, want %d", got, before+8)
	}
	var typed string
	for len(typed) < 2 {
		typed += string(expect[wire.Input](t, w.owner()).Data)
	}
	if typed != "ls" {
		t.Errorf("the child gets %q, want the text after the repeat time", typed)
	}
}

func TestClickLeavesThePrefix(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b")
	w.take(w.paused())
	w.mouse(70, 20, keys.WheelUp, keys.MousePress)
	if w.m.prefix.At == nil {
		t.Error("the wheel left the prefix")
	}
	w.mouse(3, 3, keys.ButtonLeft, keys.MousePress)
	if w.m.prefix.At != nil || len(w.m.scene().Overlays) != 0 {
		t.Error("a click leaves the hints over the pane")
	}
}

// A release outside of the terminal's window is not reported.
func TestMissedReleaseEndsTheDrag(t *testing.T) {
	w := newWorld(t, standard)
	left := w.m.activePane()
	w.press("ctrl+b", "%")
	w.mouse(40, 10, keys.ButtonLeft, keys.MousePress)
	w.mouse(50, 10, keys.ButtonLeft, keys.MouseMotion)
	w.mouse(10, 10, keys.ButtonLeft, keys.MousePress)
	if b, _ := w.m.geo.Pane(left); b.Content.W != 50 || w.m.activePane() != left {
		t.Errorf("the next click continued the drag: the left pane is %d wide, active %v", b.Content.W, w.m.activePane() == left)
	}
}

func TestNotificationNamesAnInactivePane(t *testing.T) {
	w := newWorld(t, standard)
	o := w.owner()
	w.tell(o, wire.Frame{Seq: 1, Rows: 22, Cols: 80, Full: true, Title: "build"})
	w.tell(o, wire.Notice{Text: "tests passed"})
	if got := w.m.notices.Shown.Text; got != "tests passed" {
		t.Errorf("the active pane's notification is %q", got)
	}
	w.press("ctrl+b", "c")
	w.tell(o, wire.Notice{Text: "tests failed"})
	if got := w.m.notices.Shown.Text; got != "`build`: tests failed" {
		t.Errorf("another pane's notification is %q", got)
	}
}

// A click on the number of hidden tabs goes to the nearest of them, and a middle click there does
// not close a hidden tab.
func TestClickOnTheNumberOfHiddenTabs(t *testing.T) {
	w := newWorld(t, session.Size{Rows: 24, Cols: 40})
	for range 9 {
		w.press("ctrl+b", "c")
	}
	spot := w.m.tabSpots()[0]
	if !spot.More {
		t.Fatalf("the bar begins with %+v, want a number of hidden tabs", spot)
	}
	w.mouse(spot.X+1, 0, keys.ButtonMiddle, keys.MousePress)
	if w.tabs() != 10 {
		t.Errorf("a hidden tab was closed: %d are left", w.tabs())
	}
	w.mouse(spot.X+1, 0, keys.ButtonLeft, keys.MousePress)
	if got := w.m.activeTab().ID; got != spot.Tab {
		t.Errorf("the click went to tab %v, want %v", got, spot.Tab)
	}
}

func TestMissingSessionCanWaitForEnter(t *testing.T) {
	w := newWorld(t, standard)
	id := w.m.activePane()
	again := &world{
		t: t, now: w.now, owners: map[session.ID]*owner{}, msgs: make(chan tea.Msg, 100),
		lost: map[session.ID]bool{id: true},
	}
	d := w.m.deps
	d.Runtime, d.Prober, d.Saver, d.term, d.State, d.Config = again, again, again, again, w.m.state, config.Default()
	d.Config.Panes.Restore = config.RestoreAsk
	d.send = func(m tea.Msg) { again.msgs <- m }
	d.Now, d.tick = func() time.Time { return again.now }, again.tick
	again.m = newModel(d)
	again.do(again.m.Init())
	if p := again.m.scene().Panes[0]; p.Client == nil || !strings.HasPrefix(p.Footer[0], "suspended") || again.m.labels().Mark(p.Place.Session) != attention.MarkAsleep {
		t.Fatalf("the pane shows %q with mark %q", p.Footer, again.m.labels().Mark(p.Place.Session))
	}
	picture := again.owners[id]
	again.pass(live.IgnoreTime)
	again.press("enter")
	again.until("it starts", func(msg tea.Msg) bool {
		started, is := msg.(live.Started)
		return is && started.ID == id
	})
	if again.owners[id] == picture || len(again.m.scene().Panes[0].Footer) != 0 {
		t.Error("Enter did not start it again")
	}
}

// S3-58.
func TestOrphansAreOfferedAndAdopted(t *testing.T) {
	w := newWorld(t, standard)
	known, lost := w.m.state.Sessions[w.m.activePane()], w.m.deps.record("/lost", nil)
	w.m.say("the document could not be read")
	w.m.deps.Orphans = func() []workspace.Record { return []workspace.Record{known, lost} }
	w.do(w.m.findOrphans(false))
	if !strings.Contains(w.m.notices.Shown.Text, "could not be read") {
		t.Errorf("an important notice was replaced by %q", w.m.notices.Shown.Text)
	}
	w.now = w.now.Add(shortNotice)
	w.ring(noticeTimer)
	if !strings.Contains(w.m.notices.Shown.Text, "1 running session") {
		t.Errorf("the notice is %q", w.m.notices.Shown.Text)
	}
	w.press("ctrl+b", "R")
	if w.tabs() != 2 || w.m.activePane() != lost.ID || w.owners[lost.ID] == nil {
		t.Errorf("%d tabs are open, the active pane is %v", w.tabs(), w.m.activePane())
	}
	w.press("ctrl+b", "R")
	if w.tabs() != 2 {
		t.Error("a session was adopted twice")
	}
	late := w.m.deps.record("/late", nil)
	w.m.deps.Orphans = func() []workspace.Record { return []workspace.Record{known, lost, late} }
	w.press("ctrl+b", "R")
	if w.tabs() != 3 || w.m.activePane() != late.ID {
		t.Errorf("%d tabs are open, without the session lost after the program began", w.tabs())
	}
}

// A killed session leaves nothing on disk.
//
// S3-36.
func TestKilledSessionIsForgotten(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "%")
	o := w.owner()
	w.press("ctrl+b", "X", "y")
	if e := expect[wire.End](t, o); !e.Forget {
		t.Error("the files of a killed session remain")
	}
}

// A session that runs but is in no document could not be found again in its place.
//
// S2-03, S3-22.
func TestNewSessionIsSavedBeforeItRuns(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "%", "ctrl+b", "c")
	if len(w.owners) != 3 || len(w.unsaved) > 0 {
		t.Errorf("%d sessions, of which %d were started before the document was written", len(w.owners), len(w.unsaved))
	}
}

// relaunched returns a program that shows the workspace of another one, some of whose sessions have
// lost their hosts.
func (w *world) relaunched(restore config.Restore, pasts map[session.ID]session.Past) *world {
	w.t.Helper()
	again := &world{
		t: w.t, now: w.now, owners: map[session.ID]*owner{}, msgs: make(chan tea.Msg, 100),
		lost: map[session.ID]bool{}, pasts: pasts,
	}
	for id := range pasts {
		again.lost[id] = true
	}
	d := w.m.deps
	d.Runtime, d.Prober, d.Saver, d.term, d.State, d.Config = again, again, again, again, w.m.state, config.Default()
	d.Config.Panes.Restore = restore
	d.send = func(m tea.Msg) { again.msgs <- m }
	d.Now, d.tick = func() time.Time { return again.now }, again.tick
	again.m = newModel(d)
	again.do(again.m.Init())
	return again
}

// An ended session is shown as ended, and starts again only on request.
func TestEndedSessionIsShownAndWaits(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.Local)
	exit := func(e session.Exit) *session.Exit {
		e.Started, e.Ended = at, at.Add(65*time.Second)
		return &e
	}
	tests := []struct {
		name         string
		past         session.Past
		mark, footer string
	}{
		{"completed", session.Past{Lifecycle: session.Completed, Exit: exit(session.Exit{})}, attention.MarkDone, "✓ exited with code 0 on 2026-03-01 12:01:05 after 1m 5s"},
		{"failed", session.Past{Lifecycle: session.Failed, Exit: exit(session.Exit{Code: 3})}, attention.MarkFailed, "✗ exited with code 3 on 2026-03-01 12:01:05 after 1m 5s"},
		{"killed", session.Past{Lifecycle: session.Failed, Exit: exit(session.Exit{Signal: "SIGKILL"})}, attention.MarkFailed, "✗ ended by SIGKILL on 2026-03-01 12:01:05"},
		{"stopped", session.Past{Lifecycle: session.Stopped, Exit: exit(session.Exit{Signal: "SIGHUP"})}, attention.MarkFailed, "stopped on request on 2026-03-01 12:01:05"},
		{"stopping", session.Past{Lifecycle: session.Stopping}, attention.MarkFailed, "stopped on request; Enter starts it again"},
		{"ran", session.Past{Lifecycle: session.LifecycleRunning}, attention.MarkAsleep, "it ran when its host or the machine went"},
		{"unknown", session.Past{}, attention.MarkAsleep, "how it ended is not known"},
	}
	for _, restore := range []config.Restore{config.RestoreStart, config.RestoreAsk} {
		for _, tt := range tests {
			t.Run(string(restore)+"/"+tt.name, func(t *testing.T) {
				w := newWorld(t, standard)
				if _, err := w.doFrom(uuid.Nil, "tab.new", "--", "deploy"); err != nil {
					t.Fatal(err)
				}
				id := w.m.activePane()
				again := w.relaunched(restore, map[session.ID]session.Past{id: tt.past})
				again.pass(live.IgnoreTime)
				p := again.m.scene().Panes[0]
				if mark := again.m.labels().Mark(p.Place.Session); mark != tt.mark || len(p.Footer) == 0 || !strings.HasPrefix(p.Footer[0], tt.footer) || p.Client == nil {
					t.Errorf("the pane shows %q with mark %q", p.Footer, mark)
				}
				picture := again.owners[id]
				again.press("enter")
				again.until("it starts", func(msg tea.Msg) bool {
					started, is := msg.(live.Started)
					return is && started.ID == id
				})
				if o := again.owners[id]; o == picture || o.spec.Occasion != session.OnRequest || len(again.m.scene().Panes[0].Footer) != 0 {
					t.Errorf("Enter started it with %+v", o.spec)
				}
			})
		}
	}
}
