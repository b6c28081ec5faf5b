package agent

import (
	"testing"
	"time"
)

func TestFailureKind(t *testing.T) {
	for text, want := range map[string]Kind{
		"You've hit your session limit · resets 3pm (Europe/Berlin)":                      RateLimit,
		"You've hit your usage limit. Upgrade to Pro or try again at 2:29 PM.":            RateLimit,
		"API Error: Request rejected (429) · this would exceed your account's rate limit": RateLimit,
		"rate_limit":                                RateLimit,
		"exhausted your daily quota":                RateLimit,
		"API Error: Repeated 529 Overloaded errors": Overload,
		"API Error: 500 Internal server error":      Overload,
		"Server is temporarily limiting requests":   Overload,
		"Unable to connect to API":                  Overload,
		"Credit balance is too low":                 Billing,
		"Not logged in · Please run /login":         Auth,
		"Invalid API key":                           Auth,
		"Prompt is too long":                        "",
		"no such file: limits.go":                   "",
		"":                                          "",
	} {
		if got := failureKind(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestLimitEnd(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip("no time zones here")
	}
	now := time.Date(2026, 11, 22, 14, 30, 0, 0, zone)
	day := func(month time.Month, day, hour, minute int) time.Time {
		return time.Date(2026, month, day, hour, minute, 0, 0, zone)
	}
	for _, tt := range []struct {
		text string
		want time.Time // zero for unknown
	}{
		{"You've hit your session limit · resets 3pm (Europe/Berlin)", day(11, 22, 15, 0)},
		{"Your limit will reset at 6pm (Asia/Taipei).", day(11, 23, 11, 0)}, // it is past 6 there
		{"try again at 2:29 PM.", day(11, 23, 14, 29)},
		{"or try again at 2:31 PM.", day(11, 22, 14, 31)},
		{"Try again at 12:05 AM", day(11, 23, 0, 5)},
		{"resets 12pm", day(11, 23, 12, 0)},
		{"resets at 15:04", day(11, 22, 15, 4)},
		{"try again at Nov 23rd, 2026 3:05 PM.", day(11, 23, 15, 5)},
		{"You've hit your weekly limit · resets Nov 26 at 5am (Europe/Berlin)", day(11, 26, 5, 0)},
		{"resets Nov 30, 1am", day(11, 30, 1, 0)},
		{"try again in 3 days 4 hours 5 minutes.", now.Add(76*time.Hour + 5*time.Minute)},
		{"Your quota will reset after 2h3m4s.", now.Add(2*time.Hour + 3*time.Minute + 4*time.Second)},
		{"Please try again in 30s", now.Add(30 * time.Second)},
		{"Claude AI usage limit reached|1795359600", time.Unix(1795359600, 0)},

		{"resets soon", time.Time{}},
		{"resets 3", time.Time{}}, // 3 am or 3 pm?
		{"resets 3pm (Middle/Earth)", time.Time{}},
		{"resets 15pm", time.Time{}},
		{"resets 25:00", time.Time{}},
		{"resets Feb 30 at 5am", time.Time{}},
		{"resets Nov 3rd, 2026 3:05 PM", time.Time{}}, // already past
		{"resets Jul 1 at 5am", time.Time{}},          // too far away to be believed
		{"limit reached|1000000000", time.Time{}},
		{"try again in 99999 days", time.Time{}},
		{"3pm", time.Time{}},
	} {
		if got := limitEnd(tt.text, now); !got.Equal(tt.want) {
			t.Errorf("%q: got %v, want %v", tt.text, got, tt.want)
		}
	}
}

// Parsing any message ends, and gives a time in the future or none.
func FuzzLimitEnd(f *testing.F) {
	f.Add("resets Nov 31st, 2026 at 12:60 pm (Europe/Berlin) |1795359600 again in 5h")
	f.Fuzz(func(t *testing.T, text string) {
		if end := limitEnd(text, start); !end.IsZero() && (!end.After(start) || end.Sub(start) > maxLimitWait) {
			t.Errorf("%q: %v", text, end)
		}
		failureKind(text)
	})
}
