package workspace

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dormer/session"
)

// maxTitle is the maximum length of a title in runes. Titles come from children, and no bar has
// room for longer ones.
const maxTitle = 256

func (d *draft) renameTab(a RenameTab) error {
	p, err := d.placeOf(a.Tab)
	if err != nil {
		return fmt.Errorf("rename: %w", err)
	}
	p.tab().Name = cleanTitle(a.Name)
	return nil
}

func (d *draft) renameSession(a RenameSession) error {
	r, ok := d.Sessions[a.Session]
	if !ok {
		return fmt.Errorf("rename: session %s: %w", a.Session, ErrGone)
	}
	r.Name = cleanTitle(a.Name)
	d.Sessions[a.Session] = r
	return nil
}

func (d *draft) sessionTitled(a SessionTitled) error {
	d.reportedByChild = true
	if r, ok := d.Sessions[a.Session]; ok {
		r.Title = cleanTitle(a.Title)
		d.Sessions[a.Session] = r
	}
	return nil
}

func (d *draft) sessionRuns(a SessionRuns) error {
	d.unsaved = true
	if r, ok := d.Sessions[a.Session]; ok {
		r.Program = cleanTitle(a.Program)
		d.Sessions[a.Session] = r
	}
	return nil
}

// sessionMoved accepts absolute directories only, because a child can report anything.
func (d *draft) sessionMoved(a SessionMoved) error {
	d.reportedByChild = true
	r, ok := d.Sessions[a.Session]
	if !ok || !path.IsAbs(a.Dir) || strings.ContainsRune(a.Dir, 0) {
		return nil
	}
	r.Dir = path.Clean(a.Dir)
	d.Sessions[a.Session] = r
	return nil
}

func (d *draft) sessionProvided(a SessionProvided) error {
	if r, ok := d.Sessions[a.Session]; ok && slices.Contains([]session.Provider{session.Direct, session.Hosted}, a.Provider) {
		r.Provider = a.Provider
		d.Sessions[a.Session] = r
	}
	return nil
}

func (d *draft) sessionAsks(a SessionAsks) error {
	d.reportedByChild = true
	if r, ok := d.Sessions[a.Session]; ok {
		r.Attention = a.Attention
		d.Sessions[a.Session] = r
	}
	return nil
}

// cleanTitle removes from a title everything that would act on the terminal that shows it
// (controls, escape sequences, bidirectional marks), and limits its length.
func cleanTitle(title string) string {
	title = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
			return -1
		}
		return r
	}, title)
	title = strings.TrimSpace(title)
	if runes := []rune(title); len(runes) > maxTitle {
		title = strings.TrimSpace(string(runes[:maxTitle]))
	}
	return title
}
