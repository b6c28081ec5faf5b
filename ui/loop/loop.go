package loop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"dormer/session"
	"dormer/ui/input"
	"dormer/ui/paint"
	"dormer/ui/screen"
	"dormer/ui/signals"
)

// Model is the model that the loop runs.
type Model interface {
	tea.Model
	// Finish is called after the model has quit, before the terminal is restored.
	Finish()
	// Save is called after a panic, before it ends the program.
	Save()
}

// Message is an event of the outer terminal.
type Message interface{ message() }

type (
	// Input delivers input events. The model calls Taken when it has handled them; until then
	// nothing more is read.
	Input struct {
		Events []input.Event
		taken  chan<- struct{}
	}
	// Size gives the new size of the terminal. Say is a sentence about it; empty for none.
	Size struct {
		Size session.Size
		Say  string
	}
	// Resumed says that the program was stopped and has been continued.
	Resumed struct{}
	// Leave asks the program to leave, because of a signal or because the terminal is gone.
	Leave struct{}
)

func (Input) message()   {}
func (Size) message()    {}
func (Resumed) message() {}
func (Leave) message()   {}

// Taken lets the loop read more input.
func (m Input) Taken() {
	if m.taken != nil {
		close(m.taken)
	}
}

// Loop runs a program on the outer terminal.
type Loop struct {
	Painter *paint.Painter

	term    *screen.Terminal
	in      *os.File
	signals *signals.Signals
	model   Model
	tea     *tea.Program
}

// New prepares a loop on an opened terminal, which is read from in. It does not change the terminal
// yet. taken are the program's signals; if it is nil, New takes them.
func New(term *screen.Terminal, in *os.File, taken *signals.Signals) *Loop {
	if taken == nil {
		taken = signals.Take()
	}
	return &Loop{Painter: paint.New(term), term: term, in: in, signals: taken}
}

// Prepare sets the model and the size of the terminal. It must be called before Send.
func (l *Loop) Prepare(m Model, size session.Size) {
	l.model = m
	l.tea = tea.NewProgram(m,
		tea.WithoutRenderer(), tea.WithFPS(1), tea.WithInput(nil), tea.WithOutput(io.Discard),
		tea.WithoutSignalHandler(), tea.WithoutCatchPanics(),
		tea.WithColorProfile(colorprofile.TrueColor), tea.WithWindowSize(size.Cols, size.Rows))
}

// Send delivers a message to the model. It returns at once.
func (l *Loop) Send(msg tea.Msg) { go l.tea.Send(msg) }

// Run runs the model until it quits or the context ends. It restores the outer terminal before it
// returns, even on a panic.
func (l *Loop) Run(ctx context.Context) (err error) {
	// Until the terminal is restored, no signal may simply end the program.
	stopSignals := l.signals.Watch(l.signalled)
	defer stopSignals()
	defer func() { err = errors.Join(err, l.term.Stop()) }()
	if err := l.term.Start(); err != nil {
		return fmt.Errorf("take over the terminal: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	reading := make(chan struct{})
	defer func() {
		cancel()
		<-reading // so that the reader takes no key meant for the next program
	}()

	go l.guard(l.Painter.Run)
	defer l.Painter.Stop()
	go l.guard(func() {
		defer close(reading)
		l.read(ctx)
	})

	defer l.recovered()
	go l.stopTicker()
	_, err = l.tea.Run()
	l.model.Finish()
	return err
}

// stopTicker stops bubbletea's render ticker, which runs even if the renderer is off, so that an
// idle program does not wake up. It waits until the event loop runs, which ignores the nil message.
// Releasing the terminal has no other effect here, because bubbletea has no terminal.
func (l *Loop) stopTicker() {
	l.tea.Send(nil)
	_ = l.tea.ReleaseTerminal()
}

// escTime is how long a lone ESC waits for the rest of a sequence.
const escTime = 25 * time.Millisecond

// read delivers the terminal's input to the model, and continues when the model has handled it.
// When the terminal is gone or the context ends, it asks the model to leave.
func (l *Loop) read(ctx context.Context) {
	// The error does not matter: whatever it is, there is no more input.
	_ = input.Read(ctx, l.in, escTime, func(events []input.Event) {
		taken := make(chan struct{})
		l.tea.Send(Input{Events: events, taken: taken})
		select {
		case <-taken:
		case <-ctx.Done():
		}
	})
	l.tea.Send(Leave{})
}

// guard runs f. On a panic it restores the terminal before the program ends, so that the panic
// message can be read.
func (l *Loop) guard(f func()) {
	defer l.recovered()
	f()
}

func (l *Loop) recovered() {
	if r := recover(); r != nil {
		_ = l.term.Stop()
		l.model.Save()
		panic(r)
	}
}

// signalled turns a signal into a message: a new size, the return from a stop, or a request to
// leave.
func (l *Loop) signalled(s os.Signal) {
	if s != syscall.SIGWINCH && s != syscall.SIGCONT {
		l.tea.Send(Leave{})
		return
	}
	// Repaint everything: between two signals the terminal may have been smaller and lost the cells
	// outside, even if its size is now the same as before.
	l.term.Invalidate()
	if rows, cols, err := l.term.Size(); err == nil && rows > 0 && cols > 0 { // else keep it
		l.tea.Send(Size{session.Size{Rows: rows, Cols: cols}, l.term.Oversize()})
	}
	l.tea.Send(Resumed{})
}
