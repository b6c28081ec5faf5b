package duration

import (
	"testing"
	"time"
)

func TestWords(t *testing.T) {
	for _, tt := range []struct {
		d               time.Duration
		said, ago, left string
	}{
		{300 * time.Millisecond, "0.3s", "just now", "0:01"},
		{1200 * time.Millisecond, "1.2s", "1s ago", "0:02"},
		{45 * time.Second, "45s", "45s ago", "0:45"},
		{3*time.Minute + 5*time.Second, "3m 5s", "3m 5s ago", "3:05"},
		{2 * time.Hour, "2h", "2h ago", "2:00:00"},
		{2*time.Hour + 30*time.Minute + time.Second, "2h 30m", "2h 30m ago", "2:30:01"},
		{-time.Second, "-1s", "just now", "0:00"},
	} {
		if said, ago, left := Said(tt.d), Ago(tt.d), Left(tt.d); said != tt.said || ago != tt.ago || left != tt.left {
			t.Errorf("%v: %q, %q, %q; want %q, %q, %q", tt.d, said, ago, left, tt.said, tt.ago, tt.left)
		}
	}
}

func TestAt(t *testing.T) {
	now := time.Date(2026, 5, 4, 15, 0, 0, 0, time.Local)
	for _, tt := range []struct {
		at   time.Time
		want string
	}{
		{now.Add(-time.Minute), " at 14:59:00"},
		{now.Add(-24 * time.Hour), " on 2026-05-03 15:00:00"},
		{time.Time{}, ""},
	} {
		if got := At(tt.at, now); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.at, got, tt.want)
		}
	}
}
