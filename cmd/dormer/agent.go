package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dormer/session/agent"
	"dormer/session/await"
	"dormer/session/catalogue"
	"dormer/session/state"
	"dormer/session/wire"
)

func agentCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "agent",
		Short: "List coding agents, prompt them and answer their questions",
	}, listAgentsCommand(), explainAgentCommand(), waitAgentCommand(), promptAgentCommand(), answerAgentCommand(), optionsAgentCommand(),
		retryAgentCommand(), agentHookCommand())
}

func listAgentsCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "List agents and what they are doing",
		Long: `list lists the sessions that run an agent, or a script that reports its state
with dormer status. Those that wait for you come first, longest wait at the top.

STATE is working, blocked (on a permission, question, auth or dialog), done,
idle, error (rate-limit, overload, auth, billing or crash), or unknown if there
is no evidence of what the agent does. "Not seen" means that its pane has not
been on the screen since the state changed. FOR is the time in that state.
For an agent that failed, MESSAGE begins with the time when its limit ends, or
when it starts again by itself. dormer agent explain shows the evidence.`,
		Example: `  dormer agent list
  dormer agent list --json | jq '.agents[] | select(.kind == "auth") | .name'`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, l, err := findListing(cmd.Context())
			if err != nil {
				return err
			}
			if asJSON {
				return l.WriteAgentsJSON(os.Stdout)
			}
			return l.WriteAgents(os.Stdout, time.Now())
		},
	}
	jsonFlag(c, &asJSON)
	return c
}

func explainAgentCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "explain ID|NAME",
		Short: "Show the evidence for the state of an agent",
		Long: `explain prints the state of the agent in a session and every piece of evidence
for it: its source, its age, and why it was used or not. If the agent asks a
question whose options are known, explain prints them too.`,
		Example:           `  dormer agent explain build`,
		Args:              oneSession,
		ValidArgsFunction: completeSessions,
		RunE: func(cmd *cobra.Command, args []string) error {
			_, e, x, err := explainAgent(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return e.WriteExplainedJSON(os.Stdout, x)
			}
			return writeExplained(os.Stdout, x, time.Now())
		},
	}
	jsonFlag(c, &asJSON)
	return c
}

// explainAgent asks the host of the session named by word about its agent.
func explainAgent(ctx context.Context, word string) (p places, e *catalogue.Entry, x wire.Explained, err error) {
	if p, e, err = findLive(ctx, word); err != nil {
		return p, e, x, err
	}
	x, err = p.provider.Sessions().Explain(ctx, e.ID)
	return p, e, x, inSession(e, err)
}

// writeExplained writes the state and evidence of an agent for people.
func writeExplained(w io.Writer, x wire.Explained, now time.Time) error {
	var b strings.Builder
	switch v := x.Verdict; v.State {
	case "":
		b.WriteString("no agent is known in this session\n")
	default:
		fmt.Fprintf(&b, "%s, for %s\n", catalogue.Printable(v.String()), state.FormatDuration(now.Sub(v.Since)))
		if v.Message != "" {
			fmt.Fprintf(&b, "%s\n", catalogue.Printable(v.Message))
		}
		if outlook := v.Outlook(now); outlook != "" {
			fmt.Fprintf(&b, "%s\n", catalogue.Printable(outlook))
		}
	}
	if len(x.Findings) > 0 {
		b.WriteString("\n")
		lines := [][]string{{"", "SOURCE", "STATE", "AGE", "EVIDENCE", "WHY"}}
		for _, f := range x.Findings {
			mark := ""
			if f.Won {
				mark = "*"
			}
			v := agent.Verdict{State: f.State, Kind: f.Kind}
			line := []string{mark, string(f.Source), v.String(), state.FormatDuration(now.Sub(f.When)), f.About, f.Why}
			for i := range line {
				line[i] = catalogue.Printable(line[i])
			}
			lines = append(lines, line)
		}
		if err := catalogue.WriteColumns(&b, lines); err != nil {
			return err
		}
	}
	writeChoice(&b, x.Choice)
	_, err := io.WriteString(w, b.String())
	return err
}

