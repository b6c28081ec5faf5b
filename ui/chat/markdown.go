package chat

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"charm.land/lipgloss/v2"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"dormer/session/grid"
	"dormer/ui/safetext"
	"dormer/ui/syntax"
)

// markdown is the parser of Markdown.
var markdown = sync.OnceValue(func() parser.Parser {
	return goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList)).Parser()
})

// page turns Markdown into rows.
type page struct {
	pens  pens
	plain func(string) string // replaces signs, for themes that have only ASCII
	cols  int
	// parts returns the highlighted parts of the lines of a code block; nil while they are not known.
	parts func(lang string, lines []string) [][]syntax.Part

	source []byte
	rows   [][]span
	// indent stands before each row; first, if not nil, replaces it before the next row.
	indent, first []span
	// depth is the number of blocks around the next row.
	depth int
}

// markdownRows returns the rows of a text in Markdown.
func (p page) markdownRows(source string) [][]span {
	source = clean(source)
	if tooComplex(source) {
		for line := range strings.SplitSeq(strings.TrimRight(source, "\n"), "\n") {
			p.flow(one(line, p.pens.text))
		}
		return p.rows
	}
	p.source = []byte(source)
	p.blocks(markdown().Parse(text.NewReader(p.source)))
	return p.rows
}

// Limits for text that is parsed as Markdown. Parsing takes time that grows with the square of these
// numbers. No text for readers comes near them.
const (
	maxMarks  = 5000  // marks of emphasis, links and code in a text
	maxOpened = 200   // marks of quotes and lists at the beginning of a line
	maxCells  = 50000 // cells of tables
	maxNested = 20    // nested quotes and lists that are indented
)

// tooComplex reports whether a text exceeds the limits for Markdown. It is then shown as it is.
func tooComplex(source string) bool {
	lines, columns, marks := 0, 0, 0
	for line := range strings.Lines(source) {
		lines++
		columns = max(columns, strings.Count(line, "|")+1)
		if len(line)-len(strings.TrimLeft(line, " >+*-.)0123456789")) > maxOpened {
			return true
		}
		for i := range len(line) {
			if strings.IndexByte("*_[]<>~`!", line[i]) >= 0 {
				marks++
			}
		}
	}
	return marks > maxMarks || columns > 1 && columns*lines > maxCells
}

// clean returns a text whose lines are safe to draw.
func clean(source string) string {
	lines := strings.Split(strings.ReplaceAll(source, "\r\n", "\n"), "\n")
	for i, l := range lines {
		begin := len(l) - len(strings.TrimLeft(l, "\t"))
		lines[i] = strings.Repeat("    ", begin) + safetext.Line(l[begin:])
	}
	return strings.Join(lines, "\n")
}

// add adds a row of a block.
func (p *page) add(row []span) {
	before := p.indent
	if p.first != nil {
		before, p.first = p.first, nil
	}
	p.rows = append(p.rows, append(slices.Clone(before), row...))
}

// room returns the number of columns for a row of the block.
func (p *page) room() int { return max(p.cols-spansWidth(p.indent), 8) }

func (p *page) flow(spans []span) {
	for _, row := range wrap(spans, p.room(), nil) {
		p.add(row)
	}
}

// blank separates two blocks.
func (p *page) blank() {
	if n := len(p.rows); n > 0 && p.first == nil {
		p.rows = append(p.rows, slices.Clone(p.indent))
	}
}

func (p *page) blocks(parent ast.Node) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		if n.PreviousSibling() != nil && !p.tight(n) {
			p.blank()
		}
		p.block(n)
	}
}

// tight reports whether there is no blank row before a block.
func (p *page) tight(n ast.Node) bool {
	if _, plain := n.(*ast.TextBlock); plain {
		return true
	}
	if list, ok := n.Parent().(*ast.List); ok {
		return list.IsTight
	}
	_, inItem := n.Parent().(*ast.ListItem)
	return inItem && n.Kind() == ast.KindList
}

