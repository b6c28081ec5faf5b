package export

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"dormer/session/grid"
	"dormer/ui/fresh"
	"dormer/ui/picture"
	"dormer/ui/picture/fonts"
	"dormer/ui/screen"
	"dormer/ui/theme"
)

// Look calls a function with the screen when it is next painted.
type Look func(func(*screen.Buffer, grid.Cursor))

// Known reports whether the screen can be written to a file of that name.
func Known(path string) bool { return kinds[ending(path)] != nil }

func ending(path string) string { return strings.ToLower(filepath.Ext(path)) }

// kinds maps the extensions of file names to the functions that write a screen.
var kinds = map[string]func(*bytes.Buffer, picture.Screen, picture.Colors) error{
	".txt":  func(b *bytes.Buffer, s picture.Screen, _ picture.Colors) error { b.WriteString(s.Text()); return nil },
	".ansi": func(b *bytes.Buffer, s picture.Screen, _ picture.Colors) error { b.WriteString(s.ANSI()); return nil },
	".svg":  func(b *bytes.Buffer, s picture.Screen, c picture.Colors) error { return picture.SVG(b, s, c) },
	".png":  drawPNG,
}

// drawPNG draws a PNG image, with the machine's fonts for characters that the built-in font lacks.
func drawPNG(b *bytes.Buffer, s picture.Screen, c picture.Colors) error {
	others := fonts.Installed()
	defer others.Close()
	return picture.PNG(b, s, c, others)
}

// Write writes the screen to a file, in the format of its extension: see [Known]. It does not
// overwrite an existing file. It waits until the screen is painted.
func Write(path string, look Look, colors screen.Colors) error {
	seen, err := lookedAt(look)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := kinds[ending(path)](&out, seen, colorsLike(colors)); err != nil {
		return err
	}
	return fresh.Write("the screen", path, out.Bytes())
}

// lookTime is the maximum time to wait for the screen to be painted.
const lookTime = 5 * time.Second

// lookedAt returns the screen when it is next painted.
func lookedAt(look Look) (picture.Screen, error) {
	got := make(chan picture.Screen, 1)
	look(func(b *screen.Buffer, c grid.Cursor) { got <- Picture(b, c) })
	select {
	case s := <-got:
		return s, nil
	case <-time.After(lookTime):
		return picture.Screen{}, errors.New("the terminal does not accept output right now: try again")
	}
}

// Picture converts a buffer to the screen of a picture.
func Picture(b *screen.Buffer, c grid.Cursor) picture.Screen {
	rows, cols := b.Size()
	s := picture.Screen{Cols: cols, Cursor: c}
	for y := range rows {
		s.Row(b.Palette(), b.Row(y), false)
	}
	return s
}

// colorsLike returns the colours for a picture of a terminal: dark or light like the terminal.
func colorsLike(c screen.Colors) picture.Colors {
	if theme.IsLight(c.Background) {
		return picture.Light
	}
	return picture.Dark
}
