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
	// Finish is called when the model has quit, before the terminal is given back.
	Finish()
	// Save is called when something panics, before that ends the program.
	Save()
}

// Message is what comes from the outer terminal.
type Message interface{ message() }

type (
	// Input brings what was typed. The model calls Taken when it has taken it: until then
	// nothing more is read.
	Input struct {
		Events []input.Event
		taken  chan<- struct{}
	}
	// Size says which size the terminal has now. Say is a sentence about it; empty for none.
	Size struct {
		Size session.Size
		Say  string
	}
	// Resumed says that the program was stopped, and goes on.
	Resumed struct{}
	// Leave asks the program to leave: a signal said so, or the terminal is gone.
	Leave struct{}
)

func (Input) message()   {}
func (Size) message()    {}
func (Resumed) message() {}
func (Leave) message()   {}

// Taken lets the loop read on.
func (m Input) Taken() {
	if m.taken != nil {
		close(m.taken)
	}
}

// Loop is a program on the outer terminal.
type Loop struct {
	Painter *paint.Painter

	term    *screen.Terminal
	in      *os.File
	signals *signals.Signals
	model   Model
	tea     *tea.Program
}

// New prepares a loop on an opened terminal, which is read from in; nothing is changed yet. Signals
// may be taken already; nil where they are to be now.
func New(term *screen.Terminal, in *os.File, taken *signals.Signals) *Loop {
	if taken == nil {
		taken = signals.Take()
	}
	return &Loop{Painter: paint.New(term), term: term, in: in, signals: taken}
}

// Prepare says which model is run, on a terminal of a size. It comes before anything is sent.
func (l *Loop) Prepare(m Model, size session.Size) {
	l.model = m
	l.tea = tea.NewProgram(m,
		tea.WithoutRenderer(), tea.WithFPS(1), tea.WithInput(nil), tea.WithOutput(io.Discard),
		tea.WithoutSignalHandler(), tea.WithoutCatchPanics(),
		tea.WithColorProfile(colorprofile.TrueColor), tea.WithWindowSize(size.Cols, size.Rows))
}

// Send delivers a message to the model. It returns at once.
func (l *Loop) Send(msg tea.Msg) { go l.tea.Send(msg) }

// Run runs the model until it quits or the context ends. The outer terminal is given back before
// it returns, also when something panics.
func (l *Loop) Run(ctx context.Context) (err error) {
	// While the terminal is not as it was found, no signal may just end the program.
	stopSignals := l.signals.Watch(l.signalled)
	defer stopSignals()
	defer func() { err = errors.Join(err, l.term.Stop()) }()
	if err := l.term.Start(); err != nil {
		return fmt.Errorf("take over the terminal: %w", err)
	}
	l.term.Guard()
	ctx, cancel := context.WithCancel(ctx)
	reading := make(chan struct{})
	defer func() {
		cancel()
		<-reading // it takes no key that is meant for the next program
	}()

	go l.guard(l.Painter.Run)
	defer l.Painter.Stop()
	go l.guard(func() {
		defer close(reading)
		l.read(ctx)
	})

	defer l.recovered()
	_, err = l.tea.Run()
	l.model.Finish()
	return err
}

// StopTicker stops the ticker that bubbletea draws by, which ticks also where its renderer is
// off: a program in which nothing happens is not to wake up. The model calls it once it runs.
// Releasing the terminal does nothing else here, for bubbletea has none.
func (l *Loop) StopTicker() { _ = l.tea.ReleaseTerminal() }

// escTime is how long a lone ESC waits for the rest of a sequence.
const escTime = 25 * time.Millisecond

// read delivers what the terminal sends to the model, and goes on when the model has taken it.
// The model is asked to leave when the terminal is gone.
func (l *Loop) read(ctx context.Context) {
	// An error needs no answer: nothing more can be typed, whatever it says.
	_ = input.Read(ctx, l.in, escTime, func(events []input.Event) {
		taken := make(chan struct{})
		l.tea.Send(Input{Events: events, taken: taken})
		select {
		case <-taken:
		case <-ctx.Done():
		}
	})
	if ctx.Err() == nil {
		l.tea.Send(Leave{})
	}
}

// guard runs f and gives the terminal back before a panic ends the program, so that the reason
// can be read.
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

// signalled turns a signal into a message: a new size, the return from a stop, or the wish that
// the program goes.
func (l *Loop) signalled(s os.Signal) {
	if s != syscall.SIGWINCH && s != syscall.SIGCONT {
		l.tea.Send(Leave{})
		return
	}
	// Everything is painted again: between two signals the terminal may have had a smaller size
	// and lost what was outside of it, even if its size is the same now.
	l.term.Invalidate()
	if rows, cols, err := l.term.Size(); err == nil && rows > 0 && cols > 0 { // otherwise it stays
		l.tea.Send(Size{session.Size{Rows: rows, Cols: cols}, l.term.Oversize()})
	}
	l.tea.Send(Resumed{})
}
