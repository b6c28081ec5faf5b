package printed

import (
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"dormer/session/grid"
)

// Safe passes on only output that changes the text of a terminal and nothing else: printable
// characters, line ends, tabs, BS, CR, colours (SGR) and erasing within a line (EL). It drops
// everything else, such as titles, the clipboard, queries and cursor movements. It must be used by
// one goroutine.
type Safe struct {
	parser *ansi.Parser
	out    []byte
	to     io.Writer
}

// NewSafe returns a writer that writes to another one.
func NewSafe(to io.Writer) *Safe {
	s := &Safe{parser: ansi.NewParser(), to: to}
	s.parser.SetHandler(ansi.Handler{Print: s.print, Execute: s.control, HandleCsi: s.sequence})
	return s
}

// Write writes the safe part of data in one piece.
func (s *Safe) Write(data []byte) (int, error) {
	s.out = s.out[:0]
	s.parser.Parse(data)
	if len(s.out) == 0 {
		return len(data), nil
	}
	if _, err := s.to.Write(s.out); err != nil {
		return 0, err
	}
	return len(data), nil
}

func (s *Safe) print(r rune) {
	if !grid.RuneIsControl(r) {
		s.out = utf8.AppendRune(s.out, r)
	}
}

func (s *Safe) control(b byte) {
	switch b {
	case '\n', '\r', '\t', '\b':
		s.out = append(s.out, b)
	}
}

func (s *Safe) sequence(cmd ansi.Cmd, params ansi.Params) {
	if cmd.Prefix() != 0 || cmd.Intermediate() != 0 || cmd.Final() != 'm' && cmd.Final() != 'K' {
		return
	}
	s.out = append(s.out, "\x1b["...)
	for i, p := range params {
		if n := p.Param(-1); n >= 0 {
			s.out = strconv.AppendInt(s.out, int64(n), 10)
		}
		switch {
		case i == len(params)-1:
		case p.HasMore():
			s.out = append(s.out, ':')
		default:
			s.out = append(s.out, ';')
		}
	}
	s.out = append(s.out, cmd.Final())
}
