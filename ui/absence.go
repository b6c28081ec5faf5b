package ui

import (
	"cmp"
	"context"
	"path/filepath"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session/agent"
	"dormer/ui/attention"
	"dormer/ui/away"
	"dormer/ui/ending"
	"dormer/ui/input"
	"dormer/ui/labels"
	"dormer/workspace/repo"
)

// absence is the time in which nobody looked at the workspace, and the page about it. The page
// comes by itself, once there is something to tell, unless the user has done something before.
type absence struct {
	since   time.Time // zero where it was too short to tell of
	comes   bool      // the page comes by itself
	changes []away.Change
	stop    context.CancelFunc // of looking at worktrees; nil before that
	noted   time.Time          // when it was noted last that the workspace is used
}

const (
	// awayLook bounds a look at what has changed in a worktree.
	awayLook = 10 * time.Second
	// awayComes is how long after the start the page comes by itself.
	awayComes = time.Minute
	// useNoted is how often it is noted that the workspace is used.
	useNoted = time.Minute
)

// beginAbsence finds out whether the user was away for long.
func (m *Model) beginAbsence() {
	least, last := m.config.Attention.Away, m.deps.LastUsed
	if least > 0 && !last.IsZero() && m.began.Sub(last) >= least {
		m.absence.since, m.absence.comes = last, true
	}
}

// lookWhatChanged looks what has changed in the worktrees of the workspace while the user was away,
// one after the other.
func (m *Model) lookWhatChanged() tea.Cmd {
	if m.absence.since.IsZero() {
		return nil
	}
	var trees []string
	seen := map[string]bool{"": true}
	for _, id := range m.state.OpenIDs() {
		if tree := m.state.WorktreeOf(m.state.Sessions[id].Dir); !seen[tree] {
			seen[tree] = true
			trees = append(trees, tree)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	m.absence.stop = stop
	since, send := m.absence.since, m.deps.send
	return func() tea.Msg {
		for _, tree := range trees {
			timed, cancel := context.WithTimeout(ctx, awayLook)
			found, err := repo.ActivitySince(timed, tree, since)
			cancel()
			if ctx.Err() != nil {
				return nil
			}
			name := found.Branch
			if name == "" {
				name = filepath.Base(tree)
			}
			if err == nil {
				send(worktreeChanged{away.Change{Path: tree, Name: name, Commits: found.Commits, Files: found.Files}})
			}
		}
		return nil
	}
}

// worktreeChanged says what has changed in a worktree.
type worktreeChanged struct{ away.Change }

func (w worktreeChanged) tell(m *Model) tea.Cmd {
	m.absence.changes = append(m.absence.changes, w.Change)
	m.changed()
	return nil
}

// offerAbsence opens the page where it comes by itself and there is something to tell.
func (m *Model) offerAbsence() {
	switch {
	case !m.absence.comes || !m.background.Begun():
	case m.now().Sub(m.began) > awayComes:
		m.absence.comes = false
	case m.dialog() == nil && m.prefix.At == nil && len(away.Lines(m.facts())) > 0:
		m.absence.comes = false
		m.ask(&away.Page{Facts: m.facts})
	}
}

// openAbsence opens the page, or says that there is nothing to tell.
func (m *Model) openAbsence() tea.Cmd {
	m.absence.comes = false
	switch {
	case m.absence.since.IsZero():
		m.say("you were not away for long")
	case len(away.Lines(m.facts())) == 0:
		m.say("nothing happened while you were away")
	default:
		return m.ask(&away.Page{Facts: m.facts})
	}
	return nil
}

// noteUse notes that the user does something: the page does not come any more over what they do.
func (m *Model) noteUse(e input.Event) tea.Cmd {
	if !input.Acts(e) {
		return nil
	}
	m.absence.comes = false
	if m.deps.Used == nil || m.now().Sub(m.absence.noted) < useNoted {
		return nil
	}
	m.absence.noted = m.now()
	used := m.deps.Used
	return func() tea.Msg { used(); return nil }
}

// endAbsence stops looking at worktrees.
func (m *Model) endAbsence() {
	if m.absence.stop != nil {
		m.absence.stop()
	}
}

// facts are what is known of the time in which the user was away.
func (m *Model) facts() away.Facts {
	f := away.Facts{Since: m.absence.since, Until: m.began, Changed: m.absence.changes}
	says := m.labels()
	for _, id := range m.state.OpenIDs() {
		h := happened(says.Of(id), f)
		if h.Mark == "" {
			continue
		}
		r := m.state.Sessions[id]
		h.Session, h.Worktree, h.Name, h.Mark = id, m.state.WorktreeOf(r.Dir), r.DisplayTitle(), says.Shown(h.Mark)
		f.Happened = append(f.Happened, h)
	}
	return f
}

// happened is what happened last in a session while the user was away; without a mark for nothing.
func happened(s labels.Session, f away.Facts) (h away.Happening) {
	in := func(at time.Time) bool { return at.After(f.Since) && !at.After(f.Until) }
	switch v := s.Agent; {
	case v.State == agent.Blocked && !v.Since.After(f.Until):
		return away.Happening{Mark: attention.MarkBlocked, Text: attention.Waiting(v), At: v.Since}
	case v.State == agent.Failed && in(v.Since):
		return away.Happening{Mark: attention.MarkFailed, Text: failure(v, f.Until), At: v.Since}
	case v.State == agent.Done && in(v.Since):
		return away.Happening{Mark: attention.MarkDone, Text: join("is done", v.Message), At: v.Since}
	case s.Exit != nil && in(s.Exit.Ended):
		h = away.Happening{Mark: attention.MarkFailed, At: s.Exit.Ended}
		h.Text, _ = ending.Words(*s.Exit, s.Stopped)
		if s.Exit.Clean() {
			h.Mark, h.Text = attention.MarkDone, "finished"
		}
	case s.Asks.Reason != attention.None && in(s.Asks.Since):
		return away.Happening{Mark: s.Asks.Reason.Mark(), Text: cmp.Or(s.Asks.Text, s.Asks.Reason.Verb()), At: s.Asks.Since}
	}
	return h
}

// failure says why an agent could not go on, and how it does.
func failure(v agent.Verdict, now time.Time) string {
	kind := strings.ReplaceAll(string(v.Kind), "-", " ")
	return join("failed", kind, v.Outlook(now), v.Message)
}

// join puts texts behind each other, with colons between them.
func join(texts ...string) string {
	var out []string
	for _, t := range texts {
		if t != "" {
			out = append(out, t)
		}
	}
	return strings.Join(out, ": ")
}
