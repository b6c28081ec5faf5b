package client

import (
	"fmt"
	"reflect"
	"testing"

	"dormer/session"
	"dormer/session/grid"
	"dormer/session/wire"
)

// next returns a frame that scrolls the first one by a row and overwrites the rest.
func next() wire.Frame {
	f := first()
	f.Seq, f.Full, f.Lines = 2, false, []wire.Line{{Row: 0, Spans: []wire.Span{{Kind: wire.Narrow, Cols: 6, Text: "redrew"}}}}
	f.Scrolls = []wire.Scroll{{Top: 0, Bottom: 4, N: 1}}
	f.History.End++
	return f
}

// A screen that is frozen for a reader stays, with its line numbers, until it is released or the lines
// get other numbers.
func TestFreeze(t *testing.T) {
	tests := []struct {
		name  string
		then  func(s *Session, r *Replica) error
		first uint64
		row   string
	}{
		{"redrawn", func(_ *Session, r *Replica) error { return r.Apply(next()) }, 9, "abc漢"},
		{"asked_for_twice", func(s *Session, r *Replica) error { err := r.Apply(next()); s.Freeze(false); return err }, 9, "abc漢"},
		{"taken_anew", func(s *Session, r *Replica) error { err := r.Apply(next()); s.Freeze(true); return err }, 10, "redrew"},
		{"let_go", func(s *Session, r *Replica) error { err := r.Apply(next()); s.Unfreeze(); return err }, 10, "redrew"},
		{"styles_and_clusters_renumbered", func(_ *Session, r *Replica) error {
			empty := next()
			empty.Full, empty.Scrolls, empty.Lines = true, nil, nil
			err := r.Apply(empty)
			for n := 0; !r.palette.Full(); n++ {
				r.palette.StyleID(grid.Style{FG: grid.RGB(uint8(n), uint8(n>>8), uint8(n>>16))})
			}
			r.sweep()
			return err
		}, 9, "abc漢"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := &Session{replica: NewReplica()}
			apply(t, s.replica, first())
			s.Freeze(false)
			if err := tt.then(s, s.replica); err != nil {
				t.Fatal(err)
			}
			page := s.replica.Page()
			cells, _ := page.Row(0)
			var text []byte
			for _, c := range trimBlank(cells) {
				text = s.replica.palette.AppendText(text, c)
			}
			if page.First != tt.first || string(text) != tt.row || page.End() != tt.first+4 {
				t.Errorf("lines %d to %d, the first %q", page.First, page.End(), text)
			}
			if tt.first == 9 {
				style := s.replica.palette.Style(cells[3].Style)
				if got := s.replica.palette.Link(style.Link).URI; got != "http://x/" {
					t.Errorf("the link is %q", got)
				}
			}
		})
	}
}

func TestFreezeEndsWhenLinesAreRenumbered(t *testing.T) {
	a := attach(t)
	for seq, change := range []func(*wire.Frame){
		func(f *wire.Frame) {},
		func(f *wire.Frame) { f.Rows, f.Full = 5, true },
		func(f *wire.Frame) { f.History.End-- },
	} {
		f := first()
		f.Seq = uint64(seq) + 1
		change(&f)
		a.send(f)
		a.receives("wire.Ack")
		a.View(func(r *Replica) {
			if r.frozen != nil {
				t.Errorf("frame %d did not release it", f.Seq)
			}
		})
		a.Freeze(false)
	}
}

// A frozen screen is copied unchanged, after the host's lines of the history.
func TestFrozenScreenIsCopied(t *testing.T) {
	tests := []struct {
		name       string
		first, end wire.Position
		block      bool
		// asked is the end of the host's part; zero if the host is not asked.
		asked       wire.Position
		reply, want string
	}{
		{"all_of_it_kept", wire.Position{Line: 9, Col: 1}, wire.Position{Line: 10, Col: 3}, false, wire.Position{}, "", "bc漢\n"},
		{"from_the_history", wire.Position{Line: 7, Col: 2}, wire.Position{Line: 9, Col: 2}, false, wire.Position{Line: 9}, "of the past\n", "of the past\nab"},
		{"a_block", wire.Position{Line: 8, Col: 1}, wire.Position{Line: 9, Col: 3}, true, wire.Position{Line: 8, Col: 3}, "pa", "pa\nbc"},
		{"wrapped", wire.Position{Line: 11, Col: 2}, wire.Position{Line: 12, Col: 2}, false, wire.Position{}, "", "👩‍👩‍👧e\u0301"},
		{"none_of_it_kept", wire.Position{Line: 3}, wire.Position{Line: 5, Col: 2}, false, wire.Position{Line: 5, Col: 2}, "old", "old"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := attach(t)
			a.send(first())
			a.receives("wire.Ack")
			a.Freeze(false)
			a.send(next())
			a.receives("wire.Ack")
			tag := a.Copy(tt.first, tt.end, tt.block)
			if tt.asked != (wire.Position{}) {
				asked := a.receives("wire.Copy").(wire.Copy)
				if asked.First != tt.first || asked.End != tt.asked || asked.Block != tt.block {
					t.Errorf("requested %+v", asked)
				}
				a.send(wire.CopyReply{Tag: tag, Text: tt.reply})
			}
			if got, ok := a.happens().(wire.CopyReply); !ok || got.Tag != tag || got.Text != tt.want {
				t.Errorf("got %+v, want %q", got, tt.want)
			}
		})
	}
}

