package diffview

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dormer/session/grid"
)

// Comment is a comment on a line. Each line of each version of a file has at most one.
type Comment struct {
	File string `json:"file"`
	Side Side   `json:"side"`
	Line int    `json:"line"`
	// Quote is the text of the line, as it is drawn.
	Quote string `json:"quote"`
	Text  string `json:"text"`
}

// Prompt returns comments as one text for an agent.
func Prompt(comments []Comment) string {
	comments = slices.Clone(comments)
	slices.SortStableFunc(comments, func(a, b Comment) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	var b strings.Builder
	b.WriteString("Comments on the changes in this worktree:\n")
	for _, c := range comments {
		fmt.Fprintf(&b, "\nIn %s, line %d (%s): %s\n", safe(c.File), c.Line, c.Side, safe(c.Text))
		if quote := strings.TrimSpace(safe(c.Quote)); quote != "" {
			fmt.Fprintf(&b, "> %s\n", grid.Cut(quote, maxQuote))
		}
	}
	return b.String()
}

// maxQuote is the width, in columns, to which quoted lines are cut.
const maxQuote = 200

// on reports whether the comment is on a line. A line whose text has changed is another line.
func (c Comment) on(file string, l line) bool {
	side, n, ok := l.place()
	return ok && c.File == file && c.Side == side && c.Line == n && c.Quote == l.text
}

// settle finds the lines of a file's comments in a new diff of the file. A comment whose line has
// moved goes to the nearest line with the same text. For each comment without such a line, settle
// returns a lost line.
func settle(comments []Comment, file string, lines []line) (lost []line) {
	taken := map[int]bool{} // lines with a comment
	var astray []*Comment
	for i := range comments {
		c := &comments[i]
		if c.File != file {
			continue
		}
		if at := slices.IndexFunc(lines, func(l line) bool { return c.on(file, l) }); at >= 0 {
			taken[at] = true
		} else {
			astray = append(astray, c)
		}
	}
	for _, c := range astray {
		best, line := -1, 0
		for i, l := range lines {
			side, n, ok := l.place()
			if ok && side == c.Side && l.text == c.Quote && !taken[i] && (best < 0 || abs(n-c.Line) < abs(line-c.Line)) {
				best, line = i, n
			}
		}
		if best < 0 {
			lost = append(lost, lostPlace(*c))
			continue
		}
		c.Line, taken[best] = line, true
	}
	return lost
}

// lostPlace returns a line to show a comment at whose own line is not in the diff.
func lostPlace(c Comment) line {
	l := line{kind: lostLine, text: c.Quote}
	if c.Side == OldSide {
		l.old = c.Line
	} else {
		l.new = c.Line
	}
	return l
}

func abs(n int) int { return max(n, -n) }
