package wire

import "dormer/session/grid"

// From the viewer to the owner.
type (
	// Watch asks for what happens to the session from now on, without its screen: the
	// viewer gets no frames, and does not count as attached. The answer is [Started],
	// [Exited] if the child has exited, and a [Status]. After that come those, [Bell],
	// [Notice], [CommandStarted] and [CommandDone] as they happen.
	Watch struct {
		// Output asks for the child's output too. The viewer acknowledges it: the Seq of
		// its [Ack] is the number of bytes that it has received in all. The owner keeps at
		// most a few MiB for a slow viewer, and drops what comes after that.
		Output bool
		// Hold makes the child wait for a slow viewer, as a pipe does, instead of dropping
		// output.
		Hold bool
	}
)

// From the owner to the viewer.
type (
	// Status describes what the session shows, without its screen. It is sent in answer to
	// [Watch], and again when Title, Dir, Program or Prompt has changed.
	Status struct {
		Title, Dir string
		// Program is the program in the foreground, which may be the child itself; empty if
		// it is unknown.
		Program string
		// Prompt says that the shell waits at its prompt (OSC 133) and Enter was not
		// pressed there.
		Prompt bool
		Modes  grid.Modes
		// Line is the number of the line with the cursor; see [Position]. Col is the column
		// behind what was printed there last; 0 also from a host that does not tell it.
		Line uint64
		Col  int
	}
	// Output is output of the child as it was printed. Skipped is how many bytes before
	// Data were dropped.
	Output struct {
		Data    []byte
		Skipped uint64
	}
	// CommandStarted says that the shell began to run a command.
	CommandStarted struct{ Command Command }
)

// OutputWindow is how many bytes of [Output] the owner sends without an acknowledgement.
const OutputWindow = 128 << 10

func (Watch) message()          {}
func (Status) message()         {}
func (Output) message()         {}
func (CommandStarted) message() {}

func (Watch) fromViewer() {}

func (Status) fromOwner()         {}
func (Output) fromOwner()         {}
func (CommandStarted) fromOwner() {}

func (w *writer) status(m Status) {
	w.text(m.Title)
	w.text(m.Dir)
	w.text(m.Program)
	w.truth(m.Prompt)
	w.modes(m.Modes)
	w.number(m.Line)
	if m.Col != 0 { // earlier ones ended before it
		w.integer(m.Col)
	}
}

func (r *reader) status() Status {
	return Status{
		Title: r.text(), Dir: r.text(), Program: r.text(), Prompt: r.truth(), Modes: r.modes(), Line: r.number(), Col: r.integer(),
	}
}
