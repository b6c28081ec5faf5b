package labels

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/grid"
	"dormer/ui/attention"
	"dormer/ui/geometry"
	"dormer/ui/statuses"
	"dormer/workspace"
)

var (
	shell = uuid.UUID{1}
	build = uuid.UUID{2}
)

// labelled returns labels for a tab with a shell and the command `make`.
func labelled(known map[session.ID]Session) *Labels {
	tab := workspace.Tab{ID: uuid.UUID{9}, Active: shell, Root: &workspace.Node{Children: []workspace.Child{{Node: &workspace.Node{Session: shell}}, {Node: &workspace.Node{Session: build}}}}}
	return &Labels{
		State: workspace.State{
			ActiveView: "main", Views: []workspace.View{{ID: "main", Tabs: []workspace.Tab{tab}, ActiveTab: tab.ID}},
			Sessions: map[session.ID]workspace.Record{
				shell: {ID: shell, Dir: "/home/me/src"},
				build: {ID: build, Dir: "/home/me/src", Source: session.Source{Command: []string{"/usr/bin/make", "all"}}},
			},
		},
		Home: "/home/me", Now: time.Unix(1000, 0), Title: "{mark} {title} {command} {directory} {branch} {progress}",
		Of: func(id session.ID) Session { return known[id] },
	}
}

func TestTitle(t *testing.T) {
	going := grid.Progress{State: grid.ProgressGoing, Percent: 40}
	tests := []struct {
		name   string
		id     session.ID
		known  Session
		reader bool
		want   map[string]string
	}{
		{"shell_has_a_directory", shell, Session{Branch: "main"}, false, map[string]string{"{directory}": "~/src", "{branch}": "main"}},
		{"command_is_named_by_its_words", build, Session{}, false, map[string]string{"{mark}": "▸", "{title}": "make all", "{directory}": "~/src"}},
		{"progress_bar", build, Session{Progress: going}, false, map[string]string{"{mark}": "▸", "{title}": "make all", "{directory}": "~/src", "{progress}": "[====      ] 40%"}},
		{"screen_reader_gets_a_number", build, Session{Progress: going}, true, map[string]string{"{mark}": "running", "{title}": "make all", "{directory}": "~/src", "{progress}": "40%"}},
		{"an_end_is_a_mark", build, Session{State: attention.MarkFailed, Over: true}, false, map[string]string{"{mark}": "✗", "{title}": "make all", "{directory}": "~/src"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := labelled(map[session.ID]Session{tt.id: tt.known})
			l.Reader = tt.reader
			for part, got := range l.titleValues(geometry.Pane{Session: tt.id, Title: workspace.Rect{W: 80, H: 1}}) {
				if got != tt.want[part] {
					t.Errorf("%s is %q, want %q", part, got, tt.want[part])
				}
			}
		})
	}
}

func TestTold(t *testing.T) {
	tests := []struct {
		name string
		of   Session
		want string
	}{
		{"quiet", Session{}, ""},
		{"starting", Session{State: attention.MarkStarting}, "not shown yet"},
		{"host_gone", Session{State: attention.MarkUnhealthy, HostGone: true}, "its host is gone"},
		{"no_answer", Session{State: attention.MarkUnhealthy}, "not answering"},
		{"failed", Session{State: attention.MarkFailed, Exit: &session.Exit{Code: 2}}, "exited with code 2"},
		{"stopped", Session{State: attention.MarkFailed, Stopped: true}, "stopped on request"},
		{"ended_somehow", Session{State: attention.MarkDone}, "ended"},
		{"progress", Session{Progress: grid.Progress{State: grid.ProgressPaused, Percent: 7}}, "7% paused"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := labelled(map[session.ID]Session{shell: tt.of}).Describe(shell); got != tt.want {
				t.Errorf("the description is %q, want %q", got, tt.want)
			}
		})
	}
}

