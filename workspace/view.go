package workspace

import (
	"fmt"
	"slices"
)

func (d *draft) openView(a OpenView) error {
	if a.View == "" {
		return fmt.Errorf("new view: no id")
	}
	if _, err := d.view(a.View); err == nil {
		return fmt.Errorf("new view: %q is there already: switch to it", a.View)
	}
	name := orElse(cleanTitle(a.Name), string(a.View))
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
	case len(v.Tabs) > 0:
		return fmt.Errorf("close view %q: it has tabs: close them first", v.Name)
	}
	d.Views = slices.DeleteFunc(d.Views, func(v View) bool { return v.ID == a.View })
	if d.ActiveView == a.View {
		d.ActiveView = MainView
	}
	return nil
}
