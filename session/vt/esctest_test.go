package vt

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"testing"

	"dormer/session/testing/conformance"
)

// asker is a terminal for questions; its input is written in pieces of a size.
type asker struct {
	*Terminal
	size int
}

func (a asker) Ask(out string) string {
	for len(out) > 0 {
		n := min(a.size, len(out))
		_, _ = a.Write([]byte(out[:n]))
		out = out[n:]
	}
	return string(a.TakeReplies())
}

// The replies to esctest, test by test and in its order on one terminal, at both of its levels, are as
// docs/development/esctest.md lists them.
func TestEsctest(t *testing.T) {
	talks := esctest(t)
	for _, set := range []conformance.Setting{
		{Rows: 25, Cols: 80, Level: 5}, {Rows: 25, Cols: 80, Level: 4}, {Rows: 61, Cols: 80, Level: 4},
	} {
		for _, size := range []int{1, 1 << 20} {
			t.Run(fmt.Sprintf("%d rows at level %d in writes of %d", set.Rows, set.Level, size), func(t *testing.T) {
				term := New(set.Rows, set.Cols, Options{})
				for _, talk := range talks {
					if talk.Level > set.Level {
						continue
					}
					fault := talk.Hold(asker{term, size}, set)
					if fails := talk.Not != "" || talk.Known != ""; (fault != "") != fails {
						t.Errorf("%s %s: %q, listed as failing: %v", talk.At, talk.ID, fault, fails)
					}
				}
			})
		}
	}
}

// esctest returns the tests of the suite.
func esctest(t *testing.T) []*conformance.Talk {
	t.Helper()
	talks, err := conformance.ReadTalks("testdata/esctest/*.txt")
	if err != nil || len(talks) != 568 {
		t.Fatalf("%d tests, the suite has 568: %v", len(talks), err)
	}
	return talks
}

// docs/development/esctest.md lists the tests with their results. DORMER_WRITE_DOCS=1 writes it.
func TestEsctestIsListed(t *testing.T) {
	const file = "../../docs/development/esctest.md"
	want := esctestList(esctest(t))
	if os.Getenv("DORMER_WRITE_DOCS") != "" {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil { //nolint:gosec // a page for everybody
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil || string(got) != want {
		t.Errorf("%s is out of date (%v): DORMER_WRITE_DOCS=1 go test ./session/vt -run EsctestIsListed", file, err)
	}
}

func esctestList(talks []*conformance.Talk) string {
	var holds, not, known []string
	for _, talk := range talks {
		class, name, _ := strings.Cut(talk.ID, "Tests.test_")
		name = strings.TrimPrefix(name, class+"_")
		row := fmt.Sprintf("| %s | %s | %s |", class, name, cmp.Or(talk.Not, talk.Known))
		switch {
		case talk.Not != "":
			not = append(not, row)
		case talk.Known != "":
			known = append(known, row)
		default:
			holds = append(holds, class+" "+name)
		}
	}
	head := "| of | test | why |\n|---|---|---|\n"
	return fmt.Sprintf(esctestPage, len(talks), len(holds), len(not), len(known),
		head+strings.Join(not, "\n"), head+strings.Join(known, "\n"), byClass(holds))
}

// byClass formats names, each "class name", as a paragraph for each class.
func byClass(names []string) string {
	var b strings.Builder
	last := ""
	for _, n := range names {
		class, name, _ := strings.Cut(n, " ")
		switch {
		case class == last:
			b.WriteString(", " + name)
		default:
			fmt.Fprintf(&b, "\n\n**%s**: %s", class, name)
		}
		last = class
	}
	return strings.TrimLeft(b.String(), "\n")
}

const esctestPage = `# esctest, test by test

The tests of esctest 2 (Thomas Dickey's, after George Nachman's) are in ` + "`session/vt/testdata/esctest`" + `: for each, under the suite's name,
what it sends to a terminal and the answers that it expects. ` + "`go test ./session/vt -run Esctest`" + ` plays them all to one terminal, in
the suite's order, with its reset before each test, at VT levels 4 and 5, and reads cells by their checksums as the suite does;
` + "`go test ./ui/stories -run Esctest`" + ` plays them in a pane. The expectations are the suite's for ` + "`--expected-terminal xterm`" + `
with the defaults of ` + "`--xterm-checksum` and `--xterm-reverse-wrap`" + `, that is, for xterm 379. This page is made from the
same files; a test compares it with them.

Of %d tests %d pass. %d do not, because a pane is not a window of its own, or because dormer refuses or ignores something on
purpose. %d more fail in xterm too.

## Does not pass

%s

## Fails in xterm as well

%s

## Passes

%s
`
