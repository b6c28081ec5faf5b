package live

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/health"
	"dormer/session/wire"
	"dormer/ui/attention"
	"dormer/ui/keys"
)

// attached returns a session with a connection, and the host's end of the connection.
func attached(t *testing.T) (*Session, wire.Conn) {
	t.Helper()
	viewer, host := wire.Pipe()
	c := client.Attach(viewer, session.Size{Rows: 4, Cols: 20}, func() {})
	t.Cleanup(func() { _ = c.Detach() })
	return &Session{Client: c}, host
}

// The state of a session decides what its pane does with input, and its mark.
func TestStatesOfASession(t *testing.T) {
	with := func(change func(*Session)) *Session {
		s, _ := attached(t)
		change(s)
		return s
	}
	failed := health.View{Health: health.Status{Phase: health.Failed}, Reason: "no answer"}
	exit := func(code int, stopped bool) func(*Session) {
		return func(s *Session) {
			s.Status = client.Status{Runtime: session.Exited, Exit: session.Exit{Code: code}, Stopped: stopped}
		}
	}
	tests := []struct {
		name                         string
		s                            *Session
		starting, takes, over, stuck bool
		mark                         string
	}{
		{"not_looked_at", nil, false, false, false, false, attention.MarkStarting},
		{"on_its_way", &Session{}, true, true, false, false, attention.MarkStarting},
		{"cannot_be_looked_at", &Session{Failed: "no permission"}, false, false, false, true, attention.MarkFailed},
		{"host_silent_from_the_start", &Session{Health: health.View{Reason: "no answer"}}, true, true, false, false, attention.MarkUnhealthy},
		{"given_up_from_the_start", &Session{Health: failed}, false, false, false, true, attention.MarkFailed},
		{"host_gone_at_launch", &Session{Health: health.View{CanStart: true, Reason: "gone"}}, false, false, true, false, attention.MarkUnhealthy},
		{"kept", &Session{Kept: &health.Kept{}}, false, false, true, false, attention.MarkAsleep},
		{"runs", with(func(*Session) {}), false, true, false, false, ""},
		{"host_silent", with(func(s *Session) { s.Health.Reason = "no answer" }), false, true, false, false, attention.MarkUnhealthy},
		{"given_up", with(func(s *Session) { s.Health = failed }), false, false, false, true, attention.MarkUnhealthy},
		{"done", with(exit(0, false)), false, false, true, false, attention.MarkDone},
		{"stopped", with(exit(0, true)), false, false, true, false, attention.MarkFailed},
		{"exited_with_an_error", with(exit(3, false)), false, false, true, false, attention.MarkFailed},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := [...]bool{tt.s.Starting(), tt.s.TakesInput(), tt.s.Over(), tt.s.OutOfReach()}
			if want := [...]bool{tt.starting, tt.takes, tt.over, tt.stuck}; got != want {
				t.Errorf("starting, takes, over, stuck: %v, want %v", got, want)
			}
			if got := tt.s.Mark(); got != tt.mark {
				t.Errorf("marked %q, want %q", got, tt.mark)
			}
		})
	}
}

// Input goes to the child once it has started, and nowhere if nothing runs.
func TestInput(t *testing.T) {
	a, _ := keys.Parse("a")
	type_ := func(s *Session) {
		s.Key(a)
		s.Key(keys.Key{Code: a.Code, Kind: keys.Release})
		s.Text("bc")
		s.Paste([]byte("d"), false)
	}
	s := &Session{}
	type_(s)
	if len(s.TypedAhead) != 3 || s.Keyed {
		t.Fatalf("the kept input is %v", s.TypedAhead)
	}
	running, host := attached(t)
	running.TypedAhead = s.TypedAhead
	running.sendTypedAhead()
	type_(running)
	if !running.Keyed || len(running.TypedAhead) != 0 {
		t.Errorf("keyed %v, the kept input is %v", running.Keyed, running.TypedAhead)
	}
	var got string
	for got != "abcdabcd" {
		m, err := host.Receive()
		if err != nil {
			t.Fatal(err)
		}
		switch m := m.(type) {
		case wire.Input:
			got += string(m.Data)
		case wire.Paste:
			got += string(m.Data)
		}
		if len(got) > 8 {
			t.Fatalf("the child got %q", got)
		}
	}
	for _, s := range []*Session{{Failed: "no permission"}, {Kept: &health.Kept{}}} {
		if type_(s); len(s.TypedAhead) != 0 || s.Keyed {
			t.Errorf("typed into %+v", s)
		}
	}
}

