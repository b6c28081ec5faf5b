package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/ui/config"
)

func TestWhatIsKeptOfCopiesIsBounded(t *testing.T) {
	var b buffers
	for i := range 2 * mostCopied {
		b.add(fmt.Sprint("text ", i), time.Time{})
	}
	if kept := b.newest(); len(kept) != mostCopied || kept[0].Text != "text 19" || kept[9].Text != "text 10" {
		t.Errorf("kept %v", kept)
	}
	b.add(strings.Repeat("x", mostCopiedBytes+1), time.Time{})
	b.add(strings.Repeat("y", mostCopiedBytes-len("text 19")), time.Time{})
	if kept := b.newest(); len(kept) != 2 || kept[0].Text[0] != 'y' || kept[1].Text != "text 19" {
		t.Errorf("beside large ones %d are kept", len(kept))
	}
}

// What was copied is there at the next start, unless somebody forgot it or wants nothing
// kept.
func TestCopiesAreKept(t *testing.T) {
	kept := &memory{}
	start := func(keep bool) *world {
		w := newWorld(t, session.Size{Rows: 10, Cols: 60})
		w.m.deps.Memory = kept
		w.m.config.Copy.Keep = keep
		w.m.recallCopies()
		return w
	}
	w := start(true)
	w.do(w.m.copied("one"))
	w.do(w.m.copied("two"))
	w = start(true)
	if list := w.m.buffers.list; len(list) != 2 || list[0].text != "two" || !list[0].at.Equal(w.now) {
		t.Fatalf("recalled %v", list)
	}
	w.do(w.m.forgetNewest())
	if len(kept.copied) != 1 || kept.copied[0].Text != "one" {
		t.Errorf("after one was forgotten %v is kept", kept.copied)
	}
	w.do(w.m.copied("three"))
	w.do(w.m.forgetCopies())
	if len(kept.copied) != 0 || len(w.m.buffers.list) != 0 {
		t.Errorf("after all was forgotten %v is kept", kept.copied)
	}
	w.do(w.m.copied("four"))
	c := config.Default()
	c.Copy.Keep = false
	w.do(w.m.configured(configRead{config: c}))
	if len(kept.copied) != 0 || len(w.m.buffers.list) != 1 {
		t.Errorf("where nothing is to be kept %v is", kept.copied)
	}
	kept.copied = []Copied{{Text: "older"}}
	if w = start(false); len(w.m.buffers.list) != 0 || len(kept.copied) != 0 {
		t.Errorf("started so, there is %v and %v", w.m.buffers.list, kept.copied)
	}
}
