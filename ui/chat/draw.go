package chat

import (
	"context"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/rogpeppe/go-internal/diff"

	"dormer/session/chat"
	"dormer/ui/safetext"
	"dormer/ui/syntax"
)

// This file draws items.

const (
	// foldedRows is the number of rows of a tool's result that are shown while it is folded.
	foldedRows = 10
	// maxHighlight is the number of lines of the longest text that is highlighted.
	maxHighlight = 2000
)

// rowsOf returns the rows of an item, with a blank one at the end.
func (m *Model) rowsOf(it *item) []string {
	if it.rows != nil && it.cols == m.size.cols {
		return it.rows
	}
	if m.drawn++; m.drawn > maxDrawn { // the user has scrolled through a long conversation
		for _, other := range m.talk.items {
			other.rows = nil
		}
		m.drawn = 0
	}
	m.drawing = it
	cols := m.size.cols
	var rows [][]span
	switch it.kind {
	case userItem:
		rows = m.withBar(m.textRows(it.text, cols-2, m.pens.text), m.pens.user)
	case answerItem:
		rows = m.page(cols).markdownRows(it.text)
	case thoughtItem:
		rows = m.thoughtRows(it, cols)
	case planItem:
		rows = m.planRows(it, cols)
	case toolItem:
		rows = m.toolRows(it, cols)
	case permissionItem:
		rows = m.permissionRows(it, cols)
	case noteItem:
		rows = m.textRows(m.plain("· ")+it.text, cols, m.pens.dim)
	case badItem:
		rows = m.textRows(m.plain("✗ ")+it.text, cols, m.pens.bad)
	}
	if len(rows) > 0 {
		rows = append(rows, nil)
	}
	it.rows, it.cols = make([]string, len(rows)), cols
	for i, row := range rows {
		it.rows[i] = render(row, cols, m.pens.text)
	}
	return it.rows
}

// maxDrawn limits the number of items whose rows are cached.
const maxDrawn = 4000

func (m *Model) page(cols int) page {
	return page{pens: m.pens, plain: m.plain, cols: cols, parts: m.partsOfCode}
}

// textRows returns the rows of a plain text.
func (m *Model) textRows(text string, cols int, pen lipgloss.Style) (rows [][]span) {
	for line := range strings.SplitSeq(strings.TrimRight(clean(text), "\n"), "\n") {
		rows = append(rows, wrap(one(line, pen), cols, nil)...)
	}
	return rows
}

// withBar puts a vertical line before rows.
func (m *Model) withBar(rows [][]span, pen lipgloss.Style) [][]span {
	for i, row := range rows {
		rows[i] = append(one(m.plain("▌")+" ", pen), row...)
	}
	return rows
}

// unfolded reports whether all of an item is shown.
func (m *Model) unfolded(it *item) bool {
	if it.open != nil {
		return *it.open
	}
	return m.details
}

// sign returns the sign for a folded or unfolded item.
func (m *Model) sign(it *item) string {
	if m.unfolded(it) {
		return m.plain("▾ ")
	}
	return m.plain("▸ ")
}

func (m *Model) thoughtRows(it *item, cols int) [][]span {
	text := strings.TrimSpace(it.text)
	head := one(m.sign(it)+"thought", m.pens.dim)
	if !m.unfolded(it) {
		line, _, _ := strings.Cut(text, "\n")
		return [][]span{append(head, span{": " + safetext.Line(line), m.pens.dim})}
	}
	return append([][]span{head}, m.indented(m.textRows(text, cols-2, m.pens.dim))...)
}

func (m *Model) indented(rows [][]span) [][]span {
	for i, row := range rows {
		rows[i] = append(one("  ", m.pens.text), row...)
	}
	return rows
}

func (m *Model) planRows(it *item, cols int) [][]span {
	rows := [][]span{one("plan", m.pens.head)}
	for _, e := range it.plan {
		sign, pen := "☐ ", m.pens.text
		switch e.Status {
		case "completed":
			sign, pen = "✓ ", m.pens.dim
		case "in_progress":
			sign, pen = "▸ ", m.pens.bold
		}
		sign = m.plain(sign)
		rows = append(rows, wrap([]span{{sign, pen}, {safetext.Line(e.Text), pen}}, cols, one("  ", pen))...)
	}
	return rows
}

// toolRows returns the rows of a tool call and its result, or the beginning of the result if it is
// folded.
func (m *Model) toolRows(it *item, cols int) [][]span {
	t := it.tool
	sign, pen := "· ", m.pens.dim
	switch t.Status {
	case "completed":
		sign, pen = "✓ ", m.pens.good
	case "failed":
		sign, pen = "✗ ", m.pens.bad
	case "in_progress", "pending":
		sign, pen = "▸ ", m.pens.warn
	}
	title := safetext.Line(t.Title)
	if title == "" {
		title = "a tool"
	}
	head := []span{{m.plain(sign), pen}, {title, m.pens.bold}}
	if t.Kind != "" && t.Kind != "other" {
		head = append(head, span{" " + safetext.Line(t.Kind), m.pens.dim})
	}
	for _, p := range t.Places[:min(len(t.Places), 3)] {
		if place := m.place(p); !strings.Contains(title, place) {
			head = append(head, span{" " + place, m.pens.dim})
		}
	}
	rows := wrap(head, cols, one("  ", m.pens.dim))
	var made [][]span
	for _, c := range t.Content {
		made = append(made, m.contentRows(it, c, cols-2)...)
	}
	if t.Cut {
		made = append(made, one("(there was more)", m.pens.dim))
	}
	if !m.unfolded(it) && len(made) > foldedRows+1 {
		more := len(made) - foldedRows
		made = append(made[:foldedRows], one(m.plain(fmt.Sprintf("▸ %d more rows", more)), m.pens.dim))
	}
	return append(rows, m.indented(made)...)
}