func (p *page) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		p.flow(p.inline(n, p.pens.head))
	case *ast.Paragraph, *ast.TextBlock:
		for _, row := range split(p.inline(n, p.pens.text)) {
			p.flow(row)
		}
	case *ast.FencedCodeBlock:
		p.code(n, string(n.Language(p.source)))
	case *ast.CodeBlock, *ast.HTMLBlock:
		p.code(n, "")
	case *ast.ThematicBreak:
		p.add(one(strings.Repeat(p.plain("─"), min(p.room(), 40)), p.pens.dim))
	case *ast.Blockquote:
		p.within(one(p.plain("│")+" ", p.pens.dim), nil, func() { p.blocks(n) })
	case *ast.List:
		p.list(n)
	case *extast.Table:
		p.table(n)
	default:
		p.blocks(n)
	}
}

// within draws something indented by before, with first in its place in the first row.
func (p *page) within(before, first []span, draw func()) {
	outer := p.indent
	if p.depth >= maxNested {
		before, first = nil, nil
	}
	p.depth++
	defer func() { p.depth-- }()
	if first != nil {
		p.first = append(slices.Clone(orElse(p.first, outer)), first...)
	} else if p.first != nil {
		p.first = append(slices.Clone(p.first), before...)
	}
	p.indent = append(slices.Clone(outer), before...)
	rows := len(p.rows)
	draw()
	if len(p.rows) == rows && p.first != nil {
		p.add(nil) // an empty item
	}
	p.indent, p.first = outer, nil
}

func orElse(a, b []span) []span {
	if a != nil {
		return a
	}
	return b
}

func (p *page) list(n *ast.List) {
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		if item.PreviousSibling() != nil && !n.IsTight {
			p.blank()
		}
		sign := p.plain("•") + " "
		if n.IsOrdered() {
			sign = strconv.Itoa(number) + ". "
			number++
		}
		p.within(one(strings.Repeat(" ", width(sign)), p.pens.text), one(sign, p.pens.dim), func() { p.blocks(item) })
	}
}

// code draws a code block. Its lines are cut into rows, not wrapped between words.
func (p *page) code(n ast.Node, lang string) {
	var lines []string
	for i := range n.Lines().Len() {
		at := n.Lines().At(i)
		lines = append(lines, strings.TrimRight(string(at.Value(p.source)), "\n"))
	}
	parts := p.parts(lang, lines)
	p.within(one("  ", p.pens.dim), nil, func() {
		for i, l := range lines {
			row := one(l, p.pens.text)
			if i < len(parts) {
				row = p.colored(parts[i])
			}
			for _, r := range splitRow(row, p.room()) {
				p.add(r)
			}
		}
	})
}

func (p page) colored(parts []syntax.Part) (row []span) {
	for _, part := range parts {
		row = append(row, span{part.Text, p.pens.classes[part.Class]})
	}
	return row
}

// splitRow cuts a row into rows of at most cols columns.
func splitRow(row []span, cols int) (rows [][]span) {
	var now []span
	left := cols
	for _, s := range row {
		for text := s.text; text != ""; {
			front := grid.Front(text, left)
			if front == "" && left < cols {
				rows, now, left = append(rows, now), nil, cols
				continue
			}
			if front == "" { // wider than the row
				front, _ = grid.NextCluster(text)
			}
			now = append(now, span{front, s.pen})
			left -= width(front)
			text = text[len(front):]
		}
	}
	return append(rows, now)
}

// table draws a table, with columns as wide as their contents if there is room.
func (p *page) table(n *extast.Table) {
	var cells [][][]span
	for r := n.FirstChild(); r != nil; r = r.NextSibling() {
		pen := p.pens.text
		if r.Kind() == extast.KindTableHeader {
			pen = p.pens.bold
		}
		var row [][]span
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			row = append(row, p.inline(c, pen))
		}
		cells = append(cells, row)
	}
	cols := make([]int, len(n.Alignments))
	for _, row := range cells {
		for i, c := range row[:min(len(row), len(cols))] {
			cols[i] = max(cols[i], spansWidth(c))
		}
	}
	const gap = 2
	for total := gap * (len(cols) - 1); ; {
		sum, widest := total, 0
		for i, c := range cols {
			sum += c
			if c > cols[widest] {
				widest = i
			}
		}
		if sum <= p.room() || len(cols) == 0 || cols[widest] <= 4 {
			break
		}
		cols[widest] = max(cols[widest]-(sum-p.room()), cols[widest]/2, 4)
	}
	for i, row := range cells {
		p.tableRow(row, cols, gap)
		if i == 0 {
			var line []span
			for j, c := range cols {
				line = append(line, span{strings.Repeat(p.plain("─"), c), p.pens.dim})
				if j < len(cols)-1 {
					line = append(line, span{strings.Repeat(" ", gap), p.pens.dim})
				}
			}
			p.add(line)
		}
	}
}

