package agent

import (
	"strconv"
	"strings"
	"sync"
	"time"
)

// failures recognize from the words of an error why an agent could not continue.
var failures = sync.OnceValue(func() patterns {
	return compile([]Pattern{
		{Match: `(?i)credit balance|billing|out of credits|payment`, State: Failed, Kind: Billing},
		{Match: `(?i)overloaded|temporarily limiting`, State: Failed, Kind: Overload},
		{Match: `(?i)(usage|session|weekly|rate|5-hour|opus)[ _-]?limit|hit your limit|quota|too many requests|\b429\b`, State: Failed, Kind: RateLimit},
		{Match: `(?i)not logged in|/login|authenticat|autherror|unauthorized|api key|oauth token|\b401\b`, State: Failed, Kind: Auth},
		{Match: `(?i)(internal )?server[ _]error|\b(500|502|503|504|529)\b|timed out|unable to connect|connection error`, State: Failed, Kind: Overload},
	})
})

// failureKind returns why an agent could not continue, according to the words of its error; empty
// if they do not tell.
func failureKind(text string) Kind {
	p, _ := failures().find(text, false)
	return p.Kind
}

// explainFailure determines from the message why the agent could not continue, and until when.
func (e *Evidence) explainFailure() {
	if e.State != Failed {
		return
	}
	if e.Kind == "" {
		e.Kind = failureKind(e.Message)
	}
	if e.Kind == RateLimit || e.Kind == Overload {
		e.LimitEnds = limitEnd(e.Message, e.When)
	}
}

var (
	// epochForm is a time in seconds since 1970 at the end of a message: "limit reached|1760000000".
	epochForm = onUse(`\|(\d{10})\b`)
	// afterForm is a duration: "try again in 3 days 4 hours", "reset after 2h3m4s".
	afterForm = onUse(`(?i)\b(?:resets?|again|available|wait)\s+(?:in|after|for)\s+((?:\d{1,5}\s*(?:days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s)\b[\s,]*(?:and\s+)?|\d{1,5}[dhms])+)`)
	unitForm  = onUse(`(?i)(\d{1,5})\s*([dhms])`)
	// atForm is a time of day, perhaps with a day before it and a time zone behind it: "resets 3pm
	// (Europe/Berlin)", "try again at Nov 3rd, 2026 3:05 PM", "resets Oct 9 at 5am".
	atForm = onUse(`(?i)\b(?:resets?|again|available)\s+(?:at\s+|on\s+)?` +
		`(?:(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(?:(20\d\d),?\s+)?(?:at\s+)?)?` +
		`(\d{1,2})(?::(\d\d))?\s*(am|pm)?\b(?:\s*\(([A-Za-z_]+(?:/[A-Za-z_+-]+)*)\))?`)
)

// maxLimitWait is the longest time until the end of a limit. A later end is ignored.
const maxLimitWait = 32 * 24 * time.Hour

// limitEnd returns the end of a limit, according to the words of an error that came at time now;
// zero if they are ambiguous. A time of day is in the named zone, or in that of now.
func limitEnd(text string, now time.Time) time.Time {
	now = now.Round(0) // a limit ends by the wall clock
	var end time.Time
	if m := epochForm().FindStringSubmatch(text); m != nil {
		seconds, _ := strconv.ParseInt(m[1], 10, 64) // these are ten digits
		end = time.Unix(seconds, 0)
	} else if m := afterForm().FindStringSubmatch(text); m != nil {
		end = now.Add(parseSpan(m[1]))
	} else if m := atForm().FindStringSubmatch(text); m != nil {
		end = clockTime(m, now)
	}
	if !end.After(now) || end.Sub(now) > maxLimitWait {
		return time.Time{}
	}
	return end.In(now.Location())
}

// parseSpan returns the sum of a text like "3 days 4 hours" or "2h3m".
func parseSpan(text string) (sum time.Duration) {
	units := map[string]time.Duration{"d": 24 * time.Hour, "h": time.Hour, "m": time.Minute, "s": time.Second}
	for _, m := range unitForm().FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(m[1]) // these are digits
		sum += time.Duration(n) * units[strings.ToLower(m[2])]
	}
	return sum
}

// months maps the first three letters of months.
var months = map[string]time.Month{
	"jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11, "dec": 12,
}

// clockTime returns the time that a match of atForm means: the next occurrence of that clock time,
// unless the match has a day. It is zero if the match is ambiguous.
func clockTime(m []string, now time.Time) time.Time {
	if m[7] != "" {
		zone, err := time.LoadLocation(m[7])
		if err != nil {
			return time.Time{}
		}
		now = now.In(zone)
	}
	hour, _ := strconv.Atoi(m[4])
	minute, _ := strconv.Atoi("0" + m[5])
	switch half := strings.ToLower(m[6]); {
	case half == "" && m[5] == "", half != "" && (hour < 1 || hour > 12), hour > 23, minute > 59:
		return time.Time{}
	case half == "am" && hour == 12:
		hour = 0
	case half == "pm" && hour < 12:
		hour += 12
	}
	year, month, day := now.Date()
	if m[1] == "" {
		end := time.Date(year, month, day, hour, minute, 0, 0, now.Location())
		if !end.After(now) {
			end = time.Date(year, month, day+1, hour, minute, 0, 0, now.Location())
		}
		return end
	}
	month = months[strings.ToLower(m[1])]
	day, _ = strconv.Atoi(m[2])
	if m[3] != "" {
		year, _ = strconv.Atoi(m[3])
	}
	end := time.Date(year, month, day, hour, minute, 0, 0, now.Location())
	if m[3] == "" && !end.After(now) { // "Jan 2" in December
		end = time.Date(year+1, month, day, hour, minute, 0, 0, now.Location())
	}
	if end.Day() != day { // the month has no such day
		return time.Time{}
	}
	return end
}
