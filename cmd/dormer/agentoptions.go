package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dormer/session/catalogue"
	"dormer/session/chat"
)

func optionsAgentCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "options ID|NAME [OPTION VALUE]",
		Short: "List or set the model and other options of a conversation",
		Long: `options lists the options of the agent of a conversation: its mode, its model,
and whatever else it offers. A * marks the current values. With an option and a
value it sets the option, and waits until the agent has done so. It is for
agents in dormer chat: set the options of others in their panes.`,
		Example: `  dormer agent options review
  dormer agent options review --json |
    jq -r '.options[] | select(.option == "model").value'
  dormer agent options review model opus`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 && len(args) != 3 {
				return usageErrorf("options takes the id or name of one session, or also an option and its value: dormer agent list lists agents")
			}
			if asJSON && len(args) != 1 {
				return usageErrorf("--json lists the options: leave out the option and its value")
			}
			return nil
		},
		ValidArgsFunction: onlyFirst(completeSessions),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, e, err := findLive(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			all, err := p.provider.Sessions().Settings(cmd.Context(), e.ID)
			switch {
			case errors.Is(err, chat.ErrNoConversation):
				err = errors.New("no conversation runs in it: only agents in dormer chat have options here")
			case err == nil && asJSON:
				return writeAgentOptionsJSON(os.Stdout, all)
			case err == nil && len(args) == 1:
				return writeAgentOptions(os.Stdout, all)
			case err == nil:
				err = p.chooseOption(cmd.Context(), e, all, args[1], args[2])
			}
			return inSession(e, err)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON, as the manual describes")
	return c
}

// chooseOption sets an option of the agent in a conversation to a value.
func (p places) chooseOption(ctx context.Context, e *catalogue.Entry, all []chat.Setting, option, value string) error {
	var words []string
	for _, s := range all {
		words = append(words, catalogue.Printable(s.Word()))
	}
	i := slices.IndexFunc(all, func(s chat.Setting) bool { return s.Word() == strings.ToLower(option) || s.ID == option })
	switch {
	case len(all) == 0:
		return errors.New("its agent has no options to choose from")
	case i < 0:
		return fmt.Errorf("its agent has no option %q: it has %s", option, strings.Join(words, ", "))
	}
	choice, found := all[i].Find(value)
	if !found {
		return fmt.Errorf("%s has no value %q: without an option and a value, the command lists the values", words[i], value)
	}
	return p.provider.Sessions().Choose(ctx, e.ID, all[i].ID, choice.ID)
}

// writeAgentOptions writes options for people.
func writeAgentOptions(w io.Writer, all []chat.Setting) error {
	lines := [][]string{{"OPTION", "", "VALUE", "NAME", "ABOUT"}}
	for _, s := range all {
		for _, c := range s.Choices {
			mark := ""
			if c.ID == s.Value {
				mark = "*"
			}
			line := []string{s.Word(), mark, c.ID, c.Name, c.Description}
			for i := range line {
				line[i] = catalogue.Printable(line[i])
			}
			lines = append(lines, line)
		}
	}
	return catalogue.WriteColumns(w, lines)
}

// agentOptionRow is an option of an agent in JSON. New versions only add members.
type agentOptionRow struct {
	Option   string             `json:"option"`
	Name     string             `json:"name"`
	Category string             `json:"category"`
	Value    string             `json:"value"`
	Values   []agentOptionValue `json:"values"`
}

type agentOptionValue struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description"`
}

func writeAgentOptionsJSON(w io.Writer, all []chat.Setting) error {
	rows := []agentOptionRow{}
	for _, s := range all {
		row := agentOptionRow{Option: s.Word(), Name: s.Name, Category: s.Category, Value: s.Value, Values: []agentOptionValue{}}
		for _, c := range s.Choices {
			row.Values = append(row.Values, agentOptionValue(c))
		}
		rows = append(rows, row)
	}
	return catalogue.WriteJSON(w, struct {
		Schema  int              `json:"schema"`
		Options []agentOptionRow `json:"options"`
	}{catalogue.Schema, rows})
}
