package habits

import (
	"fmt"
	"slices"
	"testing"

	"dormer/ui/buffers"
)

func TestLatestFirstAndOldestDropped(t *testing.T) {
	var h Habits
	for i := range maxRecent + 5 {
		h.Visit(fmt.Sprintf("/%d", i))
	}
	before := slices.Clone(h.Dirs)
	kept := h
	h.Visit("/10")
	if len(h.Dirs) != maxRecent || h.Dirs[0] != "/10" || h.Dirs[1] != before[0] || slices.Contains(h.Dirs[1:], "/10") {
		t.Errorf("visited %q", h.Dirs)
	}
	if !slices.Equal(kept.Dirs, before) {
		t.Error("a copy of the habits changed with them")
	}
	h.Choose("pane.zoom")
	if h.Commands[0] != "pane.zoom" {
		t.Errorf("chosen %q", h.Commands)
	}
}

// paper records what was written.
type paper struct {
	habits Habits
	copied []buffers.Copied
}

func (p *paper) Load() Habits                     { return p.habits }
func (p *paper) Save(h Habits)                    { p.habits = h }
func (p *paper) LoadCopied() []buffers.Copied     { return p.copied }
func (p *paper) SaveCopied(list []buffers.Copied) { p.copied = list }

// If writes overtake each other, the latest remains.
func TestLatestWriteWins(t *testing.T) {
	var w Writes
	var p paper
	first, second := w.Habits(&p, Habits{SidebarCols: 10}), w.Habits(&p, Habits{SidebarCols: 20})
	second()
	first()
	if p.Load().SidebarCols != 20 {
		t.Errorf("saved are %+v", p.habits)
	}
	some, none := w.Copied(&p, []buffers.Copied{{Text: "a"}}), w.Copied(&p, nil)
	none()
	some()
	if len(p.LoadCopied()) != 0 {
		t.Errorf("saved are %+v", p.copied)
	}
}