// A few sessions start at a time; the next ones start when those show a prompt or take too long.
func TestQueue(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	ids := make([]session.ID, 9)
	for i := range ids {
		ids[i] = session.ID{byte(i + 1)}
	}
	begun := map[session.ID]bool{}
	next := func(q *Queue) []session.ID {
		return q.Next(now, func(id session.ID) bool { return begun[id] }, func(id session.ID) bool { return id != ids[4] })
	}
	var q Queue
	due := func(want time.Duration) {
		t.Helper()
		if at := q.Due(now); at.Sub(now) != want {
			t.Errorf("due at %v, want in %v", at, want)
		}
	}
	q.Open(now)
	due(newsLimit)
	q.News(now)
	now = now.Add(newsDelay / 2)
	q.News(now)
	due(newsDelay / 2) // the first news counts
	if q.Begun() {
		t.Error("they have started too early")
	}
	q.Begin(ids)
	due(step)
	if got := next(&q); !slices.Equal(got, ids[:3]) {
		t.Fatalf("the first are %v", got)
	}
	if got := next(&q); got != nil {
		t.Errorf("while those start, the next are %v", got)
	}
	begun[ids[1]] = true
	if got := next(&q); !slices.Equal(got, ids[3:4]) {
		t.Errorf("after one has started, the next are %v", got)
	}
	q.Done(ids[0])
	if got := next(&q); !slices.Equal(got, ids[5:6]) {
		t.Errorf("after one that ran already, the next is %v, want the next requested one", got)
	}
	now = now.Add(promptTimeout)
	if got := next(&q); !slices.Equal(got, ids[6:]) || !q.Due(now).IsZero() || !q.Begun() {
		t.Errorf("after slow ones, the next are %v", got)
	}
}

// A session watches only for output that nobody sees and that has not been reported. Output right
// after a resize does not count.
func TestListening(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	asks := attention.Asks{Reason: attention.Printed}
	seen := attention.Asks{Reason: attention.Printed, Seen: true}
	tests := []struct {
		name          string
		watches       attention.Watches
		asks          attention.Asks
		looked, shown bool
		counts        bool
		want          bool
	}{
		{"not_watched", 0, attention.Asks{}, false, false, false, false},
		{"output", attention.Output, attention.Asks{}, false, false, false, true},
		{"output_looked_at", attention.Output, attention.Asks{}, true, true, false, false},
		{"output_told", attention.Output, asks, false, false, false, false},
		{"output_seen_and_hidden_again", attention.Output, seen, false, false, false, true},
		{"output_seen_and_shown", attention.Output, seen, false, true, false, false},
		{"silence_counted", attention.Silence, attention.Asks{}, false, false, true, false},
		{"silence_told", attention.Silence, attention.Asks{}, true, true, false, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := &Session{watch: &watch{}, Watches: tt.watches, Asks: tt.asks, countsSilence: tt.counts}
			s.Listen(tt.looked, tt.shown)
			if got := s.watch.heard(now); got != tt.want {
				t.Errorf("reported: %v", got)
			}
			if s.watch.heard(now) {
				t.Error("reported twice")
			}
			if got := s.heard(now); got != tt.want {
				t.Errorf("counts: %v", got)
			}
		})
	}
	s := &Session{watch: &watch{}, Watches: attention.Output, resized: now}
	s.Listen(false, false)
	if s.heard(now.Add(resizeTime - 1)) {
		t.Error("the redraw after a resize counts")
	}
}

// The timer of a silence watch is set again for the rest of the limit after output, and ends with
// the report.
func TestSilenceWatch(t *testing.T) {
	id := uuid.New()
	var waits []time.Duration
	set := New(Options{After: func(d time.Duration, msg Message) tea.Cmd {
		if msg != (SilenceDue{id}) {
			t.Errorf("a timer for %+v was set", msg)
		}
		waits = append(waits, d)
		return nil
	}})
	defer set.Close()
	s := &Session{watch: &watch{}}
	set.sessions[id] = s
	if on, _ := set.Watch(id, []session.ID{id}, attention.Silence, time.Hour); !on || len(waits) != 1 || waits[0] != time.Hour {
		t.Fatalf("watched %v, timers for %v", on, waits)
	}
	s.watch.heard(time.Now())
	if silent, _ := set.Silent(id, time.Hour); silent || len(waits) != 2 || waits[1] <= 59*time.Minute || waits[1] > time.Hour {
		t.Errorf("after output silent %v, timers for %v", silent, waits)
	}
	s.watch.heard(time.Now().Add(-2 * time.Hour))
	if silent, _ := set.Silent(id, time.Hour); !silent || len(waits) != 2 {
		t.Errorf("after a silence silent %v, timers for %v", silent, waits)
	}
	s.listens = true
	if news, _ := set.Heard(id, time.Now(), time.Hour); !news || len(waits) != 3 {
		t.Errorf("after output again news %v, timers for %v", news, waits)
	}
	if on, _ := set.Watch(id, []session.ID{id}, attention.Silence, time.Hour); on {
		t.Error("it is still watched")
	}
	if silent, _ := set.Silent(id, time.Hour); silent || len(waits) != 3 {
		t.Errorf("not watched it is silent %v, timers for %v", silent, waits)
	}
}

