package web

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/keys"
)

// apply applies a frame of a host to a replica.
func apply(t *testing.T, r *client.Replica, f wire.Frame) {
	t.Helper()
	if err := r.Apply(f); err != nil {
		t.Fatal(err)
	}
}

// first is a full frame of three rows by eight columns.
func first() wire.Frame {
	return wire.Frame{
		Seq: 1, Rows: 3, Cols: 8, Full: true,
		Styles: []wire.Style{{}, {Style: grid.Style{FG: grid.Indexed(1), BG: grid.RGB(1, 2, 255), Attrs: grid.Bold}}, {Hyperlink: grid.Link{URI: "https://x/"}}, {Hyperlink: grid.Link{URI: "javascript:x"}}},
		Lines: []wire.Line{
			{Row: 0, Spans: []wire.Span{{Kind: wire.Narrow, Cols: 3, Text: "abc"}, {Kind: wire.Wide, Style: 1, Cols: 2, Text: "漢"}, {Kind: wire.Cluster, Cols: 1, Text: "e\u0301"}}},
			{Row: 2, Wrapped: true, Spans: []wire.Span{{Kind: wire.Narrow, Cols: 1, Style: 2, Text: "l"}, {Kind: wire.Narrow, Cols: 1, Style: 3, Text: "j"}}},
		},
		Cursor: grid.Cursor{Row: 0, Col: 4, Visible: true, Shape: grid.BarCursor}, History: wire.Range{First: 3, End: 9},
		Modes: grid.Modes{AltScreen: true, BracketedPaste: true, Kitty: 1},
	}
}

// The page's scripts read these bytes.
func TestFramesDecodedAsByThePage(t *testing.T) {
	r, s := client.NewReplica(), &screen{}
	if _, changed := s.frame(r); changed {
		t.Error("a screen without a frame was sent")
	}
	apply(t, r, first())
	for _, tt := range []struct {
		name  string
		frame wire.Frame
		want  string
	}{
		{"whole", first(), `{"t":"frame","term":0,"rows":3,"cols":8,"anew":true,` +
			`"styles":[{"fg":1,"bg":"#0102ff","attrs":1},{"link":"https://x/"}],` +
			`"lines":[{"n":0,"runs":[["abc"],["漢",1,2],["` + "e\u0301" + `",0,1]]},{"n":1},{"n":2,"runs":[["l",2],["j"]],"wrapped":true}],` +
			`"cursor":{"row":0,"col":3,"on":true,"shape":3,"blink":false,"text":"漢","cols":2},"past":[3,9],"modes":{"alt":true,"kitty":1,"paste":true}}`},
		{"scrolled", wire.Frame{
			Seq: 2, Rows: 3, Cols: 8, Scrolls: []wire.Scroll{{Top: 0, Bottom: 3, N: 1}}, Styles: []wire.Style{{}},
			Lines: []wire.Line{{Row: 2, Spans: []wire.Span{{Kind: wire.Narrow, Cols: 3, Text: "new"}}}},
		}, `{"t":"frame","term":0,"rows":3,"cols":8,"lines":[{"n":0,"from":1},{"n":1,"from":2,"wrapped":true},{"n":2,"runs":[["new"]]}],` +
			`"cursor":{"row":0,"col":0,"on":false,"shape":0,"blink":false,"text":" ","cols":1},"past":[0,0],"modes":{}}`},
	} {
		if tt.frame.Seq > 1 {
			apply(t, r, tt.frame)
		}
		f, changed := s.frame(r)
		got, err := json.Marshal(f)
		if !changed || err != nil || string(got) != tt.want {
			t.Errorf("%s: %v %v\ngot  %s\nwant %s", tt.name, changed, err, got, tt.want)
		}
	}
	if _, changed := s.frame(r); changed {
		t.Error("a screen that has not changed was sent again")
	}
}

// After any sequence of frames, the page shows the screen of the replica.
func TestFramesReproduceTheScreen(t *testing.T) {
	for seed := range uint64(50) {
		random := rand.New(rand.NewPCG(seed, 1))
		r, s := client.NewReplica(), &screen{}
		rows, cols := 4, 10
		var shown []string
		for seq := uint64(1); seq < 40; seq++ {
			f := wire.Frame{Seq: seq, Rows: rows, Cols: cols, Full: seq == 1, Styles: []wire.Style{{}}}
			if random.IntN(10) == 0 {
				rows, cols = 2+random.IntN(5), 4+random.IntN(10)
				f.Rows, f.Cols, f.Full = rows, cols, true
			}
			if random.IntN(2) == 0 && !f.Full {
				f.Scrolls = []wire.Scroll{{Top: 0, Bottom: rows, N: random.IntN(5) - 2}}
			}
			for y := range rows {
				if random.IntN(3) == 0 {
					text := fmt.Sprint(random.IntN(3))
					f.Lines = append(f.Lines, wire.Line{Row: y, Spans: []wire.Span{{Kind: wire.Narrow, Cols: 1, Text: text}}})
				}
			}
			apply(t, r, f)
			if random.IntN(3) == 0 {
				continue // a slow page: the next frame has these changes
			}
			out, changed := s.frame(r)
			if changed {
				shown = follow(shown, out)
			}
			var want []string
			for y := range rows {
				text := ""
				for _, c := range r.Row(y) {
					text += string(r.Palette().AppendText(nil, c))
				}
				want = append(want, strings.TrimRight(text, " "))
			}
			if got := strings.Join(shown, "\n"); got != strings.Join(want, "\n") {
				t.Fatalf("seed %d, frame %d: the page shows\n%s\nwant\n%s", seed, seq, got, strings.Join(want, "\n"))
			}
		}
	}
}

