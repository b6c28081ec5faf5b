package buffers

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestBuffersAreBounded(t *testing.T) {
	var b Buffers
	for i := range 3 * most {
		b.Add(fmt.Sprint("text ", i%(2*most)), time.Time{})
	}
	if len(b.list) != most || b.list[0].Text != "text 49" {
		t.Errorf("%d buffers, the newest %q", len(b.list), b.list[0].Text)
	}
	b.Add(strings.Repeat("x", mostBytes+1), time.Time{})
	if len(b.list) != 1 || b.bytes != mostBytes+1 {
		t.Errorf("%d buffers of %d bytes beside a huge one", len(b.list), b.bytes)
	}
	b.Add("small", time.Time{})
	if len(b.list) != 1 || b.bytes != 5 {
		t.Errorf("%d buffers of %d bytes after it", len(b.list), b.bytes)
	}
}

func TestSavedCopiesAreBounded(t *testing.T) {
	var b Buffers
	for i := range 2 * mostKept {
		b.Add(fmt.Sprint("text ", i), time.Time{})
	}
	if kept := b.Kept(); len(kept) != mostKept || kept[0].Text != "text 19" || kept[9].Text != "text 10" {
		t.Errorf("saved %v", kept)
	}
	b.Add(strings.Repeat("x", mostKeptBytes+1), time.Time{})
	b.Add(strings.Repeat("y", mostKeptBytes-len("text 19")), time.Time{})
	if kept := b.Kept(); len(kept) != 2 || kept[0].Text[0] != 'y' || kept[1].Text != "text 19" {
		t.Errorf("beside large ones %d are saved", len(kept))
	}
}
