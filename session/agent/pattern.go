package agent

import (
	"regexp"
	"strings"
	"sync"
	"time"
)

// Pattern recognizes a state in a text.
type Pattern struct {
	Match string // a regular expression
	State State
	Kind  Kind
	// Later means that it counts only after another title has matched: a title without a meaning
	// may be the previous program's.
	Later bool `json:",omitempty"`
}

// patterns are an agent's patterns, compiled.
type patterns []compiled

type compiled struct {
	Pattern
	re *regexp.Regexp
	// since is when the screen began to match; zero while it does not.
	since time.Time
	// count is how often the screen matches. An error stays on the screen, so it counts only if it
	// appears more often than at the end of the previous program, which is old.
	count, old int
}

// shows reports whether a screen, printed at a time, matches the pattern, and returns the error
// that it shows.
func (c *compiled) shows(screen string, printed time.Time) (message string, shown bool) {
	if c.State != Failed {
		shown = c.re.MatchString(screen)
		if !shown {
			c.since = time.Time{}
		} else if c.since.IsZero() {
			c.since = printed
		}
		return "", shown
	}
	found := c.re.FindAllStringIndex(screen, -1)
	c.old = min(c.old, len(found))
	if len(found) > c.count || c.since.IsZero() {
		c.since = printed
	}
	if c.count = len(found); c.count == c.old {
		c.since = time.Time{}
		return "", false
	}
	return paragraph(screen[found[c.count-1][0]:]), true
}

// longestError is the largest number of rows of one error.
const longestError = 4

// paragraph returns the first sentence of a text: its rows up to one that ends with a full stop, or
// is empty.
func paragraph(text string) string {
	rows := strings.SplitN(text, "\n", longestError+1)
	for i, row := range rows {
		row = strings.TrimRight(row, " ")
		if row == "" {
			return Line(strings.Join(rows[:i], " "))
		}
		if i == longestError-1 || strings.ContainsRune(".!)]", rune(row[len(row)-1])) {
			return Line(strings.Join(rows[:i+1], " "))
		}
	}
	return Line(strings.Join(rows, " "))
}

// ended notes that the screen's program has ended.
func (c *compiled) ended() {
	c.since = time.Time{}
	c.old = c.count
}

// onUse compiles a regular expression at its first use. Each host contains this package, and most
// never see an agent.
func onUse(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// compile compiles patterns, and leaves out invalid ones.
func compile(list []Pattern) (out patterns) {
	for _, p := range list {
		if re, err := regexp.Compile(p.Match); err == nil {
			out = append(out, compiled{Pattern: p, re: re})
		}
	}
	return out
}

// find returns the first pattern that matches a text; if later is set, it includes patterns with
// Later.
func (p patterns) find(text string, later bool) (Pattern, bool) {
	for _, c := range p {
		if (later || !c.Later) && c.re.MatchString(text) {
			return c.Pattern, true
		}
	}
	return Pattern{}, false
}

// notices interpret notifications. A notification that matches none means that the agent is done.
var notices = sync.OnceValue(func() patterns {
	return compile([]Pattern{
		{Match: `(?i)waiting for (your )?input`, State: Idle},
		{Match: `(?i)\b(log|sign) ?in\b|authenticat`, State: Blocked, Kind: Auth},
		{Match: `(?i)permission|approv|\ballow\b|confirm`, State: Blocked, Kind: Permission},
		{Match: `(?i)question|\banswer\b|\bneeds (your|you)\b|action required`, State: Blocked, Kind: Question},
	})
})
