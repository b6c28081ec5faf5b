package solo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/wire"
	"dormer/ui/input"
	"dormer/ui/paint"
	"dormer/ui/screen"
)

// Options say what to show, and where. Only Title, Notice, Prefix and ReadOnly are optional.
type Options struct {
	// Terminal is opened but not started. In is its input.
	Terminal *screen.Terminal
	In       *os.File
	// Conn is a new connection to the session. Show closes it.
	Conn wire.Conn
	// Title is the outer terminal's title until the session sets a title.
	Title string
	// Notice is a sentence that is shown until the first key press.
	Notice string
	// Prefix is the name of the only key that the session's program does not get; empty for Ctrl-b.
	Prefix string
	// ReadOnly sends no input to the session and leaves its size alone.
	ReadOnly bool
}

// Outcome is the reason why Show returned. The zero Outcome means that the user left, or that the
// outer terminal is gone.
type Outcome struct {
	// Exited describes the end of the session's program, if it ended.
	Exited *wire.Exited
	// Lost is the reason why the session cannot be reached any more; empty if it can.
	Lost string
}

// Show shows a session until the user leaves, the session's program exits, the connection
// breaks, or ctx ends. It restores the outer terminal before it returns, even on a panic.
func Show(ctx context.Context, o Options) (out Outcome, err error) {
	// Until the terminal is restored, no signal may simply end the program.
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGWINCH, syscall.SIGCONT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGABRT)
	defer signal.Stop(signals)
	if err := o.Terminal.Start(); err != nil {
		return Outcome{}, errors.Join(fmt.Errorf("take over the terminal: %w", err), o.Conn.Close())
	}
	o.Terminal.Guard()
	defer o.Terminal.StopOnPanic()
	ctx, cancel := context.WithCancel(ctx)
	s := newSolo(o)
	var working sync.WaitGroup
	defer working.Wait()
	defer func() {
		cancel()
		s.painter.Stop()
		// Stopping the terminal also ends a painter that is blocked because the terminal reads
		// nothing.
		err = errors.Join(err, o.Terminal.Stop())
	}()
	working.Go(func() { defer o.Terminal.StopOnPanic(); s.painter.Run() })
	working.Go(func() { defer o.Terminal.StopOnPanic(); s.read(ctx, o.In) })
	out = s.loop(ctx, signals)
	return out, s.client.Detach()
}

// solo shows one session on the whole terminal.
type solo struct {
	term    *screen.Terminal
	client  *client.Session
	painter *paint.Painter
	// picture was shown last. title is the title for a session that has none.
	picture picture
	title   string
	typed   chan []input.Event
	news    chan struct{}

	prefix   string
	prefixed bool
	readOnly bool
}

func newSolo(o Options) *solo {
	s := &solo{
		term: o.Terminal, typed: make(chan []input.Event), news: make(chan struct{}, 1),
		painter: paint.New(o.Terminal), title: o.Title, prefix: cmp.Or(o.Prefix, usualPrefix), readOnly: o.ReadOnly,
	}
	size := s.size()
	wanted := size
	if s.readOnly {
		wanted = session.Size{}
	}
	s.client = client.Attach(o.Conn, wanted, s.notifyLoop)
	s.show(func(p *picture) { p.size, p.notice = size, cmp.Or(o.Notice, s.term.Oversize()) })
	return s
}

// show changes the picture, and paints it if it is different.
func (s *solo) show(change func(*picture)) {
	before := s.picture
	if change(&s.picture); s.picture != before {
		s.painter.Show(s.picture.scene(s.client, s.title))
	}
}

// notifyLoop tells the loop that something in the session has changed.
func (s *solo) notifyLoop() {
	s.painter.Touched(session.ID{})
	select {
	case s.news <- struct{}{}:
	default:
	}
}

func (s *solo) size() session.Size {
	rows, cols, err := s.term.Size()
	if err != nil {
		return session.Size{Rows: 24, Cols: 80}
	}
	return session.Size{Rows: max(rows, 1), Cols: max(cols, 1)}
}

// read passes the terminal's input to the loop. It closes typed when the terminal is gone.
func (s *solo) read(ctx context.Context, in *os.File) {
	_ = input.Read(ctx, in, 0, func(events []input.Event) {
		select {
		case s.typed <- events:
		case <-ctx.Done():
		}
	})
	close(s.typed) // whatever the reason, there is no more input
}

// loop handles events until it is time to leave.
func (s *solo) loop(ctx context.Context, signals <-chan os.Signal) Outcome {
	for {
		select {
		case <-ctx.Done():
			return Outcome{}
		case sig := <-signals:
			if s.signalled(sig) {
				return Outcome{}
			}
		case events, ok := <-s.typed:
			if !ok || s.take(events) {
				return Outcome{}
			}
		case <-s.news:
			if out, over := s.handleEvents(); over {
				return out
			}
		}
	}
}

// signalled handles a signal, and reports whether to leave.
func (s *solo) signalled(sig os.Signal) (leave bool) {
	switch sig {
	case syscall.SIGCONT:
		s.term.Invalidate()
		s.painter.Touched(session.ID{})
	case syscall.SIGWINCH:
	default:
		return true
	}
	size := s.size()
	if !s.readOnly {
		s.client.Resize(size)
	}
	s.show(func(p *picture) { p.size, p.notice = size, cmp.Or(s.term.Oversize(), p.notice) })
	return false
}

// handleEvents handles the session's events. It returns the outcome, and true if the session is over.
func (s *solo) handleEvents() (out Outcome, over bool) {
	for _, e := range s.client.TakeEvents() {
		switch e := e.(type) {
		case wire.Exited:
			return Outcome{Exited: &e}, true
		case wire.Bell:
			s.term.Bell()
		case wire.Clipboard:
			if err := s.term.SetClipboard(e.Selection, e.Text); err != nil {
				s.say(err.Error())
			}
		case wire.Notice:
			s.say(e.Text)
		}
	}
	var title string
	s.client.View(func(r *client.Replica) { title = r.Title() })
	s.show(func(p *picture) { p.title = title })
	if status := s.client.Status(); status.Runtime == session.Unhealthy {
		return Outcome{Lost: status.Reason}, true
	}
	return Outcome{}, false
}

// say shows a sentence until the next key press.
func (s *solo) say(text string) { s.show(func(p *picture) { p.notice = text }) }
