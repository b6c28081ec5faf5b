package catalogue_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"dormer/session"
	"dormer/session/catalogue"
	"dormer/session/grid"
	"dormer/session/wire"
)

// S0-23, S0-24, S0-27, S3-06: the columns, durations and idle times of ps.
func TestTable(t *testing.T) {
	w := newWorld(t)
	w.host(wire.InfoReply{ID: id(1), HostPID: 10, ChildPID: 11, Title: "vim \x1b]0;evil\x07 main.go", Started: ago(3*time.Hour + time.Minute), LastOutput: ago(135 * time.Second)}, nil)
	w.state(id(1), "work", running(ago(3*time.Hour+time.Minute))...)
	w.host(wire.InfoReply{ID: id(2), HostPID: 20, ChildPID: 21, Name: "建てる", Command: []string{"make", "test"}, Started: ago(185 * time.Second), LastOutput: ago(135 * time.Second)}, nil)
	w.state(id(2), "", running(ago(185*time.Second))...)
	w.host(wire.InfoReply{ID: id(3), HostPID: 30, ChildPID: 31, Command: []string{"sh", "-c", strings.Repeat("long ", 20)}, Started: ago(90 * time.Second), LastOutput: ago(45 * time.Second), Exit: &session.Exit{Code: 2, Ended: ago(45 * time.Second)}}, nil)
	w.state(id(3), "", running(ago(90*time.Second))...)
	w.silent(hostName(id(4)))
	w.state(id(4), "", running(ago(time.Minute))...)
	w.host(wire.InfoReply{ID: id(6), HostPID: 60, ChildPID: 61, Name: "old", Started: ago(time.Hour), LastOutput: ago(time.Hour), Deadline: now.Add(4*time.Minute + 12*time.Second)}, nil)
	w.state(id(6), "work", running(ago(time.Hour))...)
	l := w.list(
		catalogue.Tracked{ID: id(1), Workspace: "work", Agent: "claude", Disposition: session.DispositionActive},
		catalogue.Tracked{ID: id(5), Workspace: "work", Name: "docs", Dir: "/src/docs", CreatedAt: ago(26 * time.Hour), Disposition: session.DispositionActive},
	)
	var got strings.Builder
	if err := l.WriteTable(&got, now, catalogue.Filter{All: true}, 200); err != nil {
		t.Fatal(err)
	}
	want := strings.TrimPrefix(`
SESSION   NAME    DESCRIPTION                               AGENT   WORKSPACE  STATUS                         IN STATUS  TOTAL TIME
20000000  建てる  make test                                 make    -          running                        3m 5s      3m 5s
30000000  -       sh -c long long long long long long lon…  sh      -          failed (exit 2)                45s        45s
40000000  -       -                                         -       -          running (not answering)        1m 0s      1m 0s
50000000  docs    /src/docs                                 -       work       suspended                      1d 2h      1d 2h
10000000  -       vim  ]0;evil  main.go                     claude  work       running (idle 2m 15s)          3h 1m      3h 1m
60000000  old     -                                         -       work       running (closed, 4m 12s left)  1h 0m      1h 0m
`, "\n")
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Error(diff)
	}
}

// If only a directory is left of a session, the time of its last transition is unknown.
func TestTableWithUnknownTimes(t *testing.T) {
	w := newWorld(t)
	if err := os.Mkdir(filepath.Join(w.Sessions, id(7).String()), 0o700); err != nil {
		t.Fatal(err)
	}
	l := w.list()
	var got strings.Builder
	if err := l.WriteTable(&got, now, catalogue.Filter{All: true}, 0); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(got.String(), "\n"); len(lines) < 2 || strings.ContainsAny(strings.TrimPrefix(lines[1], "70000000"), "0123456789") {
		t.Errorf("got\n%s", got.String())
	}
}

func TestTableFitsTheScreen(t *testing.T) {
	w := newWorld(t)
	for i := range 3 {
		w.host(wire.InfoReply{ID: id(i + 1), HostPID: 10, ChildPID: 11, Title: "/home/somebody/src/a-project/with/a/long/path", Started: ago(time.Hour), LastOutput: ago(135 * time.Second)}, nil)
		w.state(id(i+1), "default", running(ago(time.Hour))...)
	}
	l := w.list()
	for _, width := range []int{80, 100} {
		var got strings.Builder
		if err := l.WriteTable(&got, now, catalogue.Filter{All: true}, width); err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(got.String(), "\n") {
			if n := utf8.RuneCountInString(line); n > width {
				t.Errorf("at %d a line has %d columns: %q", width, n, line)
			}
		}
		if strings.Contains(got.String(), "AGENT") || !strings.Contains(got.String(), "running (idle 2m 15s)") {
			t.Errorf("at %d:\n%s", width, got.String())
		}
	}
}

