package lists

import (
	"dormer/ui/bind"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/dialog"
)

// MenuRows returns the rows of the menu of a subject, disabled with a reason if they cannot run.
func MenuRows(s command.Subject, f command.Focus, keys *bind.Keymap) (rows []dialog.MenuRow) {
	at, there := f.On(s)
	groups := s.Menu()
	if s.Kind == command.AboutPane && there && at.Retries(at.Pane) {
		groups = append([][]string{command.RetryCommands}, groups...)
	}
	for _, part := range groups {
		if len(rows) > 0 {
			rows = append(rows, dialog.MenuRow{})
		}
		for _, name := range part {
			r := menuRow(name, keys)
			if r.Why = keys.Table.Named(name).Resolve(at).Why; !there {
				r.Why = "it is gone"
			}
			rows = append(rows, r)
		}
	}
	return rows
}

func menuRow(name string, keys *bind.Keymap) dialog.MenuRow {
	c := keys.Table.Named(name)
	r := dialog.MenuRow{Name: name, Title: command.Call{Command: c}.Title(), Key: keys.KeyAfterPrefix(name)}
	if all := keys.Sequences(config.Normal, name); len(all) > 0 {
		r.Keys = all[0].Printed()
	}
	if c.Menu != "" {
		r.Title = c.Menu
	}
	return r
}
