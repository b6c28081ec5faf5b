package printed

import (
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"dormer/session/grid"
)

// maxLine is the longest line, in bytes; longer ones come in pieces.
const maxLine = 64 << 10

// Lines splits output into lines of text, without control characters and sequences. It must be used
// by one goroutine.
type Lines struct {
	// Blank includes empty lines that the child ended with LF.
	Blank  bool
	parser *ansi.Parser
	line   []byte
	// over means that CR has moved the cursor back: the next character begins another line, unless
	// it is LF.
	over  bool
	whole func(line string)
}

// NewLines returns a reader that calls whole for each line that has ended.
func NewLines(whole func(line string)) *Lines {
	l := &Lines{parser: ansi.NewParser(), whole: whole}
	l.parser.SetHandler(ansi.Handler{Print: l.print, Execute: l.control, HandleCsi: l.sequence})
	return l
}

// Write reads the next part. It never fails.
func (l *Lines) Write(data []byte) (int, error) {
	l.parser.Parse(data)
	return len(data), nil
}

// Rest returns the unfinished line.
func (l *Lines) Rest() string { return string(l.line) }

func (l *Lines) print(r rune) {
	if l.over || len(l.line) >= maxLine {
		l.end()
	}
	if !grid.RuneIsControl(r) {
		l.line = utf8.AppendRune(l.line, r)
	}
}

func (l *Lines) control(b byte) {
	switch b {
	case '\n', '\v', '\f':
		if l.Blank && len(l.line) == 0 {
			l.whole("")
		}
		l.end()
	case '\r':
		l.over = true
	case '\t':
		l.print(' ')
	case '\b':
		_, n := utf8.DecodeLastRune(l.line)
		l.line = l.line[:len(l.line)-n]
	}
}

// sequence ends the line if the cursor moves elsewhere: ECMA-48 8.3.
func (l *Lines) sequence(cmd ansi.Cmd, _ ansi.Params) {
	switch {
	case cmd.Prefix() != 0 || cmd.Intermediate() != 0:
	case cmd.Final() == 'C': // CUF, which programs use for blanks
		l.print(' ')
	default:
		switch cmd.Final() {
		case 'A', 'B', 'D', 'E', 'F', 'G', 'H', 'J', 'd', 'f':
			l.end()
		}
	}
}

func (l *Lines) end() {
	l.over = false
	if len(l.line) > 0 {
		l.whole(string(l.line))
		l.line = l.line[:0]
	}
}