// No line is longer than the screen is wide, whatever it contains; without a screen nothing is cut.
func TestNoLineIsWiderThanTheScreen(t *testing.T) {
	w := newWorld(t)
	name, command := strings.Repeat("漢字", 30), strings.Repeat("make ", 40)
	w.host(wire.InfoReply{
		ID: id(1), HostPID: 10, ChildPID: 11, Name: name, Command: strings.Fields(command), Started: ago(time.Hour), LastOutput: ago(135 * time.Second),
	}, nil)
	w.state(id(1), "", running(ago(time.Hour))...)
	l := w.list()
	for width := 1; width <= 120; width++ {
		var got strings.Builder
		if err := l.WriteTable(&got, now, catalogue.Filter{All: true}, width); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(got.String()) {
			if n := grid.StringWidth(strings.TrimSuffix(line, "\n")); n > width {
				t.Errorf("at %d a line has %d columns: %q", width, n, line)
			}
		}
	}
	var whole strings.Builder
	if err := l.WriteTable(&whole, now, catalogue.Filter{All: true}, 0); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(whole.String(), name) || !strings.Contains(whole.String(), strings.TrimSpace(command)) {
		t.Errorf("without a screen something is cut:\n%s", whole.String())
	}
}

func TestWriteColumns(t *testing.T) {
	var got strings.Builder
	err := catalogue.WriteColumns(&got, [][]string{{"WORKSPACE", "TABS"}, {"漢字漢字漢字", "1"}, {"work", "12"}})
	if want := "WORKSPACE     TABS\n漢字漢字漢字  1\nwork          12\n"; err != nil || got.String() != want {
		t.Errorf("got\n%s%v, want\n%s", got.String(), err, want)
	}
}

