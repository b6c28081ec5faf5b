package ui

import (
	"dormer/session"
	"dormer/ui/paint"
)

// past is what a pane shows instead of its live screen, nil where it shows that.
func (m *Model) past(id session.ID) *paint.Past {
	p := m.copyPane(id)
	if p == nil {
		return nil
	}
	var s *paint.Past
	if p.copying != nil {
		s = m.pastScene(p)
	}
	if d, ok := m.dialog().(*linkChooser); ok && d.pane == id {
		if s == nil {
			s = &paint.Past{Follow: true}
		}
		s.Links = d.hints()
	}
	return s
}
