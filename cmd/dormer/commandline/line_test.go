package commandline

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestExecute(t *testing.T) {
	tests := []struct{ line, did, flags string }{
		{"", `open [] before 0`, ""},
		{"-- make test", `open ["make" "test"] before 0`, ""},
		{"--name a -- -x --name b", `open ["-x" "--name" "b"] before 0`, "name=a"},
		{"--name= --loud", `open [] before 0`, "name= loud"},
		{"lend saw", `lend ["saw"] before 1`, ""},
		{"lend", `lend [] before 0`, ""},
		{"lend -d saw --all -- -l", `lend ["saw" "-l"] before 1`, "dry all"},
		{"lend -dal5 saw", `lend ["saw"] before 1`, "dry all lines=5"},
		{"lend -dl 5 saw", `lend ["saw"] before 1`, "dry lines=5"},
		{"lend -l=5 saw", `lend ["saw"] before 1`, "lines=5"},
		{"lend --lines -5 saw", `lend ["saw"] before 1`, "lines=-5"},
		{"lend -nd saw", `lend ["saw"] before 1`, "name=d"},
		{"lend -n -d saw", `lend ["saw"] before 1`, "name=-d"},
		{"lend -d=false --all=true saw", `lend ["saw"] before 1`, "all"},
		{"lend - saw", `lend ["-" "saw"] before 2`, ""},
		{"lend lend", `lend ["lend"] before 1`, ""},
		{"lend -- --", `lend ["--"] before 0`, ""},
		{"do -d echo -d --loud -- x", `do ["echo" "-d" "--loud" "--" "x"] before 5`, "dry"},
		{"do -d -- -d", `do ["-d"] before 0`, "dry"},
		{"list", `list [] before 0`, ""},
		{"list tools", `list tools [] before 0`, ""},
		{"list things", `list ["things"] before 1`, ""},
		{"list old", `list old [] before 0`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			s := newShed()
			if _, err := s.root.Execute(t.Context(), strings.Fields(tt.line), &s.out); err != nil {
				t.Fatal(err)
			}
			if s.did != tt.did {
				t.Errorf("did %s, want %s", s.did, tt.did)
			}
			if got := s.flags(); got != tt.flags {
				t.Errorf("flags are %q, want %q", got, tt.flags)
			}
		})
	}
}

// flags are those that are not as they were.
func (s *shed) flags() string {
	var said []string
	for word, is := range map[string]bool{"dry": s.dry, "all": s.everything, "loud": s.loud, "name=" + s.name: s.name != "main", fmt.Sprintf("lines=%d", s.lines): s.lines != 0} {
		if is {
			said = append(said, word)
		}
	}
	order := []string{"dry", "name", "all", "loud", "lines"}
	at := func(word string) int {
		name, _, _ := strings.Cut(word, "=")
		return slices.Index(order, name)
	}
	slices.SortFunc(said, func(a, b string) int { return at(a) - at(b) })
	return strings.Join(said, " ")
}

func TestMistakes(t *testing.T) {
	tests := []struct{ line, by, says string }{
		{"--bogus", "shed", "unknown flag: --bogus"},
		{"-x", "shed", `unknown shorthand flag: 'x' in -x`},
		{"saw", "shed", "there is no saw"},
		{"--version=perhaps", "shed", `invalid argument for -v, --version: "perhaps" is neither true nor false`},
		{"lend --loud", "shed lend", "unknown flag: --loud"},
		{"--loud lend", "shed lend", "unknown flag: --loud"}, // and not ignored
		{"lend -d --lines", "shed lend", "flag needs an argument: --lines"},
		{"lend -dl", "shed lend", `flag needs an argument: 'l' in -dl`},
		{"lend --lines many", "shed lend", `invalid argument for -l, --lines: "many" is no number`},
		{"lend --lines 99999999999999999999", "shed lend", "is no number"},
		{"lend ---dry-run", "shed lend", "bad flag syntax: ---dry-run"},
		{"lend --=5", "shed lend", "bad flag syntax: --=5"},
		{"lend -=5", "shed lend", `unknown shorthand flag: '=' in -=5`},
		{"list tools --version", "shed list tools", "unknown flag: --version"},
		{"completion bash x", "shed completion bash", `bash takes no argument "x"`},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			s := newShed()
			c, err := s.root.Execute(t.Context(), strings.Fields(tt.line), &s.out)
			var mistake Mistake
			if !errors.As(err, &mistake) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("says %v, want %s", err, tt.says)
			}
			if c.Path() != tt.by {
				t.Errorf("is one of %s, want %s", c.Path(), tt.by)
			}
			if s.did != "" {
				t.Errorf("did %s", s.did)
			}
		})
	}
}

// What was said is told apart from what is so by default.
func TestSaid(t *testing.T) {
	s := newShed()
	l, err := s.root.read([]string{"lend", "--name", "main", "-l0"})
	if err != nil || !l.Said("name") || !l.Said("lines") || l.Said("dry-run") {
		t.Errorf("said %v, %v", l.said, err)
	}
}
