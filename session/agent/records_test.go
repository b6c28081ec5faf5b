package agent

import (
	"fmt"
	"strings"
	"testing"
)

// shown returns records as "id:state", in the order of their reports.
func shown(r *Records) string {
	var words []string
	for _, o := range r.all {
		words = append(words, o.ID+":"+string(o.State))
	}
	return strings.Join(words, " ")
}

func TestRecords(t *testing.T) {
	take := func(id string, s State) func(*Records) { return func(r *Records) { r.Take(Record{ID: id, State: s}) } }
	for _, tt := range []struct {
		name string
		do   []func(*Records)
		want string
	}{
		{"a report replaces its record", []func(*Records){take("", Working), take("a", Idle), take("", Done)}, "a:idle :done"},
		{"clear removes a record and those below it", []func(*Records){take("", Working), take("a", Idle), take("a/b", Idle), take("ab", Done), take("a", Clear)}, ":working ab:done"},
		{"clear without an id removes all", []func(*Records){take("", Working), take("a", Done), take("", Clear)}, ""},
		{"clear of a missing record", []func(*Records){take("", Working), take("x", Clear)}, ":working"},
		{
			"the end of the program drops what only one that runs is",
			[]func(*Records){take("", Working), take("a", Blocked), take("b", Idle), take("c", Done), take("d", Failed), (*Records).Ended}, "c:done d:error",
		},
		{"a reset drops all", []func(*Records){take("", Done), take("a", Failed), (*Records).Reset}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var r Records
			for _, do := range tt.do {
				do(&r)
			}
			if got := shown(&r); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// The least recently reported record is dropped to make room, but the root stays.
func TestRecordsMakeRoom(t *testing.T) {
	var r Records
	r.Take(Record{State: Working})
	for i := range maxRecords {
		r.Take(Record{ID: fmt.Sprint(i), State: Idle})
		r.Take(Record{ID: "0", State: Idle}) // it is always recent
	}
	has := func(id string) bool { return strings.Contains(" "+shown(&r)+" ", " "+id+":") }
	if len(r.all) != maxRecords || !has("") || !has("0") || has("1") || !has("2") {
		t.Errorf("got %d records: %s", len(r.all), shown(&r))
	}
}

func TestAppIsInherited(t *testing.T) {
	var r Records
	r.Take(Record{State: Working, App: "claude-code"})
	r.Take(Record{ID: "a", State: Working})
	r.Take(Record{ID: "a/b", State: Working, App: "other"})
	for id, want := range map[string]string{"": "claude-code", "a": "claude-code", "a/b": "other", "a/b/c": "other", "x/y": "claude-code"} {
		if got := r.App(id); got != want {
			t.Errorf("%q: got %q, want %q", id, got, want)
		}
	}
	r.Take(Record{State: Working})
	if got := r.App("a"); got != "" {
		t.Errorf("after a report without an app, %q is inherited, want none", got)
	}
}

// FuzzRecords checks that any reports leave at most the allowed number of records, each id once.
func FuzzRecords(f *testing.F) {
	f.Add("state=working;state=done:id=a/b;state=clear:id=a")
	f.Fuzz(func(t *testing.T, reports string) {
		var r Records
		for body := range strings.SplitSeq(reports, ";") {
			if o, ok := ParseStatus(body); ok {
				r.Take(o)
			}
		}
		seen := map[string]bool{}
		for _, o := range r.all {
			if seen[o.ID] || o.State == Clear {
				t.Errorf("%q leaves %s", reports, shown(&r))
			}
			seen[o.ID] = true
			r.App(o.ID)
		}
		if len(r.all) > maxRecords {
			t.Errorf("%d records", len(r.all))
		}
		Resolve(r.evidence(), start)
	})
}
