package persist

import (
	"slices"
	"testing"
	"time"

	"dormer/session"
	"dormer/workspace"
)

// S3-37, S3-38, S3-39, S3-41.
func TestRestore(t *testing.T) {
	worktree := func(s *workspace.State, n int, dir string) {
		r := s.Sessions[id(n)]
		r.Source = session.Source{Kind: session.Worktree, Repo: "/src", Worktree: dir, Dir: dir}
		s.Sessions[id(n)] = r
	}
	tests := []struct {
		name   string
		change func(*workspace.State)
		around func(*Options)
		check  func(*testing.T, workspace.State, outcome)
	}{
		{
			name: "nothing to do",
			check: func(t *testing.T, s workspace.State, out outcome) {
				wantState(t, s, sample())
				if out.repaired != nil || out.left != nil || out.orphans != nil || out.expired != nil {
					t.Errorf("outcome = %+v", out)
				}
			},
		},
		{
			name: "temporary session on disk is dropped, its split collapses",
			change: func(s *workspace.State) {
				r := s.Sessions[id(2)]
				r.Lifetime = session.Temporary
				s.Sessions[id(2)] = r
			},
			check: func(t *testing.T, s workspace.State, out outcome) {
				wantSessions(t, s, 1, 3, 4, 5, 6, 7, 8, 9)
				wantLeaves(t, s.Views[0].Tabs[0], 1, 3)
				if out.left != nil {
					t.Errorf("left out %v: a temporary session needs no message", out.left)
				}
			},
		},
		{
			name:   "worktree gone, process gone: session left out and named",
			around: func(a *Options) { a.Gone = func(of session.Source) bool { return of.Worktree == "/src/p-fix" } },
			check: func(t *testing.T, s workspace.State, out outcome) {
				wantSessions(t, s, 1, 3, 4, 5, 6, 7, 8, 9)
				wantLeaves(t, s.Views[0].Tabs[0], 1, 3)
				if len(out.left) != 1 || out.left[0].DisplayTitle() != "the agent" {
					t.Errorf("left out %v, want the agent", out.left)
				}
			},
		},
		{
			name: "temporary session whose worktree is gone is dropped silently",
			change: func(s *workspace.State) {
				r := s.Sessions[id(2)]
				r.Lifetime = session.Temporary
				s.Sessions[id(2)] = r
			},
			around: func(a *Options) { a.Gone = func(of session.Source) bool { return of.Worktree == "/src/p-fix" } },
			check: func(t *testing.T, s workspace.State, out outcome) {
				wantSessions(t, s, 1, 3, 4, 5, 6, 7, 8, 9)
				if out.left != nil {
					t.Errorf("left out %v", out.left)
				}
			},
		},
		{
			name: "worktree gone, process lives: session kept as an orphan",
			around: func(a *Options) {
				a.Gone = func(of session.Source) bool { return of.Worktree == "/src/p-fix" }
				a.Alive = func(s session.ID) bool { return s == id(2) }
			},
			check: func(t *testing.T, s workspace.State, out outcome) {
				wantState(t, s, sample())
				if !slices.Equal(out.orphans, []session.ID{id(2)}) || out.left != nil {
					t.Errorf("outcome = %+v", out)
				}
			},
		},
		{
			name:   "floating session whose directory is gone is kept",
			around: func(a *Options) { a.Gone = func(of session.Source) bool { return of.Dir == "/home/me" } },
			check:  func(t *testing.T, s workspace.State, _ outcome) { wantState(t, s, sample()) },
		},
		{
			name: "tab without panes is removed, the focus moves on",
			change: func(s *workspace.State) {
				worktree(s, 4, "/gone")
				worktree(s, 8, "/gone")
			},
			around: func(a *Options) { a.Gone = func(of session.Source) bool { return of.Worktree == "/gone" } },
			check: func(t *testing.T, s workspace.State, out outcome) {
				if len(s.Views[0].Tabs) != 1 || s.Views[0].ActiveTab != id(100) {
					t.Errorf("view = %+v, want tab 100 alone and active", s.Views[0])
				}
				if len(out.left) != 2 {
					t.Errorf("left out %v, want 4 and 8", out.left)
				}
			},
		},
		{
			name: "unknown id in a layout is pruned",
			change: func(s *workspace.State) {
				delete(s.Sessions, id(3))
			},
			check: func(t *testing.T, s workspace.State, out outcome) {
				wantLeaves(t, s.Views[0].Tabs[0], 1, 2)
				if out.repaired == nil {
					t.Error("the report does not mention it")
				}
			},
		},
		{
			name: "main view is made, and shown if the active one is gone",
			change: func(s *workspace.State) {
				*s = workspace.State{Views: []workspace.View{{ID: "x", Name: "X"}}, ActiveView: "y"}
			},
			check: func(t *testing.T, s workspace.State, _ outcome) {
				if len(s.Views) != 2 || s.ActiveView != workspace.MainView {
					t.Errorf("views = %+v, active %q", s.Views, s.ActiveView)
				}
			},
		},
		{
			name:   "undo entries stay until they expire",
			around: func(a *Options) { a.Now = func() time.Time { return undoUntil.Add(-1) } },
			check:  func(t *testing.T, s workspace.State, _ outcome) { wantState(t, s, sample()) },
		},
		{
			name:   "expired undo entries are removed, with their sessions",
			around: func(a *Options) { a.Now = func() time.Time { return undoUntil } },
			check: func(t *testing.T, s workspace.State, out outcome) {
				wantSessions(t, s, 1, 2, 3, 4, 5, 8, 9)
				if len(s.Undo) != 0 {
					t.Errorf("undo = %+v", s.Undo)
				}
				if !slices.Equal(out.expired, []session.ID{id(6), id(7)}) {
					t.Errorf("expired = %v", out.expired)
				}
			},
		},
		{
			name: "a temporary session that has expired is not ended twice",
			change: func(s *workspace.State) {
				r := s.Sessions[id(6)]
				r.Lifetime = session.Temporary
				s.Sessions[id(6)] = r
			},
			around: func(a *Options) { a.Now = func() time.Time { return undoUntil } },
			check: func(t *testing.T, s workspace.State, out outcome) {
				if !slices.Equal(out.expired, []session.ID{id(7)}) {
					t.Errorf("expired = %v", out.expired)
				}
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, options := sample(), fixedOptions()
			if tt.change != nil {
				tt.change(&s)
			}
			if tt.around != nil {
				tt.around(&options)
			}
			got, out := restore(s, options)
			if err := workspace.Check(got); err != nil {
				t.Error(err)
			}
			tt.check(t, got, out)
		})
	}
}

func wantSessions(t *testing.T, s workspace.State, want ...int) {
	t.Helper()
	for _, n := range want {
		if _, ok := s.Sessions[id(n)]; !ok {
			t.Errorf("session %d is gone", n)
		}
	}
	if len(s.Sessions) != len(want) {
		t.Errorf("%d sessions, want %d", len(s.Sessions), len(want))
	}
}

func wantLeaves(t *testing.T, tab workspace.Tab, want ...int) {
	t.Helper()
	var ids []session.ID
	for _, n := range want {
		ids = append(ids, id(n))
	}
	if got := workspace.Leaves(tab.Root); !slices.Equal(got, ids) {
		t.Errorf("panes = %v, want %v", got, ids)
	}
}
