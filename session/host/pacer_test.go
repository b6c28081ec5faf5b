package host

import (
	"testing"
	"time"
)

// The time of the next frame, by what came before it. Times count from the last frame.
func TestPacer(t *testing.T) {
	const interval = 8 * time.Millisecond
	start := time.Now()
	flooding := func(at time.Duration) progress {
		return progress{at: start.Add(at), printed: uint64(at / time.Microsecond)} // a byte a microsecond, without a pause
	}
	paused := progress{at: start.Add(interval), printed: 10_000, waited: interval * 9 / 10}
	tests := []struct {
		name      string
		rewrote   bool
		unchanged time.Duration // when a check found no change, 0 for never
		now       time.Duration
		child     childState
		want      time.Duration
		flood     bool
	}{
		{"within the interval", false, 0, 3 * time.Millisecond, childState{progress: flooding(3 * time.Millisecond), cells: 100}, 5 * time.Millisecond, false},
		{"after the interval", false, 0, interval, childState{progress: flooding(interval), cells: 100}, 0, false},
		{"after a quiet hour", true, 0, time.Hour, childState{progress: flooding(time.Hour), cells: 100}, 0, false},
		{"an unsuccessful check just before", false, interval, interval + time.Millisecond/2, childState{cells: 100}, time.Millisecond / 2, false},
		{"a flood", true, 0, interval, childState{progress: flooding(interval), cells: 100}, interval, true},
		{"a flood of less than a screen", true, 0, interval, childState{progress: flooding(interval), cells: 10_000}, 0, false},
		{"a flood that was held back long enough", true, 0, floodFrames * interval, childState{progress: flooding(floodFrames * interval), cells: 100}, 0, false},
		{"a child that pauses", true, 0, interval, childState{progress: paused, cells: 100}, 0, false},
		{"a child that has ended", true, 0, interval, childState{progress: flooding(interval), over: true, cells: 100}, 0, false},
		{"somebody types into the flood", true, 0, interval, childState{progress: flooding(interval), typed: start, cells: 100}, 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := pacer{interval: interval}
			p.built(progress{at: start}, tt.rewrote)
			if tt.unchanged > 0 {
				p.unchanged = start.Add(tt.unchanged)
			}
			wait, flood := p.wait(start.Add(tt.now), tt.child)
			if wait != tt.want || flood != tt.flood {
				t.Errorf("waits %v, flood %v; want %v, %v", wait, flood, tt.want, tt.flood)
			}
		})
	}
}

// A flood is checked once an interval; frames in between wait without a check.
func TestPacerLooksOnceAnInterval(t *testing.T) {
	const interval = 8 * time.Millisecond
	start := time.Now()
	p := pacer{interval: interval}
	p.built(progress{at: start}, true)
	at := func(ms int) (time.Duration, bool) {
		now := start.Add(time.Duration(ms) * time.Millisecond)
		return p.wait(now, childState{progress: progress{at: now, printed: uint64(ms) * 1000}, cells: 100})
	}
	if wait, flood := at(8); wait != interval || !flood {
		t.Fatalf("waits %v, flood %v", wait, flood)
	}
	if wait, flood := at(12); wait != 4*time.Millisecond || flood {
		t.Errorf("half an interval later: waits %v, flood %v", wait, flood)
	}
}
