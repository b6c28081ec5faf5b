package vt

import (
	"bytes"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"dormer/session/grid"
)

// Mark is a shell-integration mark (OSC 133), at the cursor's position when it arrived.
// It stays with its line through scrolling and resizing until the line is dropped or
// erased.
type Mark struct {
	Kind MarkKind
	// Line is the number that the row gets when it scrolls into the history, Col the
	// column.
	Line uint64
	Col  int
	// ID is shared by the marks of one prompt and its command; later prompts have
	// larger IDs.
	ID uint32
	// ExitCode is the command's exit code at [MarkDone]; it is valid if HasExitCode is
	// true.
	ExitCode    int
	HasExitCode bool
	// Command is the command line at [MarkCommand], as reported by the shell or typed at
	// the prompt, in one line without control characters. It is empty if neither is known,
	// and is set only in the event.
	Command string
}

// MarkKind is the letter of a shell-integration mark.
type MarkKind byte

const (
	MarkPrompt  MarkKind = 'A' // a prompt begins
	MarkInput   MarkKind = 'B' // the prompt ends; the user types
	MarkCommand MarkKind = 'C' // the command runs
	MarkDone    MarkKind = 'D' // the command ended
)

// mark is a mark of a row.
type mark struct {
	id      uint32
	col     uint16
	kind    MarkKind
	hasCode bool
	code    int32
}

// command is the state of the shell.
type command struct {
	id   uint32   // ID of the newest prompt and its command
	last MarkKind // the kind of the last mark; 0 before the first
	ran  uint32   // ID of the last command that began to run
}

// atPrompt reports whether the shell shows its prompt and has not run a command yet.
func (c command) atPrompt() bool { return c.last == MarkPrompt || c.last == MarkInput }

// ofPrompt reports whether a mark belongs to the current prompt.
func (c command) ofPrompt(m mark) bool { return c.atPrompt() && m.id == c.id }

// ofOutput reports whether a mark is the beginning or end of the last command's output.
// Such marks stay when the text at their place is erased.
func (c command) ofOutput(m mark) bool { return m.id == c.ran && m.kind >= MarkCommand }

// maxRowMarks bounds the marks of one row.
const maxRowMarks = 8

// mark handles a shell-integration mark. OSC 133 ; A ... ST, D ; exit code (FinalTerm).
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
		if m.code >= killedCode && t.command.last != MarkDone {
			t.afterKilled()
			m.col = uint16(t.scr.x)
		}
	default:
		return
	}
	t.setMark(m, "")
}

// commandLine returns the command line reported by the shell: cmdline_url=, in percent
// escapes (kitty, fish).
func commandLine(options []byte) string {
	for o := range bytes.SplitSeq(options, []byte{';'}) {
		if escaped, ok := bytes.CutPrefix(o, []byte("cmdline_url=")); ok {
			text, _ := unescape(string(escaped))
			return clean(bytes.ReplaceAll([]byte(text), []byte{'\n'}, []byte{' '}), maxNotice)
		}
	}
	return ""
}

// secondary reports whether a prompt is for a continued line or at the right of the line
// (k=s, k=c, k=r: kitty).
func secondary(options []byte) bool {
	for o := range bytes.SplitSeq(options, []byte{';'}) {
		if string(o) == "k=s" || string(o) == "k=c" || string(o) == "k=r" {
			return true
		}
	}
	return false
}

// setMark gives a mark its ID and puts it on the cursor's row. On the alternate screen,
// marks are ignored except the end of a command that did not switch back from it.
//
// A command runs between C and D. Shells redraw the prompt after a resize; neither A nor
// B begins a new prompt then. A second D is ignored.
func (t *Terminal) setMark(m mark, line string) {
	c := &t.command
	s := t.main
	if t.scr != s {
		if m.kind != MarkDone || c.last != MarkCommand {
			return
		}
		m.col = uint16(s.x)
	}
	switch m.kind {
	case MarkPrompt:
		if !c.atPrompt() || !t.redrawPrompt() && !hasMark(t.scr.line(t.scr.y).marks, c.id) {
			c.id++ // after an empty line too
		}
		if t.scr.x == 0 { // the shell filled the line above up to its end
			t.breakWrap(t.scr.y - 1)
		}
	case MarkInput:
		if c.last == MarkInput && !hasMark(t.scr.line(t.scr.y).marks, c.id) {
			return // B on another line of the input
		}
		if !c.atPrompt() {
			c.id++
		}
	case MarkCommand:
		if line == "" && c.last == MarkInput {
			line = t.typed()
		}
		if !c.atPrompt() {
			c.id++
		}
		c.ran = c.id
	case MarkDone:
		if c.last == MarkDone || c.last == 0 {
			return
		}
	}
	c.last = m.kind
	s.command = *c
	m.id = c.id
	s.putMark(m)
	if t.scr == s {
		t.touch(s.y)
	}
	told := m.at(t.history.end + uint64(s.y))
	told.Command = line
	t.emit(told)
}

// putMark puts a mark on the cursor's row. A redrawn prompt replaces its earlier marks.
// If a row has too many marks, the oldest are dropped.
func (s *screen) putMark(m mark) {
	ln := s.line(s.y)
	var marks []mark
	for _, o := range ln.marks {
		if m.kind < MarkCommand && o.id == m.id && o.kind >= m.kind {
			continue
		}
		if m.kind == MarkPrompt {
			o.col = min(o.col, m.col) // the text after it is overwritten
		}
		marks = append(marks, o)
	}
	marks = append(marks, m)
	ln.marks = marks[max(len(marks)-maxRowMarks, 0):]
}

