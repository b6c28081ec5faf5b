package wire

import "dormer/session/grid"

// From the viewer to the owner.
type (
	// Watch requests the session's events from now on, without its screen: the viewer gets no
	// frames, and does not count as attached. The answer is [Started], [Exited] if the child has
	// exited, and a [Status]. Later ones follow as they happen, and so do [Bell], [Notice],
	// [CommandStarted] and [CommandDone].
	Watch struct {
		// Output requests the child's output too. The viewer acknowledges it: the Seq of its [Ack]
		// is the total number of bytes that it has received. The owner keeps at most a few MiB for
		// a slow viewer, and drops the output after that.
		Output bool
		// Hold makes the child wait for a slow viewer, as a pipe does, instead of dropping output.
		Hold bool
	}
)

// From the owner to the viewer.
type (
	// Status describes the state of the session's terminal, without its screen. It is sent in
	// answer to [Watch], and again when Title, Dir, Program or Prompt has changed.
	Status struct {
		Title, Dir string
		// Program is the program in the foreground, which may be the child itself; empty if
		// it is unknown.
		Program string
		// Prompt means that the shell waits at its prompt (OSC 133) and Enter was not pressed.
		Prompt bool
		Modes  grid.Modes
		// Line is the number of the cursor's line; see [Position]. Col is the column after the last
		// character printed there; 0 also from a host that does not report it.
		Line uint64
		Col  int
	}
	// Output is the child's unchanged output. Skipped is the number of bytes dropped before Data.
	Output struct {
		Data    []byte
		Skipped uint64
	}
	// CommandStarted reports that the shell started a command.
	CommandStarted struct{ Command Command }
)

// OutputWindow is the number of bytes of [Output] that the owner sends without an acknowledgement.
const OutputWindow = 128 << 10

func (Watch) tag() tag          { return tagWatch }
func (Status) tag() tag         { return tagStatus }
func (Output) tag() tag         { return tagOutput }
func (CommandStarted) tag() tag { return tagCommandStarted }

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
	if m.Col != 0 { // older versions end before this field
		w.integer(m.Col)
	}
}

func (r *reader) status() Status {
	return Status{
		Title: r.text(), Dir: r.text(), Program: r.text(), Prompt: r.truth(), Modes: r.modes(), Line: r.number(), Col: r.integer(),
	}
}