func (p *page) tableRow(row [][]span, cols []int, gap int) {
	wrapped := make([][][]span, len(cols))
	height := 1
	for i := range cols {
		if i < len(row) {
			wrapped[i] = wrap(row[i], cols[i], nil)
			height = max(height, len(wrapped[i]))
		}
	}
	for y := range height {
		var line []span
		for i, c := range cols {
			var cell []span
			if y < len(wrapped[i]) {
				cell = wrapped[i][y]
			}
			line = append(line, cell...)
			if pad := c - spansWidth(cell) + gap; i < len(cols)-1 && pad > 0 {
				line = append(line, span{strings.Repeat(" ", pad), p.pens.text})
			}
		}
		p.add(line)
	}
}

// inline returns the text of a block in spans. A span "\n" ends a line.
func (p *page) inline(n ast.Node, pen lipgloss.Style) (out []span) {
	p.addInline(&out, n, pen)
	return out
}

func (p *page) addInline(to *[]span, n ast.Node, pen lipgloss.Style) {
	add := func(text string, pen lipgloss.Style) { *to = append(*to, span{text, pen}) }
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			add(unescaped(string(c.Value(p.source))), pen)
			switch {
			case c.HardLineBreak(), c.SoftLineBreak(): // agents send the line breaks that they mean
				add("\n", pen)
			}
		case *ast.String:
			add(string(c.Value), pen)
		case *ast.CodeSpan:
			for t := c.FirstChild(); t != nil; t = t.NextSibling() {
				if s, ok := t.(*ast.Text); ok {
					add(strings.ReplaceAll(string(s.Value(p.source)), "\n", " "), p.pens.code)
				}
			}
		case *ast.Emphasis:
			inner := pen.Italic(true)
			if c.Level > 1 {
				inner = pen.Bold(true)
			}
			p.addInline(to, c, inner)
		case *extast.Strikethrough:
			p.addInline(to, c, pen.Strikethrough(true))
		case *extast.TaskCheckBox:
			sign := "[ ] "
			if c.IsChecked {
				sign = "[x] "
			}
			add(sign, pen)
		case *ast.Link:
			p.addLink(to, c, c.Destination)
		case *ast.Image:
			p.addLink(to, c, c.Destination)
		case *ast.AutoLink:
			add(string(c.URL(p.source)), p.pens.link)
		case *ast.RawHTML:
			for i := range c.Segments.Len() {
				at := c.Segments.At(i)
				add(string(at.Value(p.source)), p.pens.dim)
			}
		default:
			p.addInline(to, c, pen)
		}
	}
}

// addLink adds a link, followed by its address unless that is its text.
func (p *page) addLink(to *[]span, n ast.Node, destination []byte) {
	begin := len(*to)
	p.addInline(to, n, p.pens.link)
	var shown strings.Builder
	for _, s := range (*to)[begin:] {
		shown.WriteString(s.text)
	}
	if leads := safetext.Line(string(destination)); leads != "" && leads != shown.String() {
		*to = append(*to, span{" (" + leads + ")", p.pens.dim})
	}
}

// unescaped returns a text without the backslashes of Markdown.
func unescaped(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", s[i+1]) >= 0 {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// split splits spans into lines, at each "\n".
func split(spans []span) [][]span {
	lines := [][]span{nil}
	for _, s := range spans {
		if s.text == "\n" {
			lines = append(lines, nil)
			continue
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], s)
	}
	if len(lines) > 1 && lines[len(lines)-1] == nil {
		lines = lines[:len(lines)-1]
	}
	return lines
}
