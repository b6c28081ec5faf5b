package syntax

import (
	"context"
	"io/fs"
	"strings"
	"testing"

	"github.com/alecthomas/chroma/v2"
	"github.com/google/go-cmp/cmp"
)

func TestLines(t *testing.T) {
	tests := []struct {
		name, file string
		lines      []string
		want       map[string]Class // the class of the part with a text
	}{
		{"go", "a/main.go", []string{"func f() string {", `	return "x" // y`, "}"}, map[string]Class{"func": Keyword, "f": Function, "string": Type, `"x"`: String, "// y": Comment}},
		{"over_lines", "main.go", []string{"/* one", "two */ var x = 1"}, map[string]Class{"/* one": Comment, "two */": Comment, "var": Keyword, "1": Literal}},
		{"python", "x.py", []string{"def f(a):", "    return None"}, map[string]Class{"def": Keyword, "f": Function, "return": Keyword, "None": Literal}},
		{"shell_in_a_makefile", "Makefile", []string{"all:", "	echo hello # now"}, map[string]Class{"all": Function}},
		{"yaml", "x.yml", []string{"a: true # why"}, map[string]Class{"true": Literal, "# why": Comment}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := map[string]Class{}
			for i, parts := range Lines(t.Context(), tt.file, tt.lines) {
				if text := joined(parts); text != tt.lines[i] {
					t.Errorf("line %d: got %q, want %q", i, text, tt.lines[i])
				}
				for _, p := range parts {
					got[p.Text] = p.Class
				}
			}
			for text, class := range tt.want {
				if c, ok := got[text]; !ok || c != class {
					t.Errorf("%q: got class %d (%v), want %d; all: %v", text, c, ok, class, got)
				}
			}
		})
	}
}

func TestLinesOfAnUnknownLanguage(t *testing.T) {
	if got := Lines(t.Context(), "notes.unheard-of", []string{"func"}); got != nil {
		t.Errorf("got %v, want none", got)
	}
}

func TestLinesWithCancelledContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	want := [][]Part{{{Text: "func f()"}}}
	if diff := cmp.Diff(want, Lines(ctx, "x.go", []string{"func f()"})); diff != "" {
		t.Error(diff)
	}
}

// TestLexers reads the rules of every lexer, and those that it uses.
func TestLexers(t *testing.T) {
	names, err := fs.Glob(files, "lexers/*.xml")
	if err != nil || len(names) == 0 {
		t.Fatalf("lexers: %v, %v", names, err)
	}
	for _, name := range names {
		l, err := chroma.NewXMLLexer(files, name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		l.SetRegistry(registry())
		it, err := l.Tokenise(nil, "x = 1\n\"a\" 'b' # c\n<a>{}</a>\n")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var text strings.Builder
		for token := it(); token != chroma.EOF; token = it() {
			text.WriteString(token.Value)
		}
	}
	if len(registry().Lexers) != len(names) {
		t.Errorf("%d lexers are registered, want %d", len(registry().Lexers), len(names))
	}
}
