package wire

import "dormer/session/grid"

// Colors are the colours of the viewer's terminal; [grid.DefaultColor] is an unknown one. The owner
// answers the child's colour queries with the colours that it received last.
type Colors struct {
	Foreground, Background, Cursor grid.Color
	Palette                        [16]grid.Color
}

func (Colors) tag() tag { return tagColors }

func (Colors) fromViewer() {}

func (w *writer) colors(m Colors) {
	w.number(uint64(m.Foreground))
	w.number(uint64(m.Background))
	w.number(uint64(m.Cursor))
	for _, c := range m.Palette {
		w.number(uint64(c))
	}
}

func (r *reader) colors() Colors {
	m := Colors{Foreground: r.color(), Background: r.color(), Cursor: r.color()}
	for i := range m.Palette {
		m.Palette[i] = r.color()
	}
	return m
}
