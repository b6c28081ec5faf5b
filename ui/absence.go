package ui

import (
	"context"
	"path/filepath"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/away"
	"dormer/ui/input"
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
		h, ok := f.Last(says.Of(id))
		if !ok {
			continue
		}
		r := m.state.Sessions[id]
		h.Session, h.Worktree, h.Name, h.Mark = id, m.state.WorktreeOf(r.Dir), r.DisplayTitle(), says.Shown(h.Mark)
		f.Happened = append(f.Happened, h)
	}
	return f
}
