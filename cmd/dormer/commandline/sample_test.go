package commandline

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
)

// shed is a program with a command of each kind. What was done is in did.
type shed struct {
	root *Command
	out  bytes.Buffer
	did  string

	name, size string
	lines      int
	dry, loud  bool
	everything bool
}

func newShed() *shed {
	s := &shed{name: "main"}
	does := func(what string) func(context.Context, Line) error {
		return func(_ context.Context, l Line) error {
			s.did = fmt.Sprintf("%s %q before %d", what, l.Args, l.Before)
			return nil
		}
	}
	s.root = &Command{Use: "shed [flags] [-- COMMAND]", Short: "Keep tools", Version: "3", Run: does("open"), Check: func(l Line) error {
		if l.Before > 0 {
			return mistake("there is no %s", l.Args[0])
		}
		return nil
	}}
	s.root.Flags.String(&s.name, "name", "n", "of the shed `NAME`")
	s.root.Flags.Bool(&s.loud, "loud", "", "make noise")

	lend := &Command{Use: "lend TOOL", Short: "Give a tool away", Long: "lend gives a tool away.\nIt may come back.", Example: "  shed lend saw", Run: does("lend"), Complete: tools}
	lend.Flags.Bool(&s.dry, "dry-run", "d", "only say so")
	lend.Flags.Bool(&s.everything, "all", "a", "all tools")
	lend.Flags.Int(&s.lines, "lines", "l", "at most `N` lines")
	lend.Flags.String(&s.name, "name", "n", "of the shed `NAME`")

	lend.Flags.String(&s.size, "size", "", "of the size `big|small`")
	lend.Flags.Complete("name", func(_ context.Context, l Line, typed string) (offers []Offer, files bool) {
		return []Offer{{typed + "of " + l.Command.Name(), "a shed"}}, false
	})

	do := &Command{Use: "do COMMAND [ARG...]", Short: "Do something", Order: FlagsFirst, Run: does("do")}
	do.Flags.Bool(&s.dry, "dry-run", "d", "only say so")

	group := &Command{Use: "list", Short: "List what there is", Run: does("list")}
	group.Add(&Command{Use: "tools", Short: "List tools", Run: does("list tools")}, &Command{Use: "old", Short: "List what was there", Hidden: true, Run: does("list old")})

	s.root.Add(lend, do, group, ScriptsCommand("shed", &s.out))
	s.root.Add(CompletionCommands(&s.out)...)
	return s
}

func tools(_ context.Context, l Line, typed string) (offers []Offer, files bool) {
	if len(l.Args) > 0 {
		return nil, true
	}
	for _, o := range []Offer{{"saw", "for wood"}, {"hammer: big", ""}, {"hammer: small", "a toy"}} {
		if strings.HasPrefix(o.Word, typed) {
			offers = append(offers, o)
		}
	}
	return offers, false
}

// says runs words, and returns what was written.
func (s *shed) says(t *testing.T, words ...string) string {
	t.Helper()
	if _, err := s.root.Execute(t.Context(), words, &s.out); err != nil {
		t.Errorf("%q: %v", words, err)
	}
	return s.out.String()
}
