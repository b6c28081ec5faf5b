package ui

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/config"
	"dormer/ui/firstline"
)

// longestCommand is how long the command of the status line may take.
const longestCommand = 10 * time.Second

// statusCommand is the user's own command whose first line stands in the status line
// (status.command). It runs outside of the event loop, one at a time, and not before
// there is a picture.
type statusCommand struct {
	output string
	// serial tells a run from those of an earlier configuration.
	serial int
	failed bool // it was said that it fails
	// end ends the run that is under way, and returns when nothing is left of it.
	end func()
}

type (
	// statusCommandDue says that the command of the status line is to run again.
	statusCommandDue struct{ serial int }
	// statusCommandRan brings what it printed.
	statusCommandRan struct {
		serial int
		line   string
		err    error
	}
)

func (msg statusCommandDue) tell(m *Model) tea.Cmd {
	if msg.serial != m.statusCommand.serial {
		return nil
	}
	return m.runStatusCommand()
}

func (msg statusCommandRan) tell(m *Model) tea.Cmd {
	c := &m.statusCommand
	if msg.serial != c.serial {
		return nil
	}
	c.end = nil
	if msg.err != nil && !c.failed {
		m.sayFor("status.command: "+msg.err.Error()+"; it is tried again every "+m.config.Status.Interval.String(), longNotice)
	}
	c.failed = msg.err != nil
	if c.output != msg.line {
		c.output = msg.line
		m.changed()
	}
	return m.after(m.config.Status.Interval, statusCommandDue{c.serial})
}

// startStatusCommand runs the command of the status line now and from then on, where
// there is one, as the configuration has it. What an earlier one printed goes.
func (m *Model) startStatusCommand() tea.Cmd {
	c := &m.statusCommand
	end := c.end
	*c = statusCommand{serial: c.serial + 1}
	m.changed()
	if end == nil {
		return m.runStatusCommand()
	}
	return tea.Batch(m.runStatusCommand(), func() tea.Msg {
		end()
		return nil
	})
}

func (m *Model) runStatusCommand() tea.Cmd {
	c, s := &m.statusCommand, m.config.Status
	if s.Command == "" || m.config.Terminal.Reader || !showsOutput(s) {
		return nil
	}
	env := config.With(m.deps.Env, "DORMER_DIR", m.state.Sessions[m.activePane()].Dir)
	ctx, cancel := context.WithCancel(context.Background())
	serial := c.serial
	run := sync.OnceValue(func() tea.Msg {
		defer cancel()
		ctx, over := context.WithTimeout(ctx, min(s.Interval, longestCommand))
		defer over()
		line, err := firstline.Run(ctx, s.Command, env)
		return statusCommandRan{serial, line, err}
	})
	c.end = func() {
		cancel()
		run()
	}
	return run
}

// showsOutput reports whether the output of the command stands anywhere.
func showsOutput(s config.Status) bool {
	return slices.ContainsFunc(append(slices.Clone(s.Left), s.Right...), func(entry string) bool { return strings.Contains(entry, "{output}") })
}

// stop ends the command for good.
func (c *statusCommand) stop() {
	if c.end != nil {
		c.end()
	}
}
