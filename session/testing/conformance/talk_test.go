package conformance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// parrot gives prepared answers, in turn.
type parrot struct{ answers []string }

func (p *parrot) Ask(string) string {
	if len(p.answers) == 0 {
		return ""
	}
	answer := p.answers[0]
	p.answers = p.answers[1:]
	return answer
}

func talks(t *testing.T, text string) ([]*Talk, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return ReadTalks(file)
}

// A talk finds a wrong answer of each kind, and accepts the right ones.
func TestTalkChecksAnswers(t *testing.T) {
	for _, c := range []struct {
		talk, want string
		answers    []string
	}{
		{"> a\n= x", "", []string{"x"}},
		{"> a\n= x", `answered "y"`, []string{"y"}},
		{"> a\n= {H};{W};{W-1};{L}", "", []string{"24;80;79;5"}},
		{"> a", `answers that nobody asked for: "x"`, []string{"x"}},
		{"> a\n> b", "an answer to nothing", []string{"x"}},
		{"> a\nsilence", "", []string{""}},
		{"> a\n~ ^x+$", "", []string{"xx"}},
		{"> a\n~ ^x+$", `answered "y"`, []string{"y"}},
		{"@ 2,_", "", []string{"\x1b[2;7R"}},
		{"@ 2,6", "the cursor is at 2,7", []string{"\x1b[2;7R"}},
		{"@ 2,6", "asked for the cursor", []string{""}},
		{"[ 1,1\n|a·|", "", []string{"\x1bP1!~FF9F\x1b\\\x1bP2!~FFE0\x1b\\"}},
		{"[ 1,1\n|b|", "row 1, column 1 is 'a'", []string{"\x1bP1!~FF9F\x1b\\"}},
		{"[ 1,1\n|ab|", "asked for a checksum", []string{"\x1bP1!~FF9F\x1b\\"}},
		{"[ 1,1\n|a|", "asked for a checksum", []string{"\x1bP2!~FF9F\x1b\\"}},
		{"> a\n? before\n> b\n? same before", "", []string{"x", "x"}},
		{"> a\n? before\n> b\n? same before", `answered "y"`, []string{"x", "y"}},
		{"> a\n? before", "no answer", nil},
		{"mode: ?7", "", []string{"\x1b[?7;1$y", "\x1b[?7;2$y", "\x1b[?7;1$y"}},
		{"mode: ?7", "mode ?7 after h", []string{"\x1b[?7;2$y", "\x1b[?7;2$y"}},
	} {
		list, err := talks(t, "class X\n== y\n"+c.talk+"\n")
		if err != nil || len(list) != 1 || list[0].ID != "XTests.test_X_y" {
			t.Fatalf("%q is read as %v: %v", c.talk, list, err)
		}
		reset := []string{"\x1b[8;24;80t", ""}
		fault := list[0].Hold(&parrot{append(reset, c.answers...)}, Setting{24, 80, 5})
		if fault == "" && c.want != "" || !strings.Contains(fault, c.want) || c.want == "" && fault != "" {
			t.Errorf("%q with answers %q: %q, want %q", c.talk, c.answers, fault, c.want)
		}
	}
}

func TestTalksAreRefused(t *testing.T) {
	for _, bad := range []string{"> a\n", "let a\n", "class X\n== y\nwhat: x\n", "class X\n== y\n|a|\n", "class X\n== y\nlevel: x\n"} {
		if _, err := talks(t, bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
	if _, err := ReadTalks(filepath.Join(t.TempDir(), "*.txt")); err == nil {
		t.Error("no files are taken for talks")
	}
}

func TestFill(t *testing.T) {
	set := Setting{Rows: 3, Cols: 4, Level: 5}
	for in, want := range map[string]string{
		"{H} {W-1} {W*2} {H/2} {H+10}": "3 3 8 1 13",
		"{*W-2}{abH}":                  "**ababab",
		`{\eDH}`:                       `\eD\eD\eD`,
		"{numbers}":                    `\e[1;1H0001\e[2;1H0002\e[3;1H0003`,
		"{numbers0}":                   `0000\r\n0001\r\n0002`,
		"{nothing}":                    "{nothing}",
	} {
		if got := set.fill(in); got != want {
			t.Errorf("%q is filled as %q, want %q", in, got, want)
		}
	}
	rows := strings.Join(set.rows([]string{"0001", "{rows from 3}", "{rows0 from 1}", "{rows from 1 to H-1}", "{empty from 2}", "x"}), " ")
	if want := "0001 0003 0001 0002 0001 0002 ···· ···· x"; rows != want {
		t.Errorf("rows are %q, want %q", rows, want)
	}
}
