package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"dormer/persist"
	"dormer/session/catalogue"
	"dormer/session/relay/token"
)

// relayDir is the directory of the relay's files.
func relayDir(p persist.Paths) string { return filepath.Join(p.State(), "relay") }

// tokensOf is the file of the tokens for the relay.
func tokensOf(p persist.Paths) token.File {
	return token.File(filepath.Join(relayDir(p), "tokens.json"))
}

func tokenCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "token",
		Short: "Make, list and revoke tokens for the relay",
		Long: `Every client of the relay (dormer serve) needs a token. A program sends it as
"Authorization: Bearer TOKEN"; a page exchanges it for a cookie. Never put it
into an address.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageErrorf("token needs a command: new, list or revoke")
			}
			return noArgs(cmd, args)
		},
		RunE: printHelp,
	}
	c.AddCommand(newTokenCommand(), listTokensCommand(), revokeTokenCommand())
	return c
}

func newTokenCommand() *cobra.Command {
	var name string
	var readOnly bool
	c := &cobra.Command{
		Use:   "new",
		Short: "Make a token and print it, once",
		Long: `new makes a token and prints it. It cannot be shown again, because only a hash
of it is kept. A token gives full access to your agents, unless it is made with
--read-only.`,
		Example: `  dormer token new --name phone
  dormer token new --name dashboard --read-only`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			paths, err := persist.FindPaths(os.Getenv)
			if err != nil {
				return err
			}
			made, text, err := tokensOf(paths).New(name, readOnly, time.Now())
			if err != nil {
				return err
			}
			fmt.Fprintf(os.Stderr, "token %q; it is not shown again:\n", made.Name)
			fmt.Println(text)
			return nil
		},
	}
	c.Flags().StringVarP(&name, "name", "n", "", "name the token `NAME` (default: token-1, token-2 ...)")
	c.Flags().BoolVar(&readOnly, "read-only", false, "let it read and not act")
	return c
}

// tokenRow is the JSON form of a token. New versions only add members.
type tokenRow struct {
	Name      string    `json:"name"`
	ReadOnly  bool      `json:"read_only"`
	CreatedAt time.Time `json:"created_at"`
}

func listTokensCommand() *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "list",
		Short: "List the tokens, without their texts",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			paths, err := persist.FindPaths(os.Getenv)
			if err != nil {
				return err
			}
			all, err := tokensOf(paths).List()
			if err != nil {
				return err
			}
			if asJSON {
				return writeTokensJSON(all)
			}
			w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "NAME\tMAY\tCREATED")
			for _, t := range all {
				may := "act"
				if t.ReadOnly {
					may = "look"
				}
				fmt.Fprintf(w, "%s\t%s\t%s\n", catalogue.Printable(t.Name), may, t.CreatedAt.Local().Format(time.DateTime))
			}
			return w.Flush()
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON: an object with schema and tokens")
	return c
}

func writeTokensJSON(all []token.Token) error {
	rows := []tokenRow{}
	for _, t := range all {
		rows = append(rows, tokenRow{t.Name, t.ReadOnly, t.CreatedAt})
	}
	return catalogue.WriteJSON(os.Stdout, struct {
		Schema int        `json:"schema"`
		Tokens []tokenRow `json:"tokens"`
	}{catalogue.Schema, rows})
}

func revokeTokenCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "revoke NAME",
		Short: "Revoke a token",
		Long: `revoke makes a token invalid and closes the connections that were opened with
it. The sessions of a closed client run on, unless relay.on_disconnect in the
configuration ends them.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageErrorf("revoke takes the name of a token: dormer token list lists them")
			}
			return nil
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
			paths, err := persist.FindPaths(os.Getenv)
			if err != nil || len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			all, _ := tokensOf(paths).List() // offer nothing if they cannot be listed
			var names []string
			for _, t := range all {
				names = append(names, t.Name)
			}
			return offer(names, typed), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			paths, err := persist.FindPaths(os.Getenv)
			if err != nil {
				return err
			}
			err = tokensOf(paths).Revoke(args[0])
			if errors.Is(err, token.ErrUnknown) {
				return fmt.Errorf("there is no token %q: dormer token list lists them", args[0])
			}
			if err == nil {
				fmt.Printf("revoked %s\n", args[0])
			}
			return err
		},
	}
}
