package vt

import "slices"

// maxStatus is the length of the longest control sequence with a program's status, in
// bytes, including introducer and end.
const maxStatus = 4096

// oscStatus handles the child's report of its state. OSC 7501 ; key=value:... ST (Program
// Status Protocol). The query for support is answered with the same bytes: OSC 7501 ; ?
// ST.
func (t *Terminal) oscStatus(b []byte) {
	end := "\x1b\\"
	if t.parser.bell {
		end = "\a"
	}
	switch {
	case string(b) == "?":
		t.replyExactly("\x1b]7501;?" + end)
	case len("\x1b]7501;")+len(b)+len(end) <= maxStatus:
		t.emitStatus(ProgramStatus{string(b)})
	}
}

// emitStatus emits a status. If too many events wait, it drops the oldest status, since
// the last one counts.
func (t *Terminal) emitStatus(s ProgramStatus) {
	if len(t.events) >= maxEvents {
		first := slices.IndexFunc(t.events, func(e Event) bool { _, ok := e.(ProgramStatus); return ok })
		if first >= 0 {
			t.events = slices.Delete(t.events, first, first+1)
		}
	}
	t.emit(s)
}