// writeChoice writes the question of an agent and its options.
func writeChoice(b *strings.Builder, c agent.Choice) {
	if len(c.Options) == 0 {
		return
	}
	b.WriteString("\n")
	for _, l := range c.Question {
		fmt.Fprintf(b, "%s\n", catalogue.Printable(l))
	}
	for _, o := range c.Options {
		fmt.Fprintf(b, "  %s  %s\n", catalogue.Printable(o.Name), catalogue.Printable(o.Label))
	}
}

func waitAgentCommand() *cobra.Command {
	var states []string
	var timeout time.Duration
	c := &cobra.Command{
		Use:   "wait --state STATE[,STATE] ID|NAME",
		Short: "Wait until an agent is in a state",
		Long: `wait returns when the agent in a session is in one of the states, and prints
which: working, blocked, done, idle, error or unknown. If the session ends
first, the exit status is 1, and after --timeout 124.

Just after dormer agent prompt an agent counts as working until it reports
something, for 30 seconds at most. So wait does not return for the end of the
turn before.`,
		Example: `  dormer agent wait build --state done,blocked,error --timeout 10m
  dormer agent prompt build 'run the tests' &&
    dormer agent wait build --state done,blocked,error`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(states) == 0 {
				return usageErrorf("wait needs --state: %s", strings.Join(agentStateNames(), ", "))
			}
			for _, s := range states {
				if err := oneOf("state", s, agentStateNames()); err != nil {
					return err
				}
			}
			if cmd.Flags().Changed("timeout") && timeout <= 0 {
				return usageErrorf("--timeout %s: give a duration such as 30s", timeout)
			}
			return oneSession(cmd, args)
		},
		ValidArgsFunction: completeSessions,
		RunE: func(cmd *cobra.Command, args []string) error {
			_, e, w, err := watchLive(cmd.Context(), args[0], wire.Watch{})
			if err != nil {
				return err
			}
			ctx, cancel := cmd.Context(), func() {}
			if timeout > 0 {
				ctx, cancel = context.WithTimeout(ctx, timeout)
			}
			defer cancel()
			defer context.AfterFunc(ctx, func() { _ = w.Close() })() // unblocks Receive
			v, err := await.Agent(w, states)
			switch {
			case errors.Is(ctx.Err(), context.DeadlineExceeded):
				return timedOut(fmt.Sprintf("session %s: its agent was not %s within %s", e.Label(), strings.Join(states, " or "), timeout))
			case err != nil:
				return inSession(e, err)
			}
			said := v.String()
			if v.Message != "" {
				said += ": " + v.Message
			}
			fmt.Println(catalogue.Printable(said))
			return w.Close()
		},
	}
	c.Flags().StringSliceVar(&states, "state", nil, "wait until it is `STATE`, such as done or blocked")
	c.Flags().DurationVarP(&timeout, "timeout", "t", 0, "give up after `D`, such as 30s (default: never)")
	completeFlag(c, "state", completeWords(agentStateNames()...))
	return c
}

func agentStateNames() (names []string) {
	for _, s := range agent.States {
		names = append(names, string(s))
	}
	return names
}

func promptAgentCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "prompt ID|NAME TEXT",
		Short: "Give an agent a prompt",
		Long: `prompt pastes a text for the agent in a session and presses Enter. With - the
text is read from standard input. Nothing is typed while the agent is blocked
(the text would answer its question), after its program has ended, or while a
shell is in the foreground (it would run the text as a command). A conversation
in dormer chat gets the text as a message, and the draft in its prompt stays; it
refuses the prompt while the agent is at work.`,
		Example: `  dormer agent prompt build 'run the tests, and mend what fails'
  git diff | dormer agent prompt build -`,
		Args:              agentWords("the id or name of one session, and a text in quotes"),
		ValidArgsFunction: onlyFirst(completeSessions),
		RunE: func(cmd *cobra.Command, args []string) error {
			text := args[1]
			if text == "-" {
				data, err := io.ReadAll(os.Stdin)
				if err != nil {
					return err
				}
				text = strings.TrimRight(string(data), "\n")
			}
			p, e, err := findLive(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if err := p.provider.Sessions().Prompt(cmd.Context(), e.ID, "", text); err != nil {
				return fmt.Errorf("session %s: %w: nothing was typed", e.Label(), err)
			}
			return nil
		},
	}
}

