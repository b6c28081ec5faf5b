package vt

import "slices"

// maxStatus is the longest control sequence with a program's status, in bytes, with
// its introducer and its end.
const maxStatus = 4096

// oscStatus handles a report of the child about its state. OSC 7501 ; key=value:... ST
// (Program Status Protocol). The question whether the terminal takes it is answered
// with the same bytes: OSC 7501 ; ? ST.
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

// emitStatus makes room for a status where too many events wait: the last one counts.
func (t *Terminal) emitStatus(s ProgramStatus) {
	if len(t.events) >= maxEvents {
		first := slices.IndexFunc(t.events, func(e Event) bool { _, ok := e.(ProgramStatus); return ok })
		if first >= 0 {
			t.events = slices.Delete(t.events, first, first+1)
		}
	}
	t.emit(s)
}
