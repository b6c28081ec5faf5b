package vt

import (
	"bytes"
	"math"
	"sort"
	"strconv"
)

// Mark is a shell-integration mark (OSC 133), at the place that the cursor had. It
// stays with its line through scrolling and resizing, as long as that is kept and
// not erased.
type Mark struct {
	Kind MarkKind
	// Line is the number that the row has in the history once it has scrolled
	// there, Col the column.
	Line uint64
	Col  int
	// ID is the same for the marks of one prompt and its command, and grows.
	ID uint32
	// ExitCode is the command's exit code at [MarkDone], where HasExitCode.
	ExitCode    int
	HasExitCode bool
	// Command is what the shell says that it runs, at [MarkCommand]: one line without
	// control characters; empty where it does not say. It is only told with the event.
	Command string
}

// MarkKind is the letter of a shell-integration mark.
type MarkKind byte

const (
	MarkPrompt  MarkKind = 'A' // a prompt begins
	MarkInput   MarkKind = 'B' // the prompt ends; the user types
	MarkCommand MarkKind = 'C' // the command runs
	MarkDone    MarkKind = 'D' // it ended
)

// mark is a mark as its row has it.
type mark struct {
	id      uint32
	col     uint16
	kind    MarkKind
	hasCode bool
	code    int32
}

// command is where the shell is: the marks of which prompt, and the last of them.
type command struct {
	id   uint32
	last MarkKind
}

// maxRowMarks bounds the marks of one row.
const maxRowMarks = 8

// mark takes a shell-integration mark. OSC 133 ; A ... ST, D ; exit code (FinalTerm).
func (t *Terminal) mark(b []byte) {
	kind, rest, _ := bytes.Cut(b, []byte{';'})
	if len(kind) != 1 {
		return
	}
	m := mark{kind: MarkKind(kind[0]), col: uint16(t.scr.x)}
	switch m.kind {
	case MarkPrompt:
		if secondary(rest) {
			return
		}
	case MarkInput:
	case MarkCommand:
		t.setMark(m, commandLine(rest))
		return
	case MarkDone:
		code, _, _ := bytes.Cut(rest, []byte{';'})
		if n, err := strconv.ParseInt(string(code), 10, 32); err == nil {
			m.code, m.hasCode = int32(n), true
		}
		if m.code >= killedCode {
			t.afterKilled()
			m.col = uint16(t.scr.x)
		}
	default:
		return
	}
	t.setMark(m, "")
}

// commandLine is what a shell says that it runs: cmdline_url=, in percent escapes
// (kitty, fish).
func commandLine(options []byte) string {
	for o := range bytes.SplitSeq(options, []byte{';'}) {
		if escaped, ok := bytes.CutPrefix(o, []byte("cmdline_url=")); ok {
			text, _ := unescape(string(escaped))
			return clean(bytes.ReplaceAll([]byte(text), []byte{'\n'}, []byte{' '}), maxNotice)
		}
	}
	return ""
}

// secondary reports whether a prompt is one of a command that goes on, or stands at
// the right (k=s, k=c, k=r: kitty).
func secondary(options []byte) bool {
	for o := range bytes.SplitSeq(options, []byte{';'}) {
		if string(o) == "k=s" || string(o) == "k=c" || string(o) == "k=r" {
			return true
		}
	}
	return false
}

// setMark gives a mark its number and puts it on the cursor's row. A program on the
// alternate screen has no prompts that anybody would look for later.
func (t *Terminal) setMark(m mark, line string) {
	if t.scr != t.main {
		return
	}
	c := &t.command
	drawn := m.kind == MarkPrompt && c.last < MarkCommand && c.id > 0
	again := drawn && (t.redrawPrompt() || hasMark(t.scr.line(t.scr.y).marks, c.id))
	ln := t.scr.line(t.scr.y)
	switch {
	case again: // the prompt is drawn anew where it is
		ln.marks = nil
	case m.kind <= c.last || c.id == 0:
		c.id++
	}
	c.last = m.kind
	t.scr.command = *c
	m.id = c.id
	if len(ln.marks) < maxRowMarks {
		ln.marks = append(ln.marks[:len(ln.marks):len(ln.marks)], m)
	}
	t.touch(t.scr.y)
	told := m.at(t.history.end + uint64(t.scr.y))
	told.Command = line
	t.emit(told)
}

