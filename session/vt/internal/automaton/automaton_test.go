package automaton_test

import (
	"fmt"
	"math/rand"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"dormer/session/vt/internal/automaton"
)

func automatonOf(t testing.TB, expression string) (a *automaton.Automaton, ok bool) {
	t.Helper()
	re, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	return automaton.New(re.Simplify())
}

func matches(a *automaton.Automaton, text string) (found [][]int) {
	a.Each([]byte(text), func(from, to int) { found = append(found, []int{from, to}) })
	return found
}

// wanted returns the matches of package regexp that are not empty.
func wanted(expression, text string) [][]int {
	all := regexp.MustCompile(expression).FindAllStringIndex(text, -1)
	return slices.DeleteFunc(all, func(m []int) bool { return m[0] == m[1] })
}

func TestEach(t *testing.T) {
	for _, tt := range []struct{ expression, text string }{
		{`abc`, "xabcabc"},
		{`a|ab`, "ab ab"},     // the first alternative, not the longest
		{`ab|a`, "ab a"},      //
		{`a+?`, "aaa"},        // as short as possible
		{`a.*?c|b`, "abcabc"}, //
		{`(a|ab)(c|bcd)`, "abcd"},
		{`x*`, "xxyx"},   // empty matches in between
		{`(|a)*`, "aab"}, //
		{`\bcat\b`, "cat cats a cat"},
		{`\Bat`, "cat at"},
		{`^a|b$`, "aab ab"},
		{`(?m)^a$`, "a\na\nb\na"},
		{`\w+$`, "one two"},
		{`[^a-z]+`, "aÄb日本c"},
		{`日.`, "a日本日"},
		{`(?i)straße|kelvin`, "STRASSE straße STRAßE \u212aelvin KELVIN"},
		{`\pL+`, "abc öäü 日本 123"},
		{`.`, "a\nb\xffc"},
		{`[0-9]{3} ms`, "12 ms 1234 ms"},
		{`a.*z|a`, "aaaa"}, // each match reads on to the end
		{``, "abc"},
		{`$`, "abc"},
	} {
		t.Run(tt.expression, func(t *testing.T) {
			a, ok := automatonOf(t, tt.expression)
			if !ok {
				t.Fatal("refused")
			}
			for range 2 { // the first time it makes its states, the second time it has them
				if got, want := fmt.Sprint(matches(a, tt.text)), fmt.Sprint(wanted(tt.expression, tt.text)); got != want {
					t.Errorf("in %q: got %s, want %s", tt.text, got, want)
				}
			}
		})
	}
}

// Random expressions on random texts.
func TestAgreesWithRegexp(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	for range 4000 {
		expression := randomExpression(rnd, 4)
		if _, err := syntax.Parse(expression, syntax.Perl); err != nil {
			continue // a repeat of repeats that is too large
		}
		a, ok := automatonOf(t, expression)
		if !ok {
			t.Fatalf("%s: refused", expression)
		}
		for range 4 {
			compare(t, a, expression, randomText(rnd))
		}
	}
}

func compare(t *testing.T, a *automaton.Automaton, expression, text string) {
	t.Helper()
	if got, want := fmt.Sprint(matches(a, text)), fmt.Sprint(wanted(expression, text)); got != want {
		t.Fatalf("%s in %q: got %s, want %s", expression, text, got, want)
	}
}

var (
	atoms = []string{"a", "b", "c", "ab", "é", "日", ".", "[ab]", "[^a]", `\w`, `\d`, `\s`, `\pL`, "(?i:a)", "(?i:k)", `\b`, `\B`, "^", "$", "(?m:^)", "(?m:$)", `\A`, `\z`, "(?s:.)", ""}
	signs = []string{"*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{1,}?", "", "", ""}
	chars = []string{"a", "b", "c", "ab", "A", "é", "日", "\u212a", "k", "1", " ", "\n", "_", "\xff", "\xe6\x97"}
)

func randomExpression(rnd *rand.Rand, depth int) string {
	if depth == 0 || rnd.Intn(4) == 0 {
		return atoms[rnd.Intn(len(atoms))]
	}
	one := randomExpression(rnd, depth-1)
	switch rnd.Intn(4) {
	case 0:
		return "(?:" + one + ")" + signs[rnd.Intn(len(signs))]
	case 1:
		return "(" + one + "|" + randomExpression(rnd, depth-1) + ")"
	}
	return one + randomExpression(rnd, depth-1)
}

func randomText(rnd *rand.Rand) string {
	var b strings.Builder
	for range rnd.Intn(14) {
		b.WriteString(chars[rnd.Intn(len(chars))])
	}
	return b.String()
}

func FuzzAgreesWithRegexp(f *testing.F) {
	f.Add("(a|ab)(c|bcd)+", "abcd")
	f.Add(`(?i)k\b|\x{10ffff}`, "\u212a \U0010ffff")
	f.Fuzz(func(t *testing.T, expression, text string) {
		if len(expression) > 100 || len(text) > 1000 {
			return
		}
		re, err := syntax.Parse(expression, syntax.Perl)
		if err != nil {
			return
		}
		if a, ok := automaton.New(re.Simplify()); ok {
			compare(t, a, expression, text)
		}
	})
}

// An expression that needs a new state for each part of a text still finds the right matches,
// stays within its limits, and reports that it is strained.
func TestStrain(t *testing.T) {
	const expression = `[ab]*a[ab]{20}c`
	a, ok := automatonOf(t, expression)
	if !ok {
		t.Fatal("refused")
	}
	rnd := rand.New(rand.NewSource(1))
	for range 40 {
		var b strings.Builder
		for range 4000 {
			b.WriteByte("ab"[rnd.Intn(2)])
		}
		b.WriteString("c")
		compare(t, a, expression, b.String())
	}
	if !a.Strained() {
		t.Error("got no strain from a text that never repeats")
	}
}

func TestRefuses(t *testing.T) {
	for _, expression := range []string{`(a{1000}){1}b{1000}c`, `[a-c]{500}[b-d]{500}[c-e]{500}[d-f]{500}`} {
		if _, ok := automatonOf(t, expression); ok {
			t.Errorf("%s: got an automaton", expression)
		}
	}
}

// The cost of an automaton before it has read any text.
func BenchmarkNew(b *testing.B) {
	for _, expression := range []string{`request 7+ served`, `(?i)error|warning`, `\pL{1,20}\b`} {
		b.Run(expression, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, ok := automatonOf(b, expression); !ok {
					b.Fatal("refused")
				}
			}
		})
	}
}
