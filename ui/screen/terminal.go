package screen

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"golang.org/x/term"

	"dormer/session/grid"
)

// Options select the terminal. The defaults are those of the process.
type Options struct {
	// In is the input. This package only sets its modes; the caller reads it.
	In *os.File
	// Out is the output.
	Out *os.File
	// Env looks up an environment variable.
	Env func(name string) string
}

// ErrStopped is returned while the terminal is not in use: before Start, while suspended, or after
// Stop.
var ErrStopped = errors.New("the terminal is not in use")

// Terminal is the outer terminal. Its methods may be called from any goroutine. Only
// [Terminal.Draw], [Terminal.Start] and [Terminal.Resume] wait for the terminal to read;
// [Terminal.Stop] and [Terminal.Suspend] wait at most a second.
type Terminal struct {
	in, out *os.File
	device  *device
	term    string // its name, TERM
	plain   bool   // gets no questions and only basic sequences
	noColor bool

	// life is held while the terminal is taken or restored.
	life  sync.Mutex
	saved *term.State // modes of in, while the terminal is in use
	guard guard

	// writing holds one token, whose holder may write and use the renderer.
	writing  chan struct{}
	renderer *Renderer
	frame    []byte

	mu      sync.Mutex // guards what follows; never held while writing
	using   bool
	closed  bool
	invalid bool
	caps    Capabilities
	answers answers
	wants   wants
	title   string
	queue   []byte // complete sequences to write between frames
	modes   string // modes of in before it was taken, see modeWord
	size    [2]int // last known rows and columns
}

// Open checks that there is a usable terminal; it does not change it yet. Errors are messages for
// the user.
func Open(o Options) (*Terminal, error) {
	o.fill()
	if err := check(o); err != nil {
		return nil, err
	}
	d, err := openDevice(int(o.Out.Fd()))
	if err != nil {
		return nil, err
	}
	t := &Terminal{
		in: o.In, out: o.Out, device: d,
		term:    o.Env("TERM"),
		plain:   plainTerm(o.Env("TERM")),
		noColor: o.Env("NO_COLOR") != "",
		writing: make(chan struct{}, 1),
		caps:    capabilitiesOf(o.Env),
		wants:   wants{mouse: grid.MouseButton},
		size:    [2]int{24, 80},
	}
	t.renderer = NewRenderer(t.caps)
	t.writing <- struct{}{}
	return t, nil
}

func (o *Options) fill() {
	if o.In == nil {
		o.In = os.Stdin
	}
	if o.Out == nil {
		o.Out = os.Stdout
	}
	if o.Env == nil {
		o.Env = os.Getenv
	}
}

// check returns an error for the user if dormer cannot run in this terminal.
func check(o Options) error {
	switch {
	case !term.IsTerminal(int(o.In.Fd())):
		return errors.New("standard input is not a terminal: run dormer in a terminal, without redirecting its input")
	case !term.IsTerminal(int(o.Out.Fd())):
		return errors.New("standard output is not a terminal: run dormer in a terminal, without redirecting its output")
	case o.Env("TERM") == "":
		return errors.New("TERM is not set, so nothing is known of this terminal: set it, for example with export TERM=xterm-256color")
	case o.Env("TERM") == "dumb" || o.Env("TERM") == "unknown":
		return fmt.Errorf("a terminal of type %q cannot move its cursor: run dormer in another terminal, or set TERM to what this one is", o.Env("TERM"))
	}
	return nil
}

// Start takes the terminal: raw mode, alternate screen, hidden cursor, reports of mouse,
// focus, paste and keys. It also asks for the terminal's capabilities, but does not wait for the
// answers, which go to [Terminal.Answer].
func (t *Terminal) Start() error {
	t.life.Lock()
	defer t.life.Unlock()
	return t.enter(!t.plain)
}

