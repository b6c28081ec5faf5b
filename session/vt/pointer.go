package vt

import "strings"

// pointers is a stack of the pointer shapes that programs requested; the last is active.
type pointers []string

const (
	maxPointers    = 16
	maxPointerName = 32
)

// setPointer changes the shape of the mouse pointer. OSC 22 ; name ST (xterm), with
// kitty's additions: "=name" sets, ">name,name" pushes, "<" pops, and an empty name clears
// the stack. Questions ("?") are not answered.
func (t *Terminal) setPointer(b []byte) {
	was := t.Pointer()
	names := string(b)
	switch {
	case names == "":
		t.pointers = nil
	case strings.HasPrefix(names, "?"):
		return
	case strings.HasPrefix(names, "<"):
		t.pointers = t.pointers[:max(len(t.pointers)-1, 0)]
	case strings.HasPrefix(names, ">"):
		for name := range strings.SplitSeq(names[1:], ",") {
			t.pointers.push(name)
		}
	default:
		t.pointers = t.pointers[:max(len(t.pointers)-1, 0)]
		t.pointers.push(strings.TrimPrefix(names, "="))
	}
	if t.Pointer() != was {
		t.gen++
	}
}

// push pushes a shape; a full stack drops its oldest entry.
func (p *pointers) push(name string) {
	if !isPointerName(name) {
		return
	}
	if len(*p) == maxPointers {
		*p = append((*p)[:0], (*p)[1:]...)
	}
	*p = append(*p, name)
}

// isPointerName reports whether a name is one of CSS ("text", "ns-resize") or of X11's
// cursor font ("xterm", "left_ptr").
func isPointerName(name string) bool {
	for i := range len(name) {
		if c := name[i]; (c < 'a' || c > 'z') && c != '-' && c != '_' {
			return false
		}
	}
	return name != "" && len(name) <= maxPointerName
}

// Pointer returns the shape of the mouse pointer that the child requested (OSC 22), a name
// of lower-case letters, hyphens and underscores; empty for the usual one.
func (t *Terminal) Pointer() string {
	if n := len(t.pointers); n > 0 {
		return t.pointers[n-1]
	}
	return ""
}
