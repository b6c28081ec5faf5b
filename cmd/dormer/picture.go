package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"golang.org/x/term"

	"dormer/session/catalogue"
	"dormer/session/launch"
	"dormer/session/wire"
	"dormer/ui/picture"
	"dormer/ui/picture/fonts"
)

// pictureFlags are the flags for drawing a screen.
type pictureFlags struct {
	svg, png, html bool
	theme          string
	output         string
}

// pictureThemes are the colours of pictures, by name.
var pictureThemes = map[string]picture.Colors{"dark": picture.Dark, "light": picture.Light}

// requested reports whether a picture is requested. Its error explains an invalid combination of
// flags.
func (f pictureFlags) requested(q wire.Capture) (bool, error) {
	_, known := pictureThemes[f.theme]
	kinds := 0
	for _, is := range []bool{f.svg, f.png, f.html} {
		if is {
			kinds++
		}
	}
	switch {
	case kinds > 1:
		return false, usageErrorf("--svg, --png and --html exclude each other: use one of them")
	case !known:
		return false, usageErrorf("--theme %q: use dark or light", f.theme)
	case kinds == 0:
		return false, nil
	case q.ANSI:
		return false, usageErrorf("--ansi is for text: leave it out, pictures always have colours")
	case f.png && f.output == "" && term.IsTerminal(int(os.Stdout.Fd())):
		return false, usageErrorf("--png cannot be shown by a terminal: add --output FILE")
	}
	return true, nil
}

// write draws the screen of a session with a name.
func (f pictureFlags) write(w io.Writer, s picture.Screen, name string) error {
	if f.html {
		return picture.HTML(w, s, pictureThemes[f.theme], name)
	}
	if f.png {
		others := fonts.Installed()
		defer others.Close()
		return picture.PNG(w, s, pictureThemes[f.theme], others)
	}
	return picture.SVG(w, s, pictureThemes[f.theme])
}

// drawSession draws the current or last screen of the session named by word.
func drawSession(ctx context.Context, word string, q wire.Capture, f pictureFlags) error {
	p, e, err := findSession(ctx, word)
	if err != nil {
		return err
	}
	conn, err := p.connectScreen(e)
	if err != nil {
		return inSession(e, err)
	}
	above := 0
	if q.Scrollback {
		above = picture.MostRows
	}
	screen, err := picture.Of(ctx, conn, above)
	if err != nil {
		return inSession(e, err)
	}
	screen.Last(q.MaxLines)
	var out bytes.Buffer
	if err := f.write(&out, screen, e.Label()); err != nil {
		return fmt.Errorf("draw session %s: %w", e.Label(), err)
	}
	return writeOutput(f.output, out.Bytes())
}

// connectScreen returns a connection to a session's host or, without a host, to its last screen.
func (p places) connectScreen(e *catalogue.Entry) (wire.Conn, error) {
	if e.Info != nil {
		conn, err := p.provider.Attach(e.Info.Source, e.ID)
		if err != nil {
			return nil, launch.Unreachable(err)
		}
		return conn, nil
	}
	if e.Live() {
		return nil, launch.Unreachable(e.Err)
	}
	last, err := p.provider.Kept(e.ID)
	if err != nil {
		return nil, fmt.Errorf("it no longer runs, and %w", noScreenError(err))
	}
	return last.Conn(), nil
}

// writeOutput writes data to a file, or to standard output without a path.
func writeOutput(path string, data []byte) error {
	f, err := openOutput(path)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// openOutput opens a file for writing, or standard output without a path. For a FIFO without a reader
// it returns an error instead of waiting.
func openOutput(path string) (*os.File, error) {
	if path == "" {
		return os.Stdout, nil
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC|syscall.O_NONBLOCK, 0o644) //nolint:gosec // it is the user's to show
	switch {
	case errors.Is(err, syscall.ENXIO):
		return nil, fmt.Errorf("write the screen: no process reads from %s: start its reader first, or name another file", path)
	case err != nil:
		return nil, fmt.Errorf("write the screen: %w: name another file", err)
	}
	return f, nil
}
