package duration

import (
	"fmt"
	"strings"
	"time"
)

// Said formats a duration as people say it: "45s", "3m 5s", "2h".
func Said(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", d.Seconds()), ".0") + "s"
	case d < time.Minute:
		return fmt.Sprintf("%ds", int(d.Seconds()))
	case d < time.Hour:
		return whole(int(d.Minutes()), "m", int(d.Seconds())%60, "s")
	}
	return whole(int(d.Hours()), "h", int(d.Minutes())%60, "m")
}

// whole formats a number and its parts, which are left out if they are 0.
func whole(n int, unit string, parts int, part string) string {
	if parts == 0 {
		return fmt.Sprintf("%d%s", n, unit)
	}
	return fmt.Sprintf("%d%s %d%s", n, unit, parts, part)
}

// Ago formats the time since something happened.
func Ago(d time.Duration) string {
	if d < time.Second {
		return "just now"
	}
	return Said(d.Truncate(time.Second)) + " ago"
}

// Left formats a remaining time: "4:59", "1:04:59". The last second is "0:01".
func Left(d time.Duration) string {
	s := max(int((d+time.Second-1)/time.Second), 0)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// At formats the time of an event: " at 15:04:05", or " on 2026-01-02 15:04:05" on another day;
// empty if it is not known.
func At(at, now time.Time) string {
	at, now = at.Local(), now.Local()
	switch {
	case at.IsZero():
		return ""
	case at.Format(time.DateOnly) == now.Format(time.DateOnly):
		return " at " + at.Format(time.TimeOnly)
	}
	return " on " + at.Format(time.DateTime)
}
