package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/session/wire"
	"dormer/ui/copymode"
)

// noMarks says why there are no prompts to go to.
const noMarks = "the shell has not marked its prompts (OSC 133)"

// prompts goes to the prompt above the cursor or to the one below it. The host knows
// them.
func prompts(back bool) func(*copyPane) tea.Cmd {
	return func(p *copyPane) tea.Cmd {
		ask := p.live.client.PromptAfter
		none := "no prompt is further down"
		if back {
			ask, none = p.live.client.PromptBefore, "no prompt is further up, or "+noMarks
		}
		m, id := p.m, p.id
		p.owed = true
		p.live.await(ask(p.mode.Cursor.Line), func(e wire.Message) tea.Cmd {
			r, ok := e.(wire.CommandsReply)
			p := m.copyPane(id)
			switch {
			case !ok || p == nil || p.copying == nil:
			case len(r.Commands) == 0:
				m.say(none)
			default:
				p.jump(promptOf(r.Commands[0]))
			}
			return m.paid(id)
		})
		return nil
	}
}

// promptOf is where a command's prompt is.
func promptOf(c wire.Command) wire.Position {
	switch {
	case c.Parts.Has(wire.HasPrompt):
		return c.Prompt
	case c.Parts.Has(wire.HasInput):
		return c.Input
	}
	return c.Output
}

// selectOutput selects what the command printed whose prompt or output the cursor is
// in; at the last prompt that is the last command's.
func selectOutput(p *copyPane) tea.Cmd {
	m, id := p.m, p.id
	p.owed = true
	tag := p.live.client.Commands(wire.Commands{Range: wire.Range{End: p.mode.Cursor.Line + 1}, Last: true, Ran: true, Max: 1})
	p.live.await(tag, func(e wire.Message) tea.Cmd {
		p := m.copyPane(id)
		if p == nil || p.copying == nil {
			return nil
		}
		c, why := outputOf(e)
		if why != "" {
			m.say(why)
			return m.paid(id)
		}
		if c.Running() {
			m.say(commandWords(c) + " still runs: this is what it has printed so far")
		}
		last := c.End.Line
		if c.End.Col == 0 && last > c.Output.Line {
			last--
		}
		p.mode.Selection = copymode.Selection{Kind: copymode.Lines, Anchor: wire.Position{Line: last}}
		p.jump(c.Output)
		return m.paid(id)
	})
	return nil
}

// outputOf is the command of an answer that has output, or why there is none.
func outputOf(e wire.Message) (c wire.Command, why string) {
	r, ok := e.(wire.CommandsReply)
	if !ok || len(r.Commands) == 0 || !r.Commands[0].Parts.Has(wire.HasOutput) {
		return c, "no command has run yet, or " + noMarks
	}
	c = r.Commands[0]
	switch {
	case c.Output.Before(c.End):
		return c, ""
	case c.Running():
		return c, commandWords(c) + " still runs and has printed nothing yet"
	case c.Printed:
		return c, "nothing is left of what " + commandWords(c) + " printed"
	}
	return c, commandWords(c) + " printed nothing"
}

// commandWords names a command in a sentence.
func commandWords(c wire.Command) string {
	if c.Line == "" {
		return "the last command"
	}
	return "`" + cut(c.Line, 40) + "`"
}

// copyLastOutput copies what the active pane's last command printed.
func (m *Model) copyLastOutput() tea.Cmd {
	return m.withLastOutput(func(l *live, c wire.Command) tea.Cmd {
		return m.textOf(l, copymode.Span{First: c.Output, End: c.End}, func(text string) tea.Cmd {
			if strings.Trim(text, "\n") == "" {
				m.say(commandWords(c) + " printed blank lines only")
				return nil
			}
			cmd := m.copied(text)
			if c.Running() {
				m.say("copied what " + commandWords(c) + " has printed so far: " + sized(strings.TrimSuffix(text, "\n")) + "; it still runs")
			}
			return cmd
		})
	})
}

// withLastOutput does something with the active pane's last command, once its host has
// said where its output is.
func (m *Model) withLastOutput(does func(*live, wire.Command) tea.Cmd) tea.Cmd {
	l := m.target()
	if l == nil {
		m.say(notThereYet)
		return nil
	}
	l.await(l.client.LastCommand(), func(e wire.Message) tea.Cmd {
		c, why := outputOf(e)
		if why != "" {
			m.say(why)
			return nil
		}
		return does(l, c)
	})
	return nil
}
