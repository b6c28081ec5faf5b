package syntax

import (
	"context"
	"embed"
	"io/fs"
	"strings"
	"sync"

	"github.com/alecthomas/chroma/v2"
)

// Class is the class of a part of a text.
type Class uint8

const (
	Plain Class = iota
	Keyword
	Type // of values, and built-in names
	Function
	Literal // numbers and constants
	String
	Comment
)

// Part is a part of a line.
type Part struct {
	Text  string
	Class Class
}

//go:embed lexers/*.xml
var files embed.FS

// registry reads the names and file patterns of the lexers. The rules of a lexer are read when it
// is first used.
var registry = sync.OnceValue(func() *chroma.LexerRegistry {
	r := chroma.NewLexerRegistry()
	names, _ := fs.Glob(files, "lexers/*.xml") // the pattern is valid
	for _, name := range names {
		if l, err := chroma.NewXMLLexer(files, name); err == nil { // a test reads them all
			r.Register(l)
		}
	}
	return r
})

// Lines returns the parts of consecutive lines of a file, or nil if there is no lexer for files of
// that name. The parts of a line always add up to the line. When the context ends, the rest is
// plain.
func Lines(ctx context.Context, file string, lines []string) [][]Part {
	lexer := registry().Match(file)
	if lexer == nil {
		return nil
	}
	out := make([][]Part, len(lines))
	tokenize(ctx, lexer, lines, func(line int, p Part) {
		if line < len(out) {
			out[line] = append(out[line], p)
		}
	})
	for i, line := range lines {
		if joined(out[i]) != line {
			out[i] = []Part{{Text: line}}
		}
	}
	return out
}

func joined(parts []Part) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text)
	}
	return b.String()
}

// tokenize calls add for the parts of each line, in order. Rules that fail panic in chroma.
func tokenize(ctx context.Context, lexer chroma.Lexer, lines []string, add func(line int, p Part)) {
	defer func() { _ = recover() }()
	next, err := lexer.Tokenise(nil, strings.Join(lines, "\n")+"\n")
	if err != nil {
		return
	}
	line := 0
	for t := next(); t != chroma.EOF && ctx.Err() == nil; t = next() {
		class := classOf(t.Type)
		for i, text := range strings.Split(t.Value, "\n") {
			if i > 0 {
				line++
			}
			if text != "" {
				add(line, Part{text, class})
			}
		}
	}
}

func classOf(t chroma.TokenType) Class {
	switch {
	case t == chroma.KeywordType, t.InSubCategory(chroma.NameBuiltin), t == chroma.NameClass, t == chroma.NameTag:
		return Type
	case t == chroma.KeywordConstant, t == chroma.NameConstant:
		return Literal
	case t.InCategory(chroma.Keyword), t == chroma.OperatorWord:
		return Keyword
	case t.InSubCategory(chroma.NameFunction), t == chroma.NameAttribute, t == chroma.NameDecorator:
		return Function
	case t.InSubCategory(chroma.LiteralString):
		return String
	case t.InCategory(chroma.Literal):
		return Literal
	case t.InCategory(chroma.Comment):
		return Comment
	}
	return Plain
}
