package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"dormer/session/catalogue"
	"dormer/session/follow"
	"dormer/session/grid"
	"dormer/ui/input"
	"dormer/ui/screen"
)

// sessionList is a list of sessions that is refreshed.
type sessionList struct {
	places places
	// look lists the sessions, and write formats them as lines of at most width columns.
	look  func(context.Context) (catalogue.Listing, error)
	write func(l catalogue.Listing, w io.Writer, width int) error
}

// refreshInterval is the least time between two listings of the sessions.
const refreshInterval = 200 * time.Millisecond

// changes returns a channel that receives a value when a host reports an event or the files of a
// session change. It does not poll. The function adds the directories of sessions to the watched
// ones.
func (s *sessionList) changes(ctx context.Context) (<-chan struct{}, func(catalogue.Listing), error) {
	files, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, nil, err
	}
	changed := make(chan struct{}, 1)
	poke := func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	}
	watch := func(dir string) { _ = files.Add(dir) } // an unwatched directory is read along with the others
	watch(s.places.paths.Sessions())
	go func() {
		defer func() { _ = files.Close() }()
		for {
			select {
			case <-ctx.Done():
				return
			case <-files.Events:
			case err := <-files.Errors: // events were lost: refresh
				_ = err
			}
			poke()
		}
	}()
	p := s.places
	go func() {
		_ = follow.All(ctx, p.provider, p.paths.Runtime(), nil, func(follow.Event) { poke() }, func(error) {}) // the list shows the hosts that do not answer
	}()
	return changed, func(l catalogue.Listing) {
		for _, e := range l.Entries {
			if e.Listed(false) {
				watch(p.provider.Dir(e.ID))
			}
		}
		names, _ := p.paths.Names() // dormer doctor reports unreadable ones
		for _, name := range names {
			if dir, err := p.paths.Workspace(name); err == nil {
				watch(dir)
			}
		}
	}, nil
}

// print writes the list again after each change, until Ctrl-C.
func (s *sessionList) print(ctx context.Context, w io.Writer) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	changed, watch, err := s.changes(ctx)
	if err != nil {
		return err
	}
	for last := ""; ; {
		l, err := s.look(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		watch(l)
		var text strings.Builder
		if err := s.write(l, &text, 0); err != nil {
			return err
		}
		if text.String() != last {
			last = text.String()
			if _, err := io.WriteString(w, last); err != nil {
				return err
			}
		}
		if !pauseUntil(ctx, changed) {
			return nil
		}
	}
}

// pauseUntil waits for a change, but at least refreshInterval, so that a burst causes few listings. It
// returns false at the end.
func pauseUntil(ctx context.Context, changed <-chan struct{}) bool {
	least := time.NewTimer(refreshInterval)
	defer least.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-changed:
	}
	select {
	case <-ctx.Done():
		return false
	case <-least.C:
		return true
	}
}

// show shows the list on the whole terminal until the user presses q, Esc or Ctrl-C. It refreshes
// the list after changes; the durations advance continuously.
func (s *sessionList) show(ctx context.Context) (err error) {
	t, err := openTerminal()
	if err != nil {
		return fmt.Errorf("%w (or use --json)", err)
	}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGWINCH, syscall.SIGCONT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT)
	defer signal.Stop(signals)
	ctx, cancel := context.WithCancel(ctx)
	changed, watch, err := s.changes(ctx)
	if err == nil {
		err = t.Start()
	}
	if err != nil {
		cancel()
		return err
	}
	t.Guard()
	defer t.StopOnPanic()
	leave := make(chan struct{})
	defer func() {
		cancel()
		<-leave // wait until nothing reads the keyboard
		err = errors.Join(err, t.Stop())
	}()
	go func() {
		defer t.StopOnPanic()
		defer close(leave)
		readUntilLeft(ctx, t)
	}()
	looks, failed := make(chan catalogue.Listing), make(chan error, 1)
	go func() {
		defer t.StopOnPanic()
		for more := true; more; more = pauseUntil(ctx, changed) {
			l, err := s.look(ctx)
			if err != nil {
				failed <- err
				return
			}
			watch(l)
			select {
			case looks <- l:
			case <-ctx.Done():
			}
		}
	}()
	var l catalogue.Listing
	buffer := screen.NewBuffer(0, 0)
	second := time.NewTicker(time.Second)
	defer second.Stop()
	for {
		select {
		case <-leave:
			return nil
		case sig := <-signals:
			if sig != syscall.SIGWINCH && sig != syscall.SIGCONT {
				return nil
			}
			t.Invalidate()
		case l = <-looks:
		case err := <-failed:
			return err
		case <-second.C:
		}
		if err := s.draw(t, buffer, l); err != nil {
			return err
		}
	}
}

// readUntilLeft reads the keyboard until the user presses a key that leaves, or the terminal is
// gone.
func readUntilLeft(ctx context.Context, t *screen.Terminal) {
	ctx, left := context.WithCancel(ctx)
	defer left()
	_ = input.Read(ctx, os.Stdin, 0, func(events []input.Event) { // after any error, no more keys arrive
		for _, e := range events {
			if r, ok := e.(input.Reply); ok {
				t.Answer(r)
			}
			if isQuitKey(e) {
				left()
			}
		}
	})
}

// isQuitKey reports whether an event is a key that leaves the list.
func isQuitKey(e input.Event) bool {
	switch e := e.(type) {
	case input.Key:
		switch e.Name() {
		case "q", "esc", "ctrl+c":
			return true
		}
	case input.Text:
		return strings.Contains(e.Text, "q")
	case input.Focus, input.Mouse, input.Paste, input.Reply:
	}
	return false
}

// draw draws as much of the list as fits on the screen.
func (s *sessionList) draw(t *screen.Terminal, b *screen.Buffer, l catalogue.Listing) error {
	rows, cols, err := t.Size()
	if err != nil {
		return err
	}
	var text strings.Builder
	if err := s.write(l, &text, cols); err != nil {
		return err
	}
	lines := strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
	if left := len(lines) - rows + 1; left > 1 {
		lines = append(lines[:rows-1], fmt.Sprintf("%d more: enlarge the terminal, or use dormer ps", left))
	}
	b.Resize(rows, cols)
	for y, line := range lines {
		style := grid.Style{}
		if y == 0 {
			style.Attrs = grid.Bold
		}
		b.Text(y, 0, cols, line, style)
	}
	return t.Draw(b, grid.Cursor{})
}
