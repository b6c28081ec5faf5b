package commandline

import (
	"strings"
	"testing"
)

func TestHelp(t *testing.T) {
	tests := []struct{ line, want string }{
		{"--help", `Keep tools

Usage:
  shed [flags] [-- COMMAND]
  shed [command]

Available Commands:
  do          Do something
  lend        Give a tool away
  list        List what there is

Flags:
  -h, --help        help for shed
      --loud        make noise
  -n, --name NAME   of the shed NAME (default "main")
  -v, --version     version of shed

Use "shed [command] --help" for more information about a command.
`},
		{"lend -dh saw", `lend gives a tool away.
It may come back.

Usage:
  shed lend TOOL [flags]

Examples:
  shed lend saw

Flags:
  -a, --all              all tools
  -d, --dry-run          only say so
  -h, --help             help for lend
  -l, --lines N          at most N lines
  -n, --name NAME        of the shed NAME (default "main")
      --size big|small   of the size big|small
`},
		{"list -h", `List what there is

Usage:
  shed list [flags]
  shed list [command]

Available Commands:
  tools       List tools

Flags:
  -h, --help   help for list

Use "shed list [command] --help" for more information about a command.
`},
		{"--version", "shed 3\n"},
		{"-v", "shed 3\n"},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			s := newShed()
			if got := s.says(t, strings.Fields(tt.line)...); got != tt.want {
				t.Errorf("says\n%s\nwant\n%s", got, tt.want)
			}
			if s.did != "" {
				t.Errorf("did %s", s.did)
			}
		})
	}
}

// A command that only has others says which.
func TestCommandWithoutADeedPrintsHelp(t *testing.T) {
	got := newShed().says(t, "completion")
	if !strings.Contains(got, "Usage:\n  shed completion [command]\n") || !strings.Contains(got, "\n  fish ") {
		t.Errorf("says\n%s", got)
	}
}

func TestFind(t *testing.T) {
	s := newShed()
	c, rest := s.root.Find([]string{"list", "tools", "x"})
	if c.Path() != "shed list tools" || len(rest) != 1 || c.Root() != s.root {
		t.Errorf("found %s, %q left", c.Path(), rest)
	}
}
