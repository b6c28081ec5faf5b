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

func findTokens() (token.File, error) {
	paths, err := persist.FindPaths(os.Getenv)
	return tokensOf(paths), err
}

func tokenCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "token",
		Short: "Make, list and revoke tokens for the relay",
		Long: `Every client of the relay (dormer serve) needs a token. A program sends it as
"Authorization: Bearer TOKEN"; a page exchanges it for a cookie. Never put it
into an address.`,
	}, newTokenCommand(), listTokensCommand(), revokeTokenCommand())
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
			tokens, err := findTokens()
			if err != nil {
				return err
			}
			made, text, err := tokens.New(name, readOnly, time.Now())
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
			tokens, err := findTokens()
			if err != nil {
				return err
			}
			all, err := tokens.List()
			if err != nil {
				return err
			}
			if asJSON {
				rows := []tokenRow{}
				for _, t := range all {
					rows = append(rows, tokenRow{t.Name, t.ReadOnly, t.CreatedAt})
				}
				return catalogue.WriteJSON(os.Stdout, struct {
					Schema int        `json:"schema"`
					Tokens []tokenRow `json:"tokens"`
				}{catalogue.Schema, rows})
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

func revokeTokenCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "revoke NAME",
		Short: "Revoke a token",
		Long: `revoke makes a token invalid and closes the connections that were opened with
it. The sessions of a closed client run on, unless relay.on_disconnect in the
configuration ends them.`,
		Args: takes(1, "the name of a token: dormer token list lists them"),
		ValidArgsFunction: onlyFirst(offering(func(*cobra.Command) (names []cobra.Completion, err error) {
			tokens, err := findTokens()
			if err != nil {
				return nil, err
			}
			all, err := tokens.List()
			for _, t := range all {
				names = append(names, t.Name)
			}
			return names, err
		})),
		RunE: func(_ *cobra.Command, args []string) error {
			tokens, err := findTokens()
			if err != nil {
				return err
			}
			err = tokens.Revoke(args[0])
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
