package workspace

import (
	"cmp"
	"fmt"
	"slices"
)

func (d *draft) openView(a OpenView) error {
	if a.View == "" {
		return fmt.Errorf("new view: no id")
	}
	if _, err := d.view(a.View); err == nil {
		return fmt.Errorf("new view: there is a view %q already: switch to it", a.View)
	}
	name := cmp.Or(cleanTitle(a.Name), string(a.View))
	d.Views = append(d.Views, View{ID: a.View, Name: name})
	d.ActiveView = a.View
	return nil
}

func (d *draft) switchView(a SwitchView) error {
	if _, err := d.view(a.View); err != nil {
		return fmt.Errorf("switch: %w", err)
	}
	d.ActiveView = a.View
	return nil
}

func (d *draft) closeView(a CloseView) error {
	v, err := d.view(a.View)
	switch {
	case err != nil:
		return fmt.Errorf("close view: %w", err)
	case a.View == MainView:
		return fmt.Errorf("close view: the main view always stays")
	case len(v.Tabs) > undoLimit(a.Limit):
		return fmt.Errorf("close view %q: of its %d tabs only %d could be brought back: move or close some first", v.Name, len(v.Tabs), undoLimit(a.Limit))
	}
	for _, t := range slices.Clone(v.Tabs) {
		if err := d.closeTab(CloseTab{Tab: t.ID, At: a.At, Shelf: a.Shelf}); err != nil {
			return err
		}
	}
	d.Views = slices.DeleteFunc(d.Views, func(v View) bool { return v.ID == a.View })
	if d.ActiveView == a.View {
		d.ActiveView = MainView
	}
	return nil
}

func (d *draft) renameView(a RenameView) error {
	v, err := d.view(a.View)
	if err != nil {
		return fmt.Errorf("rename: %w", err)
	}
	v.Name = cmp.Or(cleanTitle(a.Name), string(a.View))
	return nil
}

func (d *draft) moveTabToView(a MoveTabToView) error {
	p, err := d.placeOf(a.Tab)
	if err != nil {
		return fmt.Errorf("move tab: %w", err)
	}
	to, err := d.view(a.View)
	if err != nil {
		return fmt.Errorf("move tab: %w", err)
	}
	if to == p.view {
		return nil
	}
	t := *p.tab()
	p.removeTab()
	index := a.Index
	if index < 0 {
		index = len(to.Tabs)
	}
	to.insertTab(index, t)
	return nil
}
