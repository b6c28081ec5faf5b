package agent

import (
	"regexp"
	"strings"
	"sync"
	"time"
)

// Pattern says which state a text gives away.
type Pattern struct {
	Match string // a regular expression
	State State
	Kind  Kind
	// Later says that it counts only after another one of the titles has matched: a title that
	// says nothing may be that of the program before.
	Later bool `json:",omitempty"`
}

// patterns are those of an agent, ready for use.
type patterns []compiled

type compiled struct {
	Pattern
	re *regexp.Regexp
	// since is when the screen began to match; zero while it does not.
	since time.Time
	// count is how often the screen matches. An error stays on the screen, so it counts only once
	// it is there more often than at the end of the program before, which is old.
	count, old int
}

// shows reports whether a screen, which was printed at a time, shows what the pattern is about, and
// the error that it shows.
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

// longestError is the most rows of the screen that are taken for one error.
const longestError = 4

// paragraph is the sentence that begins a text: its rows until one ends with a full stop, or is
// empty.
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

// ended says that the program whose screen it was has ended.
func (c *compiled) ended() {
	c.since = time.Time{}
	c.old = c.count
}

// onUse compiles a regular expression when it is needed first. Each host has this package, and
// most never see an agent.
func onUse(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// compile leaves out patterns that are no regular expressions.
func compile(list []Pattern) (out patterns) {
	for _, p := range list {
		if re, err := regexp.Compile(p.Match); err == nil {
			out = append(out, compiled{Pattern: p, re: re})
		}
	}
	return out
}

// find returns the first pattern that matches a text; later includes those that count only then.
func (p patterns) find(text string, later bool) (Pattern, bool) {
	for _, c := range p {
		if (later || !c.Later) && c.re.MatchString(text) {
			return c.Pattern, true
		}
	}
	return Pattern{}, false
}

// notices say what notifications mean. Another one says that the agent is done.
var notices = sync.OnceValue(func() patterns {
	return compile([]Pattern{
		{Match: `(?i)waiting for (your )?input`, State: Idle},
		{Match: `(?i)\b(log|sign) ?in\b|authenticat`, State: Blocked, Kind: Auth},
		{Match: `(?i)permission|approv|\ballow\b|confirm`, State: Blocked, Kind: Permission},
		{Match: `(?i)question|\banswer\b|\bneeds (your|you)\b|action required`, State: Blocked, Kind: Question},
	})
})