// place returns the path of a file, relative to the directory of the conversation if it is within,
// and the line.
func (m *Model) place(p chat.Place) string {
	path := m.shorten(p.Path)
	if p.Line > 0 {
		path += ":" + strconv.Itoa(p.Line)
	}
	return path
}

func (m *Model) shorten(path string) string {
	if rel, err := filepath.Rel(m.dir, path); err == nil && filepath.IsLocal(rel) {
		path = rel
	}
	return safetext.Line(path)
}

func (m *Model) contentRows(it *item, c chat.Content, cols int) [][]span {
	switch {
	case c.Diff != nil:
		return m.diffRows(*c.Diff, cols)
	case c.Terminal != "":
		t, ok := it.terminal[c.Terminal]
		if !ok {
			return nil
		}
		rows := m.textRows("$ "+t.Command, cols, m.pens.code)
		if t.Output != "" {
			rows = append(rows, m.textRows(t.Output, cols, m.pens.dim)...)
		}
		if t.Ended && (t.Code != 0 || t.Signal != "") {
			how := "exited with code " + strconv.Itoa(t.Code)
			if t.Signal != "" {
				how = "ended by a signal: " + safetext.Line(t.Signal)
			}
			rows = append(rows, one(how, m.pens.bad))
		}
		return rows
	}
	return m.textRows(c.Text, cols, m.pens.dim)
}

// diffRows returns the rows of a diff.
func (m *Model) diffRows(d chat.Diff, cols int) [][]span {
	name := m.shorten(d.Path)
	head := name
	if d.Created {
		head += " (new)"
	}
	rows := [][]span{one(head, m.pens.head)}
	text := diff.Diff("old", []byte(d.Old), "new", []byte(d.New))
	var kinds []byte
	var lines []string
	begun := false // past the header, which ends at the first @@; later lines may look like a header
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		begun = begun || strings.HasPrefix(line, "@@")
		if line == "" || !begun {
			continue
		}
		kinds, lines = append(kinds, line[0]), append(lines, safetext.Line(line[1:]))
	}
	if len(lines) == 0 {
		return append(rows, one("(no changes)", m.pens.dim))
	}
	parts := m.partsOf(filepath.Base(d.Path), lines)
	for i, kind := range kinds {
		row := one(lines[i], m.pens.text)
		if i < len(parts) {
			row = m.page(cols).colored(parts[i])
		}
		switch kind {
		case '@':
			row = one("@"+lines[i], m.pens.dim)
		case '+':
			row = append(one("+", m.pens.good), row...)
		case '-':
			row = one("-"+lines[i], m.pens.bad)
		default:
			row = append(one(" ", m.pens.dim), row...)
		}
		rows = append(rows, splitRow(row, cols)...)
	}
	return rows
}

func (m *Model) permissionRows(it *item, cols int) [][]span {
	if !it.answered {
		return nil // askedLines shows it
	}
	said := "cancelled"
	for _, o := range it.options {
		if o.ID == it.answer {
			said = o.Name
		}
	}
	return wrap([]span{{m.plain("· "), m.pens.dim}, {safetext.Line(it.tool.Title) + ": ", m.pens.dim}, {safetext.Line(said), m.pens.bold}}, cols, one("  ", m.pens.dim))
}

// partsOfCode returns the highlighted parts of the lines of a code block.
func (m *Model) partsOfCode(lang string, lines []string) [][]syntax.Part {
	if lang == "" {
		return nil
	}
	if known, ok := extensions[strings.ToLower(lang)]; ok {
		lang = known
	}
	return m.partsOf("x."+lang, lines)
}

// extensions maps names of languages to the file name extensions that they are known by.
var extensions = map[string]string{
	"python": "py", "bash": "sh", "shell": "sh", "zsh": "sh", "console": "sh", "javascript": "js", "typescript": "ts", "rust": "rs",
	"markdown": "md", "yaml": "yml", "golang": "go", "ruby": "rb", "kotlin": "kt", "csharp": "cs", "c++": "cpp", "perl": "pl",
}

// partsFound brings the parts of lines that were highlighted in the background.
type partsFound struct {
	key   uint64
	parts [][]syntax.Part
}

// partsOf returns the highlighted parts of the lines of a file. If they are not known yet, it
// returns nil and starts to highlight them in the background.
func (m *Model) partsOf(file string, lines []string) [][]syntax.Part {
	if len(lines) > maxHighlight {
		return nil
	}
	h := fnv.New64a()
	for _, text := range append([]string{file}, lines...) {
		_, _ = h.Write([]byte(text + "\n")) // never fails
	}
	key := h.Sum64()
	parts, begun := m.parts[key]
	streams := m.talk.turn && m.drawing == m.talk.items[len(m.talk.items)-1]
	if !begun && !streams { // a growing text would be highlighted again and again
		if len(m.parts) > maxParts {
			clear(m.parts)
		}
		m.parts[key] = nil
		m.highlighting = append(m.highlighting, func() tea.Msg {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			return partsFound{key, syntax.Lines(ctx, file, lines)}
		})
	}
	if parts == nil {
		m.waiting[key] = m.drawing
	}
	return parts
}

// maxParts limits the number of highlighted texts that are cached.
const maxParts = 2000

// takeParts stores a highlighted text and draws its item again.
func (m *Model) takeParts(found partsFound) {
	m.parts[found.key] = found.parts
	if it := m.waiting[found.key]; it != nil && found.parts != nil {
		it.changed()
	}
	delete(m.waiting, found.key)
}
