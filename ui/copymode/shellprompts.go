package copymode

import (
	"dormer/session/grid"
	"dormer/session/wire"
)

// question is a question to the host about commands of the shell.
type question struct {
	tag  uint64
	kind questionKind
}

type questionKind uint8

const (
	promptAbove questionKind = iota
	promptBelow
	outputHere
)

// noMarks is the reason why there are no prompts to go to.
const noMarks = "the shell has not marked its prompts (OSC 133)"

// goToPrompt asks the host for the prompt above or below the cursor, to go there.
func goToPrompt(kind questionKind) func(*Pane) Result {
	return func(p *Pane) Result {
		ask := p.session.PromptAfter
		if kind == promptAbove {
			ask = p.session.PromptBefore
		}
		p.asked = question{tag: ask(p.mode.Cursor.Line), kind: kind}
		p.awaitsAnswer = true
		return Result{}
	}
}

func (p *Pane) answerPrompt(r wire.CommandsReply) Result {
	switch {
	case len(r.Commands) > 0:
		p.jump(promptOf(r.Commands[0]))
		return Result{}
	case p.asked.kind == promptAbove:
		return say("no prompt is further up, or " + noMarks)
	}
	return say("no prompt is further down")
}

// promptOf returns the position of a command's prompt.
func promptOf(c wire.Command) wire.Position {
	switch {
	case c.Parts.Has(wire.HasPrompt):
		return c.Prompt
	case c.Parts.Has(wire.HasInput):
		return c.Input
	}
	return c.Output
}

// selectOutput selects the output of the command at the cursor; at the last prompt, that of the
// last command.
func selectOutput(p *Pane) Result {
	q := wire.Commands{Range: wire.Range{End: p.mode.Cursor.Line + 1}, Last: true, Ran: true, Max: 1}
	p.asked = question{tag: p.session.Commands(q), kind: outputHere}
	p.awaitsAnswer = true
	return Result{}
}

func (p *Pane) answerOutput(e wire.CommandsReply) (r Result) {
	c, why := OutputOf(e)
	if why != "" {
		return say(why)
	}
	if c.Running() {
		r = say(CommandWords(c) + " still runs: this is what it has printed so far")
	}
	last := c.End.Line
	if c.End.Col == 0 && last > c.Output.Line {
		last--
	}
	p.mode.Selection = Selection{Kind: Lines, Anchor: wire.Position{Line: last}}
	p.jump(c.Output)
	return r
}

// OutputOf returns the command of an answer if it has output, or a message that says why it has
// none.
func OutputOf(r wire.CommandsReply) (c wire.Command, why string) {
	if len(r.Commands) == 0 || !r.Commands[0].Parts.Has(wire.HasOutput) {
		return c, "no command has run yet, or " + noMarks
	}
	c = r.Commands[0]
	switch {
	case c.Output.Before(c.End):
		return c, ""
	case c.Running():
		return c, CommandWords(c) + " still runs and has printed nothing yet"
	case c.Printed:
		return c, "nothing is left of what " + CommandWords(c) + " printed"
	}
	return c, CommandWords(c) + " printed nothing"
}

// CommandWords names a command for a message.
func CommandWords(c wire.Command) string {
	if c.Line == "" {
		return "the last command"
	}
	return "`" + grid.Cut(c.Line, 40) + "`"
}
