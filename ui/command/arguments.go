package command

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"dormer/session"
	"dormer/session/agent"
	"dormer/workspace"
)

// Commands that prompt for something (a name, a choice) also take it as an argument, for
// bindings and for the command line, which cannot prompt.

// openArgs are the arguments of the commands that open a session.
const openArgs = "[--background] [--cwd DIR] [--name NAME] [--restart always|ask] [--agent NAME [--prompt TEXT] [--retry N]] [-- COMMAND...]"

// opening parses openArgs for a command that opens a session. With --agent, the words after
// -- are arguments of the agent instead of a command.
func opening(open func(Focus, workspace.Record) Result) func([]string) (func(Focus) Result, error) {
	return func(args []string) (func(Focus) Result, error) {
		var dir, name, agentName, prompt string
		var restart session.Restart
		var retry *int
		background := false
		for len(args) > 0 && args[0] != "--" {
			if args[0] == "-P" || args[0] == "--print" {
				return nil, fmt.Errorf("%s goes before the command: dormer do %s COMMAND", args[0], args[0])
			}
			if args[0] == "--background" {
				background = true
				args = args[1:]
				continue
			}
			if len(args) < 2 {
				return nil, fmt.Errorf("%q needs a value", args[0])
			}
			switch args[0] {
			case "--cwd":
				dir = args[1]
			case "--name":
				name = args[1]
			case "--agent":
				agentName = args[1]
			case "--prompt":
				prompt = args[1]
			case "--retry":
				n, err := agent.ParseRetries(args[1])
				if err != nil {
					return nil, fmt.Errorf("--retry %q: %w", args[1], err)
				}
				retry = &n
			case "--restart":
				restart = session.Restart(args[1])
				if args[1] == "" || !restart.Valid() {
					return nil, fmt.Errorf("--restart %q: use always or ask", args[1])
				}
			default:
				return nil, fmt.Errorf("unknown argument %q (a program to run goes after --)", args[0])
			}
			args = args[2:]
		}
		if len(args) == 1 {
			return nil, errors.New("there is no program after --")
		}
		if prompt != "" && agentName == "" {
			return nil, errors.New("--prompt needs --agent, the agent to ask")
		}
		if retry != nil && agentName == "" {
			return nil, errors.New("--retry needs --agent, the agent to start again")
		}
		return func(c Focus) Result {
			r := c.Maker.NewRecord(c)
			r.Name, r.Restart = name, restart
			if dir != "" {
				r.Dir = c.path(dir, r.Dir)
				r.Source.Dir = r.Dir
			}
			if len(args) > 1 {
				r.Source.Command = args[1:]
			}
			if agentName != "" {
				known, err := c.Agent(agentName)
				if err == nil {
					err = known.TakesPrompt(prompt)
				}
				if err != nil {
					return Cannot(err.Error())
				}
				r.Agent, r.Prompt, r.Retry = session.Agent(known.Name), prompt, retry
				r.Source.Command = slices.Concat(known.Command, r.Source.Command)
			}
			opened := open(c, r)
			if background {
				return inBackground(opened)
			}
			return opened
		}, nil
	}
}

// inBackground changes r to open its session without giving it the focus.
func inBackground(r Result) Result {
	if a, is := r.Action.(workspace.OpenTab); is {
		a.Background = true
		return Act(a)
	}
	if a, is := r.Action.(workspace.SplitPane); is {
		a.Background = true
		return Act(a)
	}
	if r.Why != "" {
		return r
	}
	return Cannot("--background is for tabs and splits")
}

// withSide parses the argument of a command that takes a side.
func withSide(resolve func(workspace.Direction) func(Focus) Result) func([]string) (func(Focus) Result, error) {
	return func(args []string) (func(Focus) Result, error) {
		if len(args) != 1 {
			return nil, errors.New("it needs a side")
		}
		side, ok := sides[args[0]]
		if !ok {
			return nil, fmt.Errorf("%q is not a side", args[0])
		}
		return resolve(side), nil
	}
}

// withOneArgument parses the only argument of a request. Errors call the argument what.
func withOneArgument(what string, asks func(Focus, string) Request) func([]string) (func(Focus) Result, error) {
	return func(args []string) (func(Focus) Result, error) {
		if len(args) != 1 || strings.TrimSpace(args[0]) == "" {
			return nil, fmt.Errorf("it needs one %s", what)
		}
		return func(c Focus) Result {
			return Ask(asks(c, args[0]))
		}, nil
	}
}

// withName parses the argument of a command that names or uses a name for the focused pane or tab.
func withName(give func(c Focus, name string) workspace.Action) func([]string) (func(Focus) Result, error) {
	return func(args []string) (func(Focus) Result, error) {
		if len(args) != 1 {
			return nil, errors.New("it needs one name (in quotes if it has spaces)")
		}
		return withPane(func(c Focus) Result { return Act(give(c, strings.TrimSpace(args[0]))) }), nil
	}
}

func saveAs(c Focus, name string) workspace.Action {
	return workspace.SaveLayout{Tab: c.Tab.ID, Name: name}
}

func useSaved(c Focus, name string) workspace.Action {
	return workspace.UseLayout{Tab: c.Tab.ID, Name: name}
}