// follow applies a frame as the page's script does.
func follow(was []string, f frame) []string {
	if f.Anew {
		was = make([]string, f.Rows)
	}
	now := append([]string{}, was...)
	for _, l := range f.Lines {
		if l.From != nil {
			now[l.N] = was[*l.From]
			continue
		}
		text := ""
		for _, r := range l.Runs {
			text += r.Text
		}
		now[l.N] = text
	}
	return now
}

// The number of styles on a page stays limited, however many colours a screen has had.
func TestStylesAreBounded(t *testing.T) {
	r, s := client.NewReplica(), &screen{}
	anew := 0
	for i := range maxStyles + 10 {
		f := wire.Frame{Seq: uint64(i + 1), Rows: 1, Cols: 2, Full: i == 0, Styles: []wire.Style{{}, {Style: grid.Style{FG: grid.RGB(byte(i), byte(i>>8), 1)}}}}
		f.Lines = []wire.Line{{Spans: []wire.Span{{Kind: wire.Narrow, Cols: 1, Style: 1, Text: "x"}}}}
		apply(t, r, f)
		if out, _ := s.frame(r); out.Anew {
			anew++
		}
	}
	if anew != 2 || len(s.styles) > 20 {
		t.Errorf("%d complete frames, %d styles", anew, len(s.styles))
	}
}

func TestOpened(t *testing.T) {
	for uri, want := range map[string]bool{
		"https://example.org/a?b": true, "HTTP://example.org": true, "mailto:a@example.org": true, "javascript:alert(1)": false,
		"data:text/html,x": false, "file:///etc/passwd": false, "https:evil": false, "": false, "https://\xff": false, "vbscript:x": false,
	} {
		if got := safeURL(uri) != ""; got != want {
			t.Errorf("%q can be opened: %v, want %v", uri, got, want)
		}
	}
}

// Keys of a browser are encoded as a terminal sends them.
func TestKeys(t *testing.T) {
	for _, tt := range []struct {
		name  string
		press pressed
		modes grid.Modes
		want  string
	}{
		{"letter", pressed{Key: "a", Code: "KeyA"}, grid.Modes{}, "a"},
		{"capital", pressed{Key: "A", Code: "KeyA", Mod: keys.Shift}, grid.Modes{}, "A"},
		{"symbol", pressed{Key: "%", Code: "Digit5", Mod: keys.Shift}, grid.Modes{}, "%"},
		{"control", pressed{Key: "c", Code: "KeyC", Mod: keys.Ctrl}, grid.Modes{}, "\x03"},
		{"control in another script", pressed{Key: "с", Code: "KeyC", Mod: keys.Ctrl}, grid.Modes{}, "\x03"},
		{"control and space", pressed{Key: " ", Code: "Space", Mod: keys.Ctrl}, grid.Modes{}, "\x00"},
		{"alt", pressed{Key: "b", Code: "KeyB", Mod: keys.Alt}, grid.Modes{}, "\x1bb"},
		{"escape", pressed{Key: "Escape"}, grid.Modes{}, "\x1b"},
		{"enter", pressed{Key: "Enter"}, grid.Modes{}, "\r"},
		{"shift and tab", pressed{Key: "Tab", Mod: keys.Shift}, grid.Modes{}, "\x1b[Z"},
		{"backspace", pressed{Key: "Backspace"}, grid.Modes{}, "\x7f"},
		{"arrow", pressed{Key: "ArrowUp"}, grid.Modes{}, "\x1b[A"},
		{"arrow of an application", pressed{Key: "ArrowUp"}, grid.Modes{AppCursor: true}, "\x1bOA"},
		{"arrow with control", pressed{Key: "ArrowLeft", Mod: keys.Ctrl}, grid.Modes{}, "\x1b[1;5D"},
		{"function key", pressed{Key: "F5"}, grid.Modes{}, "\x1b[15~"},
		{"keypad", pressed{Key: "5", Code: "Numpad5", Location: 3, Mod: keys.NumLock}, grid.Modes{}, "5"},
		{"Shift alone", pressed{Key: "Shift", Location: 1, Mod: keys.Shift}, grid.Modes{}, ""},
		{"release", pressed{Key: "a", Code: "KeyA", Kind: keys.Release}, grid.Modes{}, ""},
		{"release that is asked for", pressed{Key: "Escape", Kind: keys.Release}, grid.Modes{Kitty: 3}, "\x1b[27;1:3u"},
		{"chord in kitty's protocol", pressed{Key: "I", Code: "KeyI", Mod: keys.Ctrl | keys.Shift}, grid.Modes{Kitty: 1}, "\x1b[105;6u"},
		{"a key that no terminal knows", pressed{Key: "BrightnessUp"}, grid.Modes{}, ""},
		{"no key", pressed{}, grid.Modes{}, ""},
		{"a control character", pressed{Key: "\x07"}, grid.Modes{}, ""},
		{"nonsense", pressed{Key: "a", Kind: 9, Mod: 255}, grid.Modes{}, ""},
	} {
		k, ok := tt.press.key()
		got := ""
		if ok {
			got = string(keys.Encode(nil, k, tt.modes))
		}
		if got != tt.want {
			t.Errorf("%s: got %q (%+v), want %q", tt.name, got, k, tt.want)
		}
	}
}
