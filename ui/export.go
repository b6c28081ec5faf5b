package ui

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session/grid"
	"dormer/ui/command"
	"dormer/ui/fresh"
	"dormer/ui/picture"
	"dormer/ui/picture/fonts"
	"dormer/ui/screen"
	"dormer/ui/theme"
)

// exported says what became of writing the screen to a file.
type exported struct {
	path string
	err  error
}

func (msg exported) tell(m *Model) tea.Cmd {
	m.wrote(msg)
	return nil
}

// exportKinds are the ways to write a screen, by the ends of files' names.
var exportKinds = map[string]func(*bytes.Buffer, picture.Screen, picture.Colors) error{
	".txt":  func(b *bytes.Buffer, s picture.Screen, _ picture.Colors) error { b.WriteString(s.Text()); return nil },
	".ansi": func(b *bytes.Buffer, s picture.Screen, _ picture.Colors) error { b.WriteString(s.ANSI()); return nil },
	".svg":  func(b *bytes.Buffer, s picture.Screen, c picture.Colors) error { return picture.SVG(b, s, c) },
	".png":  drawPNG,
}

// drawPNG draws with the fonts of the machine what the picture's own lacks.
func drawPNG(b *bytes.Buffer, s picture.Screen, c picture.Colors) error {
	others := fonts.Installed()
	defer others.Close()
	return picture.PNG(b, s, c, others)
}

// export writes the screen, as it looks once what is open for it has closed, to a
// file: a picture or text by the end of its name, relative to the directory of the
// active pane. A file that is there already is not written over.
func (m *Model) export(path string) tea.Cmd {
	write := exportKinds[strings.ToLower(filepath.Ext(path))]
	if write == nil {
		m.say(fmt.Sprintf("%s does not end in %s: name a file that does", path, command.ExportEnds))
		return nil
	}
	m.notice = notice{} // it is about the dialog
	m.changed()
	path = homeDir(path, m.state.Sessions[m.activePane()].Dir)
	colors, look := pictureColors(m.deps.term.Colors()), m.deps.look
	return func() tea.Msg {
		var out bytes.Buffer
		seen, err := lookedAt(look)
		if err == nil {
			err = write(&out, seen, colors)
		}
		if err == nil {
			err = fresh.Write("the screen", path, out.Bytes())
		}
		return exported{path, err}
	}
}

// lookTime is how long a picture of the screen is waited for.
const lookTime = 5 * time.Second

// lookedAt is the screen as the painter draws it next.
func lookedAt(look func(func(*screen.Buffer, grid.Cursor))) (picture.Screen, error) {
	got := make(chan picture.Screen, 1)
	look(func(b *screen.Buffer, c grid.Cursor) { got <- pictureOf(b, c) })
	select {
	case s := <-got:
		return s, nil
	case <-time.After(lookTime):
		return picture.Screen{}, errors.New("the terminal takes nothing just now: try again")
	}
}

// pictureOf is a buffer as a picture takes it.
func pictureOf(b *screen.Buffer, c grid.Cursor) picture.Screen {
	rows, cols := b.Size()
	s := picture.Screen{Cols: cols, Cursor: c}
	for y := range rows {
		s.Row(b.Palette(), b.Row(y), false)
	}
	return s
}

// pictureColors are the colours of a picture that resembles a terminal: dark or
// light as that is.
func pictureColors(c screen.Colors) picture.Colors {
	if theme.IsLight(c.Background) {
		return picture.Light
	}
	return picture.Dark
}

func (m *Model) wrote(msg exported) {
	if msg.err != nil {
		m.sayFor(msg.err.Error(), longNotice)
		return
	}
	m.sayFor("wrote the screen to "+shortDir(msg.path), longNotice)
}
