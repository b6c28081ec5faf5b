package clock

import "time"

// FromWall returns the time t of the wall clock as a time with a monotonic reading, given now.
func FromWall(t, now time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return now.Add(t.Round(0).Sub(now.Round(0)))
}

// ToWall returns the time of the wall clock at t, given now, if the clock is not set meanwhile.
func ToWall(t, now time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return now.Add(t.Sub(now)).Round(0)
}
