package ui

import "dormer/session"

// past is what a pane shows instead of its live screen, nil where it shows that.
func (m *Model) past(id session.ID) *pastScene {
	p := m.copyPane(id)
	if p == nil {
		return nil
	}
	var s *pastScene
	if p.copying != nil {
		s = m.pastScene(p)
	}
	if d, ok := m.dialog().(*linkChooser); ok && d.pane == id {
		if s == nil {
			s = &pastScene{follow: true}
		}
		s.links = d.hints()
	}
	return s
}