// The keys are stable: each is present in every object, with its type.
func TestJSON(t *testing.T) {
	w := newWorld(t)
	w.host(wire.InfoReply{
		ID: id(1), HostPID: 10, ChildPID: 11, HostVersion: "0.9.0", Name: "api", Title: "top", Dir: "/src",
		Command: []string{"top", "-d", "1"}, Started: ago(time.Hour), LastOutput: ago(135 * time.Second), Clients: 2,
	}, nil)
	w.state(id(1), "", running(ago(time.Hour))...)
	w.host(wire.InfoReply{ID: id(2), HostPID: 20, ChildPID: 21, Exit: &session.Exit{Code: 2}}, nil)
	l := w.list(catalogue.Tracked{
		ID: id(3), Workspace: "work", Title: "<b>", Agent: "codex", Disposition: session.Suspended,
		Residency: session.Residency{Place: session.Backgrounded},
	})
	var got bytes.Buffer
	if err := l.WriteJSON(&got, now, catalogue.Filter{}); err != nil {
		t.Fatal(err)
	}
	started := ago(time.Hour).Format(time.RFC3339)
	want := `{"schema":1,"sessions":[
		{"id":"20000000-0000-4000-8000-000000000002","name":"","title":"","state":"failed","runtime":"exited","residency":"","disposition":"active","pid":20,"child_pid":0,"cwd":"","command":[],"agent":"","conversation":"","workspace":"","idle_seconds":null,"exit_code":2,"clients":0,"host_version":"","program":"","restart":"","suspended":false,"description":"","tags":[],"doing":"","reason":"shell process exited","signal":"","since":null,"created_at":null,"ended_at":null,"last_active_at":null,"provider":"","agent_state":"","agent_kind":"","agent_message":"","agent_since":null,"cpu_percent":null,"memory_bytes":null,"processes":null,"ports":null},
		{"id":"10000000-0000-4000-8000-000000000001","name":"api","title":"top","state":"running","runtime":"running","residency":"","disposition":"active","pid":10,"child_pid":11,"cwd":"/src","command":["top","-d","1"],"agent":"","conversation":"","workspace":"","idle_seconds":135,"exit_code":null,"clients":2,"host_version":"0.9.0","program":"","restart":"","suspended":false,"description":"top","tags":[],"doing":"idle","reason":"","signal":"","since":"` + started + `","created_at":"` + started + `","ended_at":null,"last_active_at":null,"provider":"","agent_state":"","agent_kind":"","agent_message":"","agent_since":null,"cpu_percent":null,"memory_bytes":null,"processes":null,"ports":null},
		{"id":"30000000-0000-4000-8000-000000000003","name":"","title":"<b>","state":"failed","runtime":"exited","residency":"backgrounded","disposition":"suspended","pid":0,"child_pid":0,"cwd":"","command":[],"agent":"codex","conversation":"","workspace":"work","idle_seconds":null,"exit_code":null,"clients":0,"host_version":"","program":"","restart":"","suspended":true,"description":"<b>","tags":[],"doing":"","reason":"host no longer exists","signal":"","since":null,"created_at":null,"ended_at":null,"last_active_at":null,"provider":"","agent_state":"","agent_kind":"","agent_message":"","agent_since":null,"cpu_percent":null,"memory_bytes":null,"processes":null,"ports":null}
	]}`
	var is, should any
	for _, d := range []struct {
		text string
		to   *any
	}{{got.String(), &is}, {want, &should}} {
		if err := json.Unmarshal([]byte(d.text), d.to); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(should, is); diff != "" {
		t.Error(diff)
	}
}

func TestJSONOfNothing(t *testing.T) {
	var got bytes.Buffer
	if err := (catalogue.Listing{}).WriteJSON(&got, now, catalogue.Filter{All: true}); err != nil || strings.Join(strings.Fields(got.String()), "") != `{"schema":1,"sessions":[]}` {
		t.Errorf("got %q, %v", got.String(), err)
	}
}

// JSON keeps its meaning, and contains nothing that a terminal obeys.
func FuzzJSON(f *testing.F) {
	f.Add("a\u009b31m\u202eb \U000e0001 👍\u200d \x00 \xff <b>")
	f.Fuzz(func(t *testing.T, name string) {
		l := catalogue.Listing{Entries: []*catalogue.Entry{{Tracked: &catalogue.Tracked{Name: name}}}}
		var got bytes.Buffer
		if err := l.WriteJSON(&got, now, catalogue.Filter{All: true}); err != nil {
			t.Fatal(err)
		}
		for _, r := range got.String() {
			if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e {
				t.Fatalf("%q came out as %q", name, got.String())
			}
		}
		var document struct{ Sessions []catalogue.Row }
		if err := json.Unmarshal(got.Bytes(), &document); err != nil {
			t.Fatal(err)
		}
		rows := document.Sessions
		if len(rows) != 1 || utf8.ValidString(name) && rows[0].Name != name {
			t.Errorf("%q is read as %+v", name, rows)
		}
	})
}

// A name that a program gives itself must not act as a command on the terminal.
func FuzzPrintable(f *testing.F) {
	f.Add("vim \x1b]0;x\x07")
	f.Add("\u202eevil \u009b31m")
	f.Add("👨\u200d👩 e\u0301")
	f.Add("\xff\xfe")
	f.Fuzz(func(t *testing.T, text string) {
		got := catalogue.Printable(text)
		for _, r := range got {
			if r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r == 0x2028 {
				t.Errorf("%q came through as %q", text, got)
			}
		}
	})
}

// S4-11, S4-12, S4-13: archived sessions, and ended sessions without a workspace, are listed only on request.
// Broken ones are never listed.
func TestListsLeaveOutArchivedAndEndedSessions(t *testing.T) {
	w := newWorld(t)
	w.state(id(1), "", append(running(ago(time.Hour)), step{session.Completed, ago(time.Minute), nil})...)
	l := w.list(
		catalogue.Tracked{ID: id(2), Disposition: session.Archived},
		catalogue.Tracked{ID: id(3), Disposition: session.DispositionActive},
		catalogue.Tracked{ID: id(4), Disposition: session.Broken},
	)
	for _, tt := range []struct {
		filter catalogue.Filter
		want   int
	}{{catalogue.Filter{}, 1}, {catalogue.Filter{Archived: true}, 2}, {catalogue.Filter{All: true}, 3}} {
		var table, rows strings.Builder
		if err := l.WriteTable(&table, now, tt.filter, 0); err != nil {
			t.Fatal(err)
		}
		if err := l.WriteJSON(&rows, now, tt.filter); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(table.String(), "\n") - 1; got != tt.want {
			t.Errorf("filter %+v: the table has %d sessions, want %d", tt.filter, got, tt.want)
		}
		if got := strings.Count(rows.String(), `"id"`); got != tt.want {
			t.Errorf("filter %+v: the array has %d sessions, want %d", tt.filter, got, tt.want)
		}
	}
}

// A session that was running when its host went is suspended since its host was last seen, and ran
// until then; programs read the same from JSON.
func TestTimesOfSuspendedSessions(t *testing.T) {
	w := newWorld(t)
	w.state(id(1), "work", running(ago(time.Hour))...)
	files, err := filepath.Glob(filepath.Join(w.Sessions, id(1).String(), "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for i, file := range files {
		at := ago(time.Minute + time.Duration(i)*time.Minute)
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
	}
	l := w.list(catalogue.Tracked{ID: id(1), Workspace: "work", CreatedAt: ago(time.Hour), Disposition: session.DispositionActive})
	var table, rows strings.Builder
	if err := l.WriteTable(&table, now, catalogue.Filter{}, 0); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(strings.Fields(table.String()), " "); !strings.HasSuffix(got, "suspended (host no longer exists) 1m 0s 59m 0s") {
		t.Errorf("got\n%s", table.String())
	}
	if err := l.WriteJSON(&rows, now, catalogue.Filter{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(rows.String(), `"suspended": true`) {
		t.Errorf("got\n%s", rows.String())
	}
}
