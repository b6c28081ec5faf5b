package agent

import (
	"regexp"
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
var notices = compile([]Pattern{
	{Match: `(?i)waiting for (your )?input`, State: Idle},
	{Match: `(?i)\b(log|sign) ?in\b|authenticat`, State: Blocked, Kind: Auth},
	{Match: `(?i)permission|approv|\ballow\b|confirm`, State: Blocked, Kind: Permission},
	{Match: `(?i)question|\banswer\b|\bneeds (your|you)\b|action required`, State: Blocked, Kind: Question},
})
