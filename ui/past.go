package ui

import (
	"dormer/session"
	"dormer/ui/copymode"
	"dormer/ui/paint"
)

// past is what a pane shows instead of its live screen, nil where it shows that.
func (m *Model) past(id session.ID) *paint.Past {
	var s *paint.Past
	if p := m.copyPane(id); p != nil {
		s = &paint.Past{Shown: p.Shown()}
	}
	if d, ok := m.dialog().(*linkChooser); ok && d.pane == id {
		if s == nil {
			s = &paint.Past{Shown: copymode.Shown{Follow: true}}
		}
		s.Links = d.hints()
	}
	return s
}
