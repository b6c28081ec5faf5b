package wire

import "time"

// Mark is a shell-integration mark (OSC 133) on a line: 'A' a prompt begins, 'B' it
// ends, 'C' the command runs, 'D' it ended.
type Mark struct {
	Kind byte
	Col  int
	// Command is the number of the prompt and its command. All their marks have the same
	// number; numbers grow.
	Command uint32
	// ExitCode is the exit code of the command, at 'D', if HasExitCode is set.
	ExitCode    int
	HasExitCode bool
}

// Command is a prompt and the command that was run at it, as far as the shell marked them (OSC 133)
// and their lines still exist.
type Command struct {
	ID uint32
	// Parts tells which of the following are known.
	Parts CommandParts
	// Prompt, Input and Output are the starts of the prompt, the typed text and the output. End is
	// the end of the output, or its present end if the command is running.
	Prompt, Input, Output, End Position
	// Line is the typed text in one line of at most [MaxCommandLine] bytes.
	Line string
	// ExitCode is how the command ended, if HasExitCode is set.
	ExitCode    int
	HasExitCode bool
	// Started and Ended are when the command started and ended; zero if it has not, or if that is
	// unknown.
	Started, Ended time.Time
	// Printed reports that an ended command had output, even if that no longer exists.
	Printed bool
}

// Running reports whether the command has begun to run and not ended.
func (c *Command) Running() bool { return !c.Parts.Has(HasEnd) }

// CommandParts is a set of known places of a [Command].
type CommandParts uint8

const (
	HasPrompt CommandParts = 1 << iota
	HasInput
	HasOutput // it runs, or ran
	HasEnd
)

// Has reports whether all of the parts are known.
func (p CommandParts) Has(parts CommandParts) bool { return p&parts == parts }

// MaxCommands limits the commands of a [CommandsReply], MaxCommandLine the line of each, in bytes.
const (
	MaxCommands    = 1024
	MaxCommandLine = 1024
)

// From the viewer to the owner.
type (
	// Commands requests the commands whose first mark is in Range. Rows of the screen count as in
	// [Position]. The answer is a [CommandsReply] with this Tag. The prompt above line n is the
	// last one of the range that ends at n.
	Commands struct {
		Tag   uint64
		Range Range
		// Last requests the last commands, the newest first, instead of the first ones.
		Last bool
		// Ran requests commands that ran or are running, with or without a prompt, instead of
		// prompts.
		Ran bool
		// Max limits the number of commands.
		Max int
	}
)

// From the owner to the viewer.
type (
	// CommandsReply is the answer to [Commands].
	CommandsReply struct {
		Tag      uint64
		Commands []Command
	}
	// CommandDone reports that a command of the shell ended.
	CommandDone struct{ Command Command }
)

func (Commands) tag() tag      { return tagCommands }
func (CommandsReply) tag() tag { return tagCommandsReply }
func (CommandDone) tag() tag   { return tagCommandDone }

func (Commands) fromViewer() {}

func (CommandsReply) fromOwner() {}
func (CommandDone) fromOwner()   {}

func (w *writer) commands(m Commands) {
	w.number(m.Tag)
	w.rangeOf(m.Range)
	w.truth(m.Last)
	w.truth(m.Ran)
	w.integer(m.Max)
}

func (r *reader) commands() Commands {
	return Commands{Tag: r.number(), Range: r.rangeOf(), Last: r.truth(), Ran: r.truth(), Max: r.integer()}
}

func (w *writer) commandsReply(m CommandsReply) {
	w.number(m.Tag)
	w.number(uint64(len(m.Commands)))
	for i := range m.Commands {
		w.command(&m.Commands[i])
	}
}

func (r *reader) commandsReply() CommandsReply {
	m := CommandsReply{Tag: r.number()}
	n := r.bounded(MaxCommands)
	for ; n > 0 && !r.failed; n-- {
		m.Commands = append(m.Commands, r.command())
	}
	return m
}

// A command is preceded by its length, so that more fields can be added.
func (w *writer) command(c *Command) {
	var f writer
	f.number(uint64(c.ID))
	f.number(uint64(c.Parts))
	for _, p := range []Position{c.Prompt, c.Input, c.Output, c.End} {
		f.position(p)
	}
	f.text(c.Line)
	f.integer(c.ExitCode)
	f.truth(c.HasExitCode)
	f.time(c.Started)
	f.time(c.Ended)
	if c.Printed {
		f.truth(true)
	}
	w.data(f.b)
}

func (r *reader) command() Command {
	f := reader{s: r.text()}
	c := Command{ID: uint32(f.bounded(1<<32 - 1)), Parts: CommandParts(f.index(1<<8 - 1))}
	c.Prompt, c.Input, c.Output, c.End = f.position(), f.position(), f.position(), f.position()
	c.Line, c.ExitCode, c.HasExitCode = f.text(), f.integer(), f.truth()
	c.Started, c.Ended = f.time(), f.time()
	c.Printed = f.truth()
	if f.failed {
		r.fail()
	}
	return c
}

// marks appends the marks of lines, each with the index of its line.
func (w *writer) marks(lines []Line) {
	w.number(uint64(countMarks(lines)))
	for i := range lines {
		for _, m := range lines[i].Marks {
			w.number(uint64(i))
			w.number(uint64(m.Kind))
			w.integer(m.Col)
			w.number(uint64(m.Command))
			w.integer(m.ExitCode)
			w.truth(m.HasExitCode)
		}
	}
}

func countMarks(lines []Line) (n int) {
	for i := range lines {
		n += len(lines[i].Marks)
	}
	return n
}

// marks reads marks into their lines.
func (r *reader) marks(lines []Line) {
	for n := r.count(); n > 0 && !r.failed; n-- {
		i := r.index(len(lines))
		m := Mark{Kind: byte(r.index(1<<8 - 1)), Col: r.integer(), Command: uint32(r.bounded(1<<32 - 1)), ExitCode: r.integer(), HasExitCode: r.truth()}
		if i >= len(lines) || len(lines[i].Marks) >= MaxMarks {
			r.fail()
			return
		}
		lines[i].Marks = append(lines[i].Marks, m)
	}
}

// MaxMarks limits the marks of a line.
const MaxMarks = 16