// enter takes the terminal, and if ask is set asks for its capabilities. If the terminal is already
// taken, it does nothing; after Stop it returns [ErrStopped].
func (t *Terminal) enter(ask bool) error {
	t.device.resume() // before reading closed: Stop sets that, then interrupts
	t.mu.Lock()
	using, closed := t.using, t.closed
	t.mu.Unlock()
	switch {
	case closed:
		return ErrStopped
	case using:
		return nil
	}
	resetRawMode(int(t.in.Fd()))
	modes := modeWord(int(t.in.Fd()))
	saved, err := term.MakeRaw(int(t.in.Fd()))
	if err != nil {
		return fmt.Errorf("put the terminal into raw mode: %w", err)
	}
	<-t.writing
	defer func() { t.writing <- struct{}{} }()
	t.renderer.Invalidate()
	t.mu.Lock()
	t.saved, t.modes, t.using = saved, modes, true
	out := enter(t.plain, t.wants)
	if t.answers.clusters {
		out = append(out, clustersOn...)
	}
	if t.answers.schemes {
		out = append(out, schemesOn...)
	}
	if t.answers.statuses && t.wants.status != "" {
		out = appendStatus(out, t.wants.status)
	}
	if t.title != "" {
		out = appendTitle(out, t.title)
	}
	t.mu.Unlock()
	if ask {
		out = append(out, questions...)
	}
	t.tellGuard()
	return t.send(out)
}

// Stop restores the terminal: modes, keyboard, title, cursor, screen. It takes at most a
// second, even if the terminal no longer reads or is gone, or another goroutine is in the
// middle of Draw. Only the first call has an effect. The error says what could not be
// restored.
func (t *Terminal) Stop() error {
	t.mu.Lock()
	t.closed = true
	t.mu.Unlock()
	t.device.interrupt()
	t.life.Lock()
	defer t.life.Unlock()
	defer t.guard.close()
	return t.restore()
}

// Suspend restores the terminal until [Terminal.Resume], for example before stopping the process
// (SIGTSTP) or starting an editor.
func (t *Terminal) Suspend() error {
	t.device.interrupt()
	t.life.Lock()
	defer t.life.Unlock()
	return t.restore()
}

// Resume takes the terminal again after [Terminal.Suspend]. The next frame draws
// everything.
func (t *Terminal) Resume() error {
	t.life.Lock()
	defer t.life.Unlock()
	return t.enter(false)
}

const (
	// abortTimeout is how long restore waits for a frame to be aborted.
	abortTimeout = 300 * time.Millisecond
	// restoreTimeout is the timeout for writing the sequences that restore the terminal, which is
	// tried twice.
	restoreTimeout = 250 * time.Millisecond
)

// restore restores the terminal if it is in use.
func (t *Terminal) restore() error {
	t.mu.Lock()
	using := t.using
	t.using = false
	t.queue = nil
	way := leave(t.plain, t.caps, t.answers, t.wants)
	waiting := !t.answers.complete && !t.plain
	t.mu.Unlock()
	if !using {
		return nil
	}
	owned := t.acquireWriting(abortTimeout)
	err := t.writeRestore(way)
	t.tellGuard()
	if waiting {
		flushInput(int(t.in.Fd())) // late answers must not reach the shell
	}
	if back := term.Restore(int(t.in.Fd()), t.saved); back != nil && err == nil {
		err = fmt.Errorf("restore the terminal's modes: %w", back)
	}
	if owned {
		t.writing <- struct{}{}
	}
	return err
}

// opened takes the token for writing, and waits at most limit for it.
func (t *Terminal) acquireWriting(limit time.Duration) bool {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-t.writing:
		return true
	case <-timer.C:
		return false
	}
}

// writeRestore writes the sequences that restore the terminal. If the terminal does not read,
// the rest of the last frame is dropped.
func (t *Terminal) writeRestore(way []byte) error {
	rest, err := t.device.writeWithin(way, restoreTimeout)
	if errors.Is(err, errInterrupted) {
		flushOutput(t.device.fd)
		_, err = t.device.writeWithin(append([]byte(stringEnd), rest...), restoreTimeout)
	}
	if err != nil {
		return fmt.Errorf("restore the terminal: %w", err)
	}
	return nil
}

// StopOnPanic restores the terminal when the goroutine panics, so that the trace is readable, and
// panics again. Defer it directly.
func (t *Terminal) StopOnPanic() {
	if v := recover(); v != nil {
		_ = t.Stop()
		panic(v)
	}
}
