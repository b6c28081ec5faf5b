package workspace

import (
	"errors"
	"fmt"
	"slices"

	"dormer/session"
)

// SavedLayout is the layout of a tab's panes, saved under a name. It may name sessions that
// have left the tab or are gone; they are skipped when it is used.
type SavedLayout struct {
	Name   string
	Root   *Node
	Floats []Float
}

// savedLimit is the maximum number of saved layouts of a tab.
const savedLimit = 20

func (d *draft) saveLayout(a SaveLayout) error {
	p, err := d.placeOf(a.Tab)
	if err != nil {
		return fmt.Errorf("save layout: %w", err)
	}
	name := cleanTitle(a.Name)
	if name == "" {
		return errors.New("save layout: it needs a name")
	}
	t := p.tab()
	saved := SavedLayout{Name: name, Root: t.Root, Floats: t.Floats}
	if i := t.savedIndex(name); i >= 0 {
		t.Saved = slices.Clone(t.Saved)
		t.Saved[i] = saved
		return nil
	}
	if len(t.Saved) >= savedLimit {
		return fmt.Errorf("save layout: the tab has %d already: delete one first", savedLimit)
	}
	t.Saved = append(slices.Clone(t.Saved), saved)
	return nil
}

func (t Tab) savedIndex(name string) int {
	return slices.IndexFunc(t.Saved, func(s SavedLayout) bool { return s.Name == name })
}

func (d *draft) useLayout(a UseLayout) error {
	p, err := d.placeOf(a.Tab)
	if err != nil {
		return fmt.Errorf("layout: %w", err)
	}
	t := p.tab()
	i := t.savedIndex(a.Name)
	if i < 0 {
		return fmt.Errorf("this tab has no saved layout %q", a.Name)
	}
	t.rearrange(t.Saved[i])
	return nil
}

// rearrange applies a saved layout to the tab's panes. Panes that the layout does not contain
// become hidden floats.
func (t *Tab) rearrange(s SavedLayout) {
	root := pruned(s.Root, func(id session.ID) bool { return !t.Has(id) })
	floats := keptFloats(s.Floats, t.Has)
	laid := Tab{Root: root, Floats: floats}
	var rest []Float
	for _, id := range t.Panes() {
		if laid.Has(id) {
			continue
		}
		f, floated := t.Float(id)
		if !floated {
			f = Float{Session: id, Frame: laid.nextFrame()}
		}
		f.Hidden = true
		rest = append(rest, f)
	}
	laid.Floats = slices.Concat(rest, floats)
	laid.tileOne()
	t.Root, t.Floats = laid.Root, laid.Floats
	t.Zoomed, t.Preset = false, NoPreset
	if !t.visible(t.Active) {
		t.focus(t.Tile(t.Active))
	}
}

func (d *draft) dropLayout(a DropLayout) error {
	p, err := d.placeOf(a.Tab)
	if err != nil {
		return fmt.Errorf("delete layout: %w", err)
	}
	t := p.tab()
	if t.savedIndex(a.Name) < 0 {
		return fmt.Errorf("delete layout: this tab has no saved layout %q", a.Name)
	}
	t.Saved = filter(t.Saved, func(s SavedLayout) bool { return s.Name != a.Name })
	return nil
}

// checkSaved verifies the invariants of a tab's saved layouts.
func checkSaved(list []SavedLayout) error {
	if len(list) > savedLimit {
		return fmt.Errorf("%d saved layouts", len(list))
	}
	var names []string
	for _, s := range list {
		if err := s.check(); err != nil {
			return fmt.Errorf("saved layout %q: %w", s.Name, err)
		}
		names = append(names, s.Name)
	}
	if !distinct(names) {
		return errors.New("two saved layouts have one name")
	}
	return nil
}

func (s SavedLayout) check() error {
	if s.Name == "" {
		return errors.New("it has no name")
	}
	if err := checkLayout(s.Root); err != nil {
		return err
	}
	for _, f := range s.Floats {
		if !f.Frame.valid() || f.Session == (session.ID{}) {
			return errors.New("a floating pane is out of its area")
		}
	}
	if !distinct(Tab{Root: s.Root, Floats: s.Floats}.Panes()) {
		return errors.New("it holds a session twice")
	}
	return nil
}

// saved prunes saved layouts in the same way as the layouts remembered with a closed pane.
func (p *pruning) saved(list []SavedLayout) []SavedLayout {
	var out []SavedLayout
	names := map[string]bool{}
	for _, s := range list {
		s.Root = repairedLayout(s.Root, p.stays)
		s.Floats = repairedFloats(s.Floats, p.stays)
		t := Tab{Root: s.Root, Floats: s.Floats}
		t.tileOne()
		s.Root, s.Floats = t.Root, t.Floats
		if s.check() == nil && !names[s.Name] && len(out) < savedLimit {
			names[s.Name] = true
			out = append(out, s)
		}
	}
	return out
}
