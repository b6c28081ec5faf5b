package health

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"dormer/session"
)

// Whatever the backend returns and the program does, in any order: a runtime status goes along its
// edges within an attachment, a healthy session has no mark, and once the backend works again, every
// session that can be healthy is.
func TestAnyOrderOfEvents(t *testing.T) {
	answers := []error{nil, nil, ErrGone, ErrEnded, ErrRefused, errSilent}
	rapid.Check(t, func(rt *rapid.T) {
		steps := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) [3]int {
			return [3]int{
				rapid.IntRange(0, 9).Draw(rt, "do"),
				rapid.IntRange(0, len(answers)-1).Draw(rt, "answer"),
				rapid.IntRange(0, 40).Draw(rt, "seconds"),
			}
		}), 1, 30).Draw(rt, "steps")
		synctest.Test(t, func(t *testing.T) {
			w := &world{}
			last := map[session.ID]View{}
			m := New(w, w, Options{Changed: func(c Change) {
				if err := follows(last[c.ID], c.View); err != "" {
					t.Errorf("%s: %+v after %+v", err, c.View, last[c.ID])
				}
				last[c.ID] = c.View
			}})
			defer m.Close()
			id := uuid.New()
			m.Verify(id)
			for _, s := range steps {
				answer := answers[s[1]]
				do := []func(){
					func() { m.Verify(id) }, func() { m.Create(id) }, func() { m.Lost(id) },
					func() { m.Died(id, "") }, func() { m.post(id, event{Kind: attemptRecovery}, false, nil) },
					func() { w.set(func() { w.find = answer }) }, func() { w.set(func() { w.check = answer }) },
					func() { w.set(func() { w.reattach = answer }) }, func() { w.set(func() { w.start = answer }) },
					func() { w.set(func() { w.destroy = answer }) },
				}
				do[s[0]]()
				pass(time.Duration(s[2]) * time.Second)
			}
			w.set(func() { w.find, w.check, w.reattach, w.start, w.destroy = nil, nil, nil, nil, nil })
			pass(2 * time.Minute)
			m.Create(id)
			pass(time.Second)
			if v, _ := m.View(id); v.Health.Phase != Alive || v.Runtime != session.Running {
				t.Errorf("with a working backend: %+v", v)
			}
		})
		if t.Failed() {
			rt.Fatalf("steps %v", steps)
		}
	})
}

// follows returns what is wrong with a view after another one; empty if nothing is.
func follows(was, is View) string {
	through := was.Runtime == session.Initializing && session.Running.CanBecome(is.Runtime)
	switch {
	case is.Attachment < was.Attachment:
		return "an attachment came back"
	case is.Attachment == was.Attachment && is.Runtime != was.Runtime &&
		!was.Runtime.CanBecome(is.Runtime) && !through:
		return "no such edge"
	case is.Health.Phase == Alive && (is.Reason != "" || is.CanStart || is.Runtime != session.Running):
		return "alive and not well"
	case is.CanStart && is.Runtime != session.Exited:
		return "a start beside a live session"
	}
	return ""
}
