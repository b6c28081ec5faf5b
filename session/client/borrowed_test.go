package client

import (
	"testing"
	"unsafe"

	"dormer/session/grid"
	"dormer/session/wire"
)

// lender gives texts in memory that it uses for something else afterwards.
type lender struct{ lent [][]byte }

func (l *lender) text(s string) string {
	b := []byte(s)
	l.lent = append(l.lent, b)
	return unsafe.String(&b[0], len(b))
}

func (l *lender) takeBack() {
	for _, b := range l.lent {
		for i := range b {
			b[i] = '#'
		}
	}
}

// The next frame is received into the memory of the one before: the replica keeps
// nothing of that.
func TestReplicaKeepsNoMemoryOfFrames(t *testing.T) {
	var l lender
	r := NewReplica()
	f := wire.Frame{
		Seq: 1, Rows: 1, Cols: 8, Full: true,
		Title: l.text("a title"), Icon: l.text("icon"), Dir: l.text("/dir"), Pointer: l.text("wait"), Program: l.text("vim"),
		Styles: []wire.Style{{}, {Hyperlink: grid.Link{ID: l.text("id"), URI: l.text("http://here")}}},
		Lines: []wire.Line{{Spans: []wire.Span{
			{Kind: wire.Narrow, Style: 1, Cols: 2, Text: l.text("ab")},
			{Kind: wire.Cluster, Cols: 1, Text: l.text("e\u0301")},
		}}},
	}
	if err := r.apply(&f); err != nil {
		t.Fatal(err)
	}
	l.takeBack()
	for what, c := range map[string][2]string{
		"title": {r.Title(), "a title"}, "icon": {r.Icon(), "icon"}, "directory": {r.Dir(), "/dir"},
		"pointer": {r.Pointer(), "wait"}, "program": {r.Program(), "vim"},
	} {
		if c[0] != c[1] {
			t.Errorf("%s: %q, want %q", what, c[0], c[1])
		}
	}
	var text []byte
	for _, c := range r.Row(0) {
		text = r.Palette().AppendText(text, c)
	}
	if string(text[:5]) != "abe\u0301" {
		t.Errorf("the row reads %q", text)
	}
	link := r.Palette().Link(r.Palette().Style(r.Row(0)[0].Style).Link)
	if link.URI != "http://here" {
		t.Errorf("the link leads to %q", link.URI)
	}
	again := r.Palette().LinkID(grid.Link{ID: "id", URI: "http://here"})
	if got := r.Palette().Style(r.Row(0)[0].Style).Link; got != again || r.Palette().ClusterChar("e\u0301") != r.Row(0)[2].Char {
		t.Error("the palette does not find what it has")
	}
}