// Each text arrives with its purpose; the output of a command is requested once its range is
// known.
func TestAnswersOfTheHost(t *testing.T) {
	s, _ := attached(t)
	s.AskOutput(EditOutput)
	tag := func() uint64 {
		t.Helper()
		if len(s.requestedTexts) != 1 {
			t.Fatalf("the awaited texts are %v", s.requestedTexts)
		}
		for tag := range s.requestedTexts {
			return tag
		}
		return 0
	}
	if why := s.Listed(wire.CommandsReply{Tag: tag() + 1}); why != "" {
		t.Errorf("for an unrequested text the notice is %q", why)
	}
	made := wire.Command{Line: "make", Output: wire.Position{Line: 3}, End: wire.Position{Line: 9}, Parts: wire.HasOutput | wire.HasEnd}
	if why := s.Listed(wire.CommandsReply{Tag: tag(), Commands: []wire.Command{made}}); why != "" {
		t.Fatalf("the notice is %q", why)
	}
	got, asked := s.Copied(wire.CopyReply{Tag: tag(), Text: "built\n"})
	if !asked || got.Use != EditOutput || got.Text != "built\n" || got.Of == nil || got.Of.Line != "make" {
		t.Errorf("the text is %+v, asked for %v", got, asked)
	}
	if _, asked := s.Copied(wire.CopyReply{Tag: 99}); asked {
		t.Error("an unrequested text is taken")
	}
	s.AskOutput(Copy)
	if why := s.Listed(wire.CommandsReply{Tag: tag()}); why == "" || len(s.requestedTexts) != 0 {
		t.Errorf("without any command the notice is %q, awaited are %v", why, s.requestedTexts)
	}
	s.program = "sleep"
	s.AskLine()
	s.AskLine() // only one request is sent
	s.Listed(wire.CommandsReply{Tag: tag(), Commands: []wire.Command{{Line: "sleep 9"}}})
	if s.Line != "sleep 9" {
		t.Errorf("the running command's line is %q", s.Line)
	}
}

// machine is a runtime without processes: Attach finds only the listed hosts.
type machine struct {
	hosts map[session.ID]error
	ended []session.ID
}

func (m *machine) Start(session.Spec) (wire.Conn, error) {
	conn, _ := wire.Pipe()
	return conn, nil
}

func (m *machine) Attach(_ session.Source, id session.ID) (wire.Conn, error) {
	if err := m.hosts[id]; err != nil {
		return nil, err
	}
	return m.Start(session.Spec{ID: id})
}

func (m *machine) Recall(session.ID) health.Kept { return health.Kept{At: time.Unix(1, 0)} }

func (m *machine) Find(context.Context, session.ID) error   { return nil }
func (m *machine) Check(context.Context, session.ID) error  { return nil }
func (m *machine) Glance(context.Context, session.ID) error { return nil }

func (m *machine) End(id session.ID, _ bool) error {
	m.ended = append(m.ended, id)
	return nil
}

// run runs a command of one step.
func run(t *testing.T, cmd tea.Cmd) tea.Msg {
	t.Helper()
	if cmd == nil {
		t.Fatal("there is no command")
	}
	return cmd()
}

// Showing a session finds its process, its stored state, or the reason why neither can be had.
func TestShow(t *testing.T) {
	there, gone, barred := uuid.New(), uuid.New(), uuid.New()
	m := &machine{hosts: map[session.ID]error{gone: health.ErrGone, barred: errors.New("no permission")}}
	s := New(Options{Runtime: m, Prober: m, Wake: func(session.ID) {}, Send: func(Message) {}})
	defer s.Close()
	size := session.Size{Rows: 4, Cols: 20}
	if msg, is := run(t, s.Show(there, session.Source{}, size)).(Found); !is || msg.ID != there || msg.Size != size || msg.Conn == nil || msg.Err != nil {
		t.Errorf("a running session: %+v", msg)
	}
	if msg, is := run(t, s.Show(gone, session.Source{}, size)).(Recalled); !is || msg.ID != gone || msg.Kept.At.IsZero() {
		t.Errorf("a session without a host: %+v", msg)
	}
	if msg, is := run(t, s.Show(barred, session.Source{}, size)).(Found); !is || msg.Err == nil || msg.Conn != nil {
		t.Errorf("an inaccessible session: %+v", msg)
	}
	if !s.Get(there).Starting() {
		t.Error("it is not being attached")
	}
	turns := make(chan struct{}, 1)
	if msg, is := run(t, s.Peek(gone, session.Source{}, turns)).(Peeked); !is || msg.Conn != nil || msg.Kept.At.IsZero() {
		t.Errorf("peeking at a session without a host: %+v", msg)
	}
	conn, _ := m.Start(session.Spec{})
	s.Attach(there, session.Source{}, conn, size, Terminal{})
	if _, watched := s.monitor.View(there); !watched {
		t.Error("the attached session is not monitored")
	}
	if err := s.End(there, nil)(); err != nil || !slices.Equal(m.ended, []session.ID{there}) || s.Get(there) != nil {
		t.Errorf("ended are %v, %v", m.ended, err)
	}
	if _, watched := s.monitor.View(there); watched {
		t.Error("the ended session is still monitored")
	}
}