func hasMark(marks []mark, id uint32) bool {
	for _, m := range marks {
		if m.id == id {
			return true
		}
	}
	return false
}

// at is the mark as those outside see it.
func (m mark) at(line uint64) Mark {
	return Mark{Kind: m.kind, Line: line, Col: int(m.col), ID: m.id, ExitCode: int(m.code), HasExitCode: m.hasCode}
}

// Marks appends the marks of the lines [first, end) to dst, in their order. The
// main screen's rows count as the lines that they become.
func (t *Terminal) Marks(first, end uint64, dst []Mark) []Mark {
	h := &t.history
	for i := h.find(first); i < len(h.blocks); i++ {
		b := h.blocks[i]
		for _, m := range b.marks {
			if n := b.first + uint64(m.line); n >= max(first, h.first) && n < end {
				dst = append(dst, m.at(n))
			}
		}
	}
	for y := range t.main.rows {
		if n := h.end + uint64(y); n >= first && n < end {
			for _, m := range t.main.line(y).marks {
				dst = append(dst, m.at(n))
			}
		}
	}
	return dst
}

// fresh reports whether a mark is the last that was set, or the end of the command
// before it: nothing was printed since.
func (c command) fresh(m mark) bool {
	return m.id == c.id && m.kind == c.last || m.id == c.id-1 && m.kind == MarkDone && c.last == MarkPrompt
}

// eraseMarks removes the marks of the columns [from, to). A fresh one at the cursor
// stays: shells erase the rest of the line that they are about to write their prompt on.
func (s *screen) eraseMarks(y, from, to int) {
	ln := s.line(y)
	var kept []mark
	for _, m := range ln.marks {
		x := int(m.col)
		if x < from || x >= to || y == s.y && x == s.x && s.command.fresh(m) {
			kept = append(kept, m)
		}
	}
	ln.marks = kept
}

// blockMark is a mark of a line of a block.
type blockMark struct {
	line uint32 // its index in the block
	mark
}

// markFrom is the index of the first mark of line i or of one after it.
func (b *block) markFrom(i int) int {
	return sort.Search(len(b.marks), func(j int) bool { return int(b.marks[j].line) >= i })
}

// mark gives the newest line its marks.
func (h *history) mark(marks []mark) {
	b := h.last()
	if len(marks) == 0 || b == nil || len(b.starts) == 0 {
		return
	}
	for _, m := range marks {
		b.marks = append(b.marks, blockMark{uint32(len(b.starts) - 1), m})
	}
}

// marksOf are the marks of line n.
func (h *history) marksOf(n uint64) (marks []mark) {
	if n < h.first || n >= h.end {
		return nil
	}
	b := h.blocks[h.find(n)]
	i := int(n - b.first)
	for _, m := range b.marks[b.markFrom(i):b.markFrom(i+1)] {
		marks = append(marks, m.mark)
	}
	return marks
}

// longColumn is where columns of marks saturate: lines that are put together are
// longer than any screen.
const longColumn = math.MaxUint16

// appendMarks appends marks of a row that begins at a column of a whole line.
func appendMarks(dst, marks []mark, at int) []mark {
	for _, m := range marks {
		m.col = uint16(min(at+int(m.col), longColumn))
		dst = append(dst, m)
	}
	return dst
}

// marksIn are the marks of the n columns from from on of a whole line, for a row of
// cols columns; the last row has those behind the line's end too.
func marksIn(marks []mark, from, n int, last bool, cols int) (row []mark) {
	for _, m := range marks {
		x := int(m.col) - from
		if x < 0 || x >= n && !last {
			continue
		}
		m.col = uint16(min(x, cols-1))
		row = append(row, m)
	}
	return row
}

// joinMarks are the marks of the rows [from, to), at their columns in the line that
// these are together.
func (p *page) joinMarks(from, to int) (marks []mark) {
	at := 0
	for _, r := range p.rows[from:to] {
		marks = appendMarks(marks, r.marks, at)
		at += len(r.cells)
	}
	return marks
}
