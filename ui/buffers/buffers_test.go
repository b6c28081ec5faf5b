package buffers

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestBuffersAreBounded(t *testing.T) {
	var b Buffers
	for i := range 3 * maxBuffers {
		b.Add(fmt.Sprint("text ", i%(2*maxBuffers)), time.Time{})
	}
	if len(b.list) != maxBuffers || b.list[0].Text != "text 49" {
		t.Errorf("%d buffers, the newest %q", len(b.list), b.list[0].Text)
	}
	b.Add(strings.Repeat("x", maxBytes+1), time.Time{})
	if len(b.list) != 1 || b.bytes != maxBytes+1 {
		t.Errorf("%d buffers of %d bytes beside a huge one", len(b.list), b.bytes)
	}
	b.Add("small", time.Time{})
	if len(b.list) != 1 || b.bytes != 5 {
		t.Errorf("%d buffers of %d bytes after it", len(b.list), b.bytes)
	}
}

func TestSavedCopiesAreBounded(t *testing.T) {
	var b Buffers
	for i := range 2 * maxSaved {
		b.Add(fmt.Sprint("text ", i), time.Time{})
	}
	if kept := b.Saved(); len(kept) != maxSaved || kept[0].Text != "text 19" || kept[9].Text != "text 10" {
		t.Errorf("saved %v", kept)
	}
	b.Add(strings.Repeat("x", maxSavedBytes+1), time.Time{})
	b.Add(strings.Repeat("y", maxSavedBytes-len("text 19")), time.Time{})
	if kept := b.Saved(); len(kept) != 2 || kept[0].Text[0] != 'y' || kept[1].Text != "text 19" {
		t.Errorf("beside large ones %d are saved", len(kept))
	}
}
