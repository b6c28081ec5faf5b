package attention

import "slices"

// The marks of a session, each a different character, so that colour only repeats what
// they say.
const (
	MarkStarting  = "…"
	MarkBell      = "!"
	MarkUnhealthy = "?"
	MarkAsleep    = "z"
	MarkFailed    = "✗"
	MarkDone      = "✓"
	MarkNotified  = "*"
	MarkOutput    = "#"
	MarkSilent    = "~"
	MarkBlocked   = "⚑"
	// MarkRunning stands only in titles, for a command that runs.
	MarkRunning = "▸"
)

// ByUrgency are the marks that a tab shows of its sessions, the most urgent first.
var ByUrgency = []string{MarkUnhealthy, MarkBlocked, MarkBell, MarkNotified, MarkFailed, MarkDone, MarkSilent, MarkOutput, MarkStarting}

// words are the marks in words.
var words = map[string]string{
	MarkStarting: "starting", MarkBell: "rang", MarkUnhealthy: "not answering", MarkAsleep: "suspended",
	MarkFailed: "failed", MarkDone: "finished", MarkNotified: "notified", MarkOutput: "printed", MarkSilent: "silent",
	MarkRunning: "running", MarkBlocked: "waits for you",
}

// Word is a mark in words, for who has the screen read aloud; empty for none.
func Word(mark string) string { return words[mark] }

// Urgent is a mark where it is one of those that a tab shows.
func Urgent(mark string) string {
	if slices.Contains(ByUrgency, mark) {
		return mark
	}
	return ""
}

// MostUrgent is the most urgent of some marks, empty where none is urgent.
func MostUrgent(marks []string) string {
	for _, mark := range ByUrgency {
		if slices.Contains(marks, mark) {
			return mark
		}
	}
	return ""
}

// Mark is the mark of what a session asks for, where its state, as a mark, is not more
// urgent; empty where it asks for nothing.
func (a Asks) Mark(state string) string {
	asks := a.Reason.Mark()
	if asks == "" || Urgent(state) != "" && MostUrgent([]string{asks, state}) == state {
		return ""
	}
	return asks
}