// agentWords checks the arguments of commands that take a session and a text.
func agentWords(which string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != 2 || args[1] == "" {
			return usageErrorf("%s takes %s: dormer agent list lists agents", cmd.Name(), which)
		}
		return nil
	}
}

func answerAgentCommand() *cobra.Command {
	var screen string
	c := &cobra.Command{
		Use:   "answer ID|NAME OPTION",
		Short: "Answer the question of an agent",
		Long: `answer chooses an option of the agent's question, by its number or letter, or by
its whole text. dormer agent explain lists the options. Nothing is typed if the
agent asks nothing, if its options are not known, or if the screen changes in
the meantime. With --screen, the screen must still be the one for which explain
--json printed SCREEN.`,
		Example: `  dormer agent explain build
  dormer agent answer build 1`,
		Args:              agentWords("the id or name of one session, and an option"),
		ValidArgsFunction: onlyFirst(completeSessions),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, e, x, err := explainAgent(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if err := refuseAnswer(x, args[1]); err != nil {
				return inSession(e, err)
			}
			if screen == "" {
				screen = x.Choice.Hash
			}
			if err := p.provider.Sessions().Answer(cmd.Context(), e.ID, wire.Answer{Option: args[1], Hash: screen}); err != nil {
				return fmt.Errorf("session %s: %w: nothing was typed", e.Label(), err)
			}
			return nil
		},
	}
	c.Flags().StringVar(&screen, "screen", "", "only if its screen is still `SCREEN`, from explain --json")
	return c
}

// refuseAnswer returns an error if an option cannot be chosen.
func refuseAnswer(x wire.Explained, option string) error {
	switch {
	case x.Verdict.State == "":
		return errors.New("no agent is known in it")
	case x.Verdict.State != agent.Blocked:
		return fmt.Errorf("its agent asks nothing just now (%s)", catalogue.Printable(x.Verdict.String()))
	case len(x.Choice.Options) == 0:
		return errors.New("the options of its question are not known: answer in its pane")
	}
	if _, ok := x.Choice.Find(option); ok {
		return nil
	}
	var words []string
	for _, o := range x.Choice.Options {
		words = append(words, catalogue.Printable(o.Name+" "+o.Label))
	}
	return fmt.Errorf("there is no option %q: the options are %s", option, strings.Join(words, ", "))
}

func retryAgentCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "retry ID|NAME N|now|cancel",
		Short: "Set whether an agent starts again by itself",
		Long: `retry sets how often in a row the agent in a session starts again by itself
after a crash, a rate limit, or an overload of its service: up to N times, when
the limit ends, or after longer and longer pauses. It goes on with its
conversation. 0 turns this off. now starts it at once, and cancel skips it this
time. To set it for all sessions of an agent, write retry = N under
[agents.NAME] in the configuration.`,
		Example: `  dormer agent retry build 3
  dormer agent retry build cancel`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usageErrorf("retry takes the id or name of one session, and a number of tries, now or cancel")
			}
			_, err := parseRetry(args[1])
			return err
		},
		ValidArgsFunction: onlyFirst(completeSessions),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, _ := parseRetry(args[1]) // already checked
			p, e, err := findLive(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			return inSession(e, p.provider.Sessions().Retry(cmd.Context(), e.ID, m))
		},
	}
}

// parseRetry parses the argument of retry.
func parseRetry(word string) (wire.Retry, error) {
	switch word {
	case "now":
		return wire.Retry{Do: wire.RetryNow}, nil
	case "cancel":
		return wire.Retry{Do: wire.CancelRetry}, nil
	}
	tries, err := agent.ParseRetries(word)
	if err != nil {
		return wire.Retry{}, usageErrorf("retry %q: %w, or now or cancel", word, err)
	}
	return wire.Retry{Do: wire.AllowRetries, Tries: tries}, nil
}