// A frozen screen is searched unchanged: later output is not found, and the host searches only the
// lines above.
func TestFrozenScreenIsSearched(t *testing.T) {
	match := func(line uint64, col, end int) wire.Match {
		return wire.Match{First: wire.Position{Line: line, Col: col}, End: wire.Position{Line: line, Col: end}}
	}
	for name, tt := range map[string]struct {
		q     wire.Search
		asked wire.Range // by the host; empty for none
		reply []wire.Match
		want  []wire.Match
	}{
		"in both":              {wire.Search{Query: wire.Query{Text: "b"}, Max: 5}, wire.Range{End: 9}, []wire.Match{match(4, 0, 1)}, []wire.Match{match(4, 0, 1), match(9, 1, 2)}},
		"backward":             {wire.Search{Query: wire.Query{Text: "b"}, From: wire.Position{Line: 99}, Backward: true, Max: 1}, wire.Range{End: 9}, []wire.Match{match(4, 0, 1)}, []wire.Match{match(9, 1, 2)}},
		"in the frozen screen": {wire.Search{Query: wire.Query{Text: "b"}, Range: wire.Range{First: 9, End: 12}, Max: 5}, wire.Range{}, nil, []wire.Match{match(9, 1, 2)}},
		"in later output":      {wire.Search{Query: wire.Query{Text: "later"}, Max: 5}, wire.Range{End: 9}, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			a := attach(t)
			a.send(first())
			a.receives("wire.Ack")
			a.Freeze(false)
			f := next()
			f.Lines = append(f.Lines[:0:0], wire.Line{Spans: []wire.Span{{Kind: wire.Narrow, Cols: 5, Text: "later"}}})
			a.send(f)
			a.receives("wire.Ack")
			tag := a.SearchFrozen(tt.q)
			if tt.asked.Len() > 0 {
				if asked := a.receives("wire.Search").(wire.Search); asked.Range != tt.asked {
					t.Errorf("requested of the host: %+v", asked.Range)
				}
				a.send(wire.SearchReply{Tag: tag, Matches: tt.reply, Total: len(tt.reply)})
			}
			got, _ := a.happens().(wire.SearchReply)
			if !reflect.DeepEqual(append([]wire.Match{}, got.Matches...), append([]wire.Match{}, tt.want...)) || got.Total < len(tt.want) || got.Tag != tag {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// happens waits for an event.
func (a attached) happens() Event {
	a.t.Helper()
	var events []Event
	a.until("something happens", func() bool { events = append(events, a.TakeEvents()...); return len(events) > 0 })
	return events[0]
}

// If no host can answer any more, requests are answered from what is known here, because callers may
// wait. Lines that will never arrive count as empty.
func TestRequestsToALostHostAreAnswered(t *testing.T) {
	questions := map[string]struct {
		ask  func(a attached) uint64
		want func(tag uint64) Event
	}{
		"search": {
			func(a attached) uint64 { return a.Search(wire.Search{Query: wire.Query{Text: "x"}}) },
			func(tag uint64) Event { return wire.SearchReply{Tag: tag, Err: noHost} },
		},
		"search_of_the_screen": {
			func(a attached) uint64 { return a.Search(wire.Search{Query: wire.Query{Text: "c漢"}, Max: 1}) },
			func(tag uint64) Event {
				return wire.SearchReply{Tag: tag, Total: 1, Matches: []wire.Match{{First: wire.Position{Line: 9, Col: 2}, End: wire.Position{Line: 9, Col: 5}}}}
			},
		},
		"copy": {
			func(a attached) uint64 { return a.Copy(wire.Position{Line: 4}, wire.Position{Line: 9, Col: 2}, false) },
			func(tag uint64) Event { return wire.CopyReply{Tag: tag, Text: "ab"} },
		},
		"commands": {attached.LastCommand, func(tag uint64) Event { return wire.CommandsReply{Tag: tag} }},
	}
	for name, q := range questions {
		for _, before := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s_asked_before_%v", name, before), func(t *testing.T) {
				a := attach(t)
				a.send(first())
				a.receives("wire.Ack")
				var tag uint64
				if before {
					tag = q.ask(a)
				}
				if err := a.host.Close(); err != nil {
					t.Fatal(err)
				}
				a.until("the host is lost", func() bool { return a.Status().Runtime == session.Unhealthy })
				if !before {
					tag = q.ask(a)
				}
				if got := a.happens(); !reflect.DeepEqual(got, q.want(tag)) {
					t.Errorf("got %+v, want %+v", got, q.want(tag))
				}
				a.View(func(r *Replica) {
					if got := r.History(); got.Len() != 0 {
						t.Errorf("history: %+v", got)
					}
				})
			})
		}
	}
}

func TestHoldsOnlyUnchangedText(t *testing.T) {
	s := &Session{replica: NewReplica()}
	apply(t, s.replica, first())
	s.Freeze(false)
	f := first()
	f.Full, f.Lines = false, []wire.Line{{Row: 0, Spans: []wire.Span{{Kind: wire.Narrow, Cols: 3, Text: "abX"}}}}
	apply(t, s.replica, f)
	tests := map[[4]int]bool{
		{9, 0, 9, 2}: true, {9, 0, 9, 3}: false, {9, 2, 11, 1}: false, {10, 0, 11, 6}: true, {10, 3, 40, 6}: true, {2, 0, 8, 4}: true,
	}
	for at, want := range tests {
		first, end := wire.Position{Line: uint64(at[0]), Col: at[1]}, wire.Position{Line: uint64(at[2]), Col: at[3]}
		if got := s.replica.Holds(first, end); got != want {
			t.Errorf("from %v to %v: %v", first, end, got)
		}
	}
	apply(t, s.replica, next())
	if s.replica.Holds(wire.Position{Line: 9}, wire.Position{Line: 9, Col: 1}) {
		t.Error("Holds reports lines that have become history")
	}
}