func hasMark(marks []mark, id uint32) bool {
	return slices.ContainsFunc(marks, func(m mark) bool { return m.id == id })
}

// typed returns the input at the prompt, in one line: the text from the prompt's end
// to the cursor. It is empty if the end of the prompt is no longer on the screen.
func (t *Terminal) typed() string {
	s := t.scr
	for y := s.y; y >= 0; y-- {
		for _, m := range s.line(y).marks {
			if m.kind == MarkInput && m.id == t.command.id {
				return t.typedFrom(y, int(m.col))
			}
		}
	}
	return ""
}

func (t *Terminal) typedFrom(y, x int) string {
	s := t.scr
	var text grid.Excerpt
	for ; y < s.y; y++ {
		text.Add(t.palette, s.content(y), x, s.cols, s.line(y).wrapped, false)
		x = 0
	}
	text.Add(t.palette, s.content(y), x, s.x, false, true)
	line := strings.TrimSpace(strings.ReplaceAll(text.Take(), "\n", " "))
	return clean([]byte(line), maxNotice)
}

// at returns the exported form of the mark, at the given line.
func (m mark) at(line uint64) Mark {
	return Mark{Kind: m.kind, Line: line, Col: int(m.col), ID: m.id, ExitCode: int(m.code), HasExitCode: m.hasCode}
}

// TextEnd returns the line and column where the text of the main screen ends: after the
// cursor and all content that is not blank.
func (t *Terminal) TextEnd() (line uint64, col int) {
	s := t.main
	y := s.rows - 1
	for y > s.y && len(s.content(y)) == 0 {
		y--
	}
	col = len(s.content(y))
	if y == s.y {
		col = max(col, s.x)
	}
	return t.history.end + uint64(y), col
}

// Marks appends the marks of the lines [first, end) to dst, in order. The main screen's
// rows count as the lines after the end of the history.
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

// MarksSince appends to dst the marks of the command id and of all later commands that
// stand before the line end, in line order. Older lines are not searched.
func (t *Terminal) MarksSince(id uint32, end uint64, dst []Mark) []Mark {
	h := &t.history
	i := len(h.blocks)
	for ; i > 0; i-- {
		if marks := h.blocks[i-1].marks; len(marks) > 0 && marks[0].id < id {
			break
		}
	}
	first := h.first
	if i > 0 {
		first = h.blocks[i-1].first
	}
	return slices.DeleteFunc(t.Marks(first, end, dst), func(m Mark) bool { return m.ID < id })
}

// eraseMarks removes the marks of the columns [from, to). Marks of the last command's
// output move to column from instead, and so do the prompt's marks on the cursor's row:
// shells erase a line before they redraw the prompt on it.
func (s *screen) eraseMarks(y, from, to int) {
	ln := s.line(y)
	var kept []mark
	for _, m := range ln.marks {
		if x := int(m.col); x >= from && x < to {
			if !s.command.ofOutput(m) && (y != s.y || !s.command.ofPrompt(m)) {
				continue
			}
			m.col = uint16(from)
		}
		kept = append(kept, m)
	}
	ln.marks = kept
}

// takeMarks removes the marks from the rows [from, to), which are about to be blanked, and
// returns those of the last command's output.
func (s *screen) takeMarks(from, to int) (taken []mark) {
	for y := from; y < to; y++ {
		ln := s.line(y)
		if ln.marks == nil {
			continue
		}
		var kept []mark
		kept, ln.marks = splitMarks(ln.marks, s.command.ofOutput)
		taken = append(taken, kept...)
	}
	return taken
}

// giveMarks adds marks at column x of row y.
func (s *screen) giveMarks(marks []mark, y, x int) {
	if len(marks) == 0 {
		return
	}
	ln := s.line(y)
	all := slices.Clone(ln.marks)
	for _, m := range marks {
		m.col = uint16(x)
		all = append(all, m)
	}
	ln.marks = all[max(len(all)-maxRowMarks, 0):]
}

// blockMark is a mark in a block.
type blockMark struct {
	line uint32 // the line's index in the block
	mark
}

// markFrom returns the index of the first mark of line i or a later line.
func (b *block) markFrom(i int) int {
	return sort.Search(len(b.marks), func(j int) bool { return int(b.marks[j].line) >= i })
}

// mark adds marks to the newest line.
func (h *history) mark(marks []mark) {
	b := h.last()
	if len(marks) == 0 || b == nil || len(b.starts) == 0 {
		return
	}
	for _, m := range marks {
		b.marks = append(b.marks, blockMark{uint32(len(b.starts) - 1), m})
	}
}

// marksOf returns the marks of line n.
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

// longColumn is the largest column of a mark: joined lines may be longer than any
// screen.
const longColumn = math.MaxUint16

// appendMarks appends the marks of a row that begins at column at of a whole line.
func appendMarks(dst, marks []mark, at int) []mark {
	for _, m := range marks {
		m.col = uint16(min(at+int(m.col), longColumn))
		dst = append(dst, m)
	}
	return dst
}

// marksIn returns the marks of a whole line in the n columns that begin at from, for a row
// of cols columns. The last row also has the marks behind the line's end.
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

// joinMarks returns the marks of the rows [from, to), at their columns in the line that
// the rows form together.
func (p *page) joinMarks(from, to int) (marks []mark) {
	at := 0
	for _, r := range p.rows[from:to] {
		marks = appendMarks(marks, r.marks, at)
		at += len(r.cells)
	}
	return marks
}