func TestTabMark(t *testing.T) {
	asks := attention.Asks{}
	asks.Add(attention.Rang, time.Unix(900, 0), "rang the bell")
	seen := asks
	seen.Seen = true
	tests := []struct {
		name         string
		shell, build Session
		want         string
	}{
		{"quiet", Session{}, Session{}, ""},
		{"one_asks", Session{}, Session{Asks: asks}, attention.MarkBell},
		{"seen_is_not_new", Session{}, Session{Asks: seen}, ""},
		{"the_most_urgent", Session{Asks: asks}, Session{State: attention.MarkUnhealthy}, attention.MarkUnhealthy},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := labelled(map[session.ID]Session{shell: tt.shell, build: tt.build})
			if got := l.TabMark(l.State.Views[0].Tabs[0]); got != tt.want {
				t.Errorf("the tab's mark is %q, want %q", got, tt.want)
			}
		})
	}
}

func TestWaitingIsCountedByReason(t *testing.T) {
	asks := attention.Asks{}
	asks.Add(attention.Finished, time.Unix(900, 0), "finished")
	l := labelled(map[session.ID]Session{shell: {Asks: asks, Looked: true}, build: {Asks: asks}})
	got := l.Waiting()
	if len(got) != 1 || got[0].Word != "finished" || got[0].Count != 1 || got[0].Mark != attention.MarkDone {
		t.Errorf("waiting are %+v", got)
	}
	if l.Reader = true; l.Waiting()[0].Mark != "" {
		t.Error("for a screen reader the mark is shown beside the word")
	}
	l = labelled(map[session.ID]Session{shell: {Agent: agent.Verdict{State: agent.Blocked}, Asks: asks}, build: {Agent: agent.Verdict{State: agent.Working}}})
	if got := l.Waiting(); len(got) != 1 || got[0].Word != "waits" || got[0].Mark != attention.MarkBlocked || l.Working() != 1 {
		t.Errorf("waiting are %+v, and %d agents work", got, l.Working())
	}
	if got := l.Agents(); got != "blocked" {
		t.Errorf("the summary is %q", got)
	}
	if l.Reader = true; l.Shown(attention.MarkDone) == attention.MarkDone {
		t.Error("for a screen reader a mark is not a word")
	}
}

// S0-24: the description of a session contains its state as dormer ps shows it, after anything
// more urgent.
func TestToldWithAStatus(t *testing.T) {
	idle := statuses.Status{Text: "running (idle 2m 15s)"}
	failed := statuses.Status{Text: "failed (exit 2)"}
	for name, tt := range map[string]struct {
		known Session
		want  string
	}{
		"nothing_is_known": {Session{State: attention.MarkStarting}, "not shown yet"},
		"it_runs":          {Session{Status: statuses.Status{Text: "running"}}, "running"},
		"it_idles":         {Session{Status: idle}, "running (idle 2m 15s)"},
		"not_shown_yet":    {Session{State: attention.MarkStarting, Status: idle}, "running (idle 2m 15s)"},
		"it_failed":        {Session{State: attention.MarkFailed, Over: true, Status: failed}, "failed (exit 2)"},
		"orphaned":         {Session{Status: statuses.Status{Text: "orphaned (runs)"}}, "orphaned (runs)"},
		"progress":         {Session{Progress: grid.Progress{State: grid.ProgressGoing, Percent: 40}, Status: idle}, "40%, running (idle 2m 15s)"},
		"lives_in_dormer":  {Session{Direct: true}, "ends with dormer"},
		"it_asks":          {Session{Asks: attention.Asks{Reason: attention.Finished, Since: time.Unix(940, 0)}, Status: idle}, "finished 1m ago, running (idle 2m 15s)"},
	} {
		t.Run(name, func(t *testing.T) {
			l := labelled(map[session.ID]Session{shell: tt.known})
			if got := l.Describe(shell); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			l.Reader = true
			if got := l.Describe(shell); strings.Contains(got, "15s") {
				t.Errorf("for a screen reader it counts: %q", got)
			}
		})
	}
}
