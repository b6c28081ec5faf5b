package agent

import (
	"slices"
	"strings"
)

// maxRecords is the number of records that are kept. Beyond it the least recently reported one is
// dropped.
const maxRecords = 256

// Records are the records of one terminal. The zero value has none.
type Records struct {
	all []Record // in the order of their last reports
}

// Take adds a report. It replaces the record with its id entirely. Clear removes the record and
// those below it; without an id, all.
func (r *Records) Take(report Record) {
	if report.State == Clear {
		r.all = slices.DeleteFunc(r.all, func(o Record) bool { return isWithin(o.ID, report.ID) })
		return
	}
	r.all = slices.DeleteFunc(r.all, func(o Record) bool { return o.ID == report.ID })
	r.all = append(r.all, report)
	if len(r.all) > maxRecords {
		oldest := slices.IndexFunc(r.all, func(o Record) bool { return o.ID != "" })
		r.all = slices.Delete(r.all, oldest, oldest+1)
	}
}

// isWithin reports whether a record is ancestor or below it.
func isWithin(id, ancestor string) bool {
	return ancestor == "" || id == ancestor || strings.HasPrefix(id, ancestor+"/")
}

// Ended removes the states that only a running program can have: working, blocked and idle. It is
// called when the program has exited, and when the shell shows its prompt (OSC 133 ; A).
func (r *Records) Ended() {
	r.all = slices.DeleteFunc(r.all, func(o Record) bool { return isLive(o.State) })
}

// isLive reports whether only a running program can have a state.
func isLive(s State) bool { return s == Working || s == Blocked || s == Idle }

// isFinished reports whether an agent in a state has finished its task.
func isFinished(s State) bool { return s == Done || s == Failed }

// Reset removes all records: RIS.
func (r *Records) Reset() { r.all = nil }

// App returns the name of the program of a record: its own, or that of its nearest ancestor that
// has one.
func (r *Records) App(id string) string {
	for {
		i := slices.IndexFunc(r.all, func(o Record) bool { return o.ID == id })
		if i >= 0 && r.all[i].App != "" {
			return r.all[i].App
		}
		if id == "" {
			return ""
		}
		id = id[:max(strings.LastIndexByte(id, '/'), 0)]
	}
}

// evidence returns the records as evidence of the state. All but the root's are about parts.
func (r *Records) evidence() (all []Evidence) {
	for _, o := range r.all {
		all = append(all, Evidence{
			Source: Status, State: o.State, Kind: o.Kind, Message: o.Message, When: o.At,
			Part: o.ID != "", About: r.about(o),
		})
	}
	return all
}

// about describes a record in words.
func (r *Records) about(o Record) string {
	words := []string{"OSC 7501"}
	if app := r.App(o.ID); app != "" {
		words = append(words, "of "+app)
	}
	if o.ID != "" {
		words = append(words, "for "+o.ID)
	}
	if o.Title != "" {
		words = append(words, "("+o.Title+")")
	}
	return strings.Join(words, " ")
}
