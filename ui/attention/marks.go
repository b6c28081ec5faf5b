package attention

import "slices"

// The marks of a session. Each is a different character, so they can be told apart without colour.
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
	// MarkRunning marks a running command; only titles have it.
	MarkRunning = "▸"
)

// ByUrgency are the marks that a tab shows for its sessions, the most urgent first.
var ByUrgency = []string{MarkUnhealthy, MarkBlocked, MarkBell, MarkNotified, MarkFailed, MarkDone, MarkSilent, MarkOutput, MarkStarting}

// words are the marks in words.
var words = map[string]string{
	MarkStarting: "starting", MarkBell: "rang", MarkUnhealthy: "not answering", MarkAsleep: "suspended",
	MarkFailed: "failed", MarkDone: "finished", MarkNotified: "notified", MarkOutput: "printed", MarkSilent: "silent",
	MarkRunning: "running", MarkBlocked: "waits for you",
}

// Word returns a mark in words, for screen readers; empty for none.
func Word(mark string) string { return words[mark] }

// Urgent returns the mark if tabs show it, else the empty string.
func Urgent(mark string) string {
	if slices.Contains(ByUrgency, mark) {
		return mark
	}
	return ""
}

// MostUrgent returns the most urgent mark that tabs show; empty for none.
func MostUrgent(marks []string) string {
	for _, mark := range ByUrgency {
		if slices.Contains(marks, mark) {
			return mark
		}
	}
	return ""
}

// Mark returns the mark for the session's reason; empty if it has none, or if state, the mark of
// its process, is more urgent.
func (a Asks) Mark(state string) string {
	asks := a.Reason.Mark()
	if asks == "" || Urgent(state) != "" && MostUrgent([]string{asks, state}) == state {
		return ""
	}
	return asks
}
