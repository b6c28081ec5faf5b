package clock

import "time"

// FromWall is the moment at which the wall clock would say t if it went on as it does
// now, counted by how long this process runs.
func FromWall(t, now time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return now.Add(t.Round(0).Sub(now.Round(0)))
}

// ToWall is what the wall clock will say at the moment t, if it goes on as it does now.
func ToWall(t, now time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return now.Add(t.Sub(now)).Round(0)
}
