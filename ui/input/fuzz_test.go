package input

import (
	"bytes"
	"testing"

	"dormer/session/grid"
	"dormer/ui/keys"
)

// spread makes events independent of how the input was cut: text becomes keys, a paste single
// bytes.
func spread(events []Event) []Event {
	var out []Event
	for _, e := range events {
		switch e := e.(type) {
		case Text:
			for _, k := range keys.Typed(e.Text) {
				out = append(out, Key{k})
			}
		case Paste:
			if e.First {
				out = append(out, Paste{First: true})
			}
			for i := range e.Data {
				out = append(out, Paste{Data: e.Data[i : i+1], More: true})
			}
			if !e.More {
				out = append(out, Paste{})
			}
		default:
			out = append(out, e)
		}
	}
	return out
}

func seeds(f *testing.F) {
	for _, tt := range replies {
		f.Add([]byte(tt.in), uint16(2))
	}
	for _, s := range []string{
		"", "a\x1b", "\x1b\x1b[A", "\x1b[200~x\x1b[20\x1b[201~y", "\x1b[97:65:99;6:2;97:98u", "日\xff\xe6\x97", "\x1b[M !!", "\x1b[[A\x1b[7$",
		"\x1b[<0;1;1M\x1b[<0;1", "\x1bOz\x1bO5P", "\x1b[1;2R\x1b[24;80R", "text of more than eight characters\r",
		"\x1b[27;6;65~\x1b[65;30;97;1;0;65535_", "\x1b[1114112u\x1b[57999u", "\x1b]11;x\x1b[A\x1b]11;\r",
	} {
		f.Add([]byte(s), uint16(3))
	}
}

// FuzzDecode cuts input in two ways and checks that both give the same events, of bounded size.
func FuzzDecode(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, in []byte, portion uint16) {
		var whole, cut Decoder
		want := whole.Feed(in)
		var got []Event
		n := int(portion)%64 + 1
		for p := in; len(p) > 0; p = p[min(n, len(p)):] {
			got = append(got, cut.Feed(p[:min(n, len(p))])...)
			if len(cut.pending) > maxString {
				t.Fatalf("%d bytes are pending", len(cut.pending))
			}
		}
		if !bytes.Equal(whole.pending, cut.pending) || whole.paste.open != cut.paste.open || whole.swallow != cut.swallow {
			t.Errorf("in portions of %d %q is pending, at once %q", n, cut.pending, whole.pending)
		}
		got, want = append(got, cut.Flush()...), append(want, whole.Flush()...)
		if g, w := show(spread(got)), show(spread(want)); g != w {
			t.Errorf("in portions of %d: %s\nat once: %s", n, g, w)
		}
		if cut.Pending() {
			t.Error("something is pending after the time-out")
		}
		if len(want) > 2*len(in)+2 {
			t.Errorf("%d bytes became %d events", len(in), len(want))
		}
		// Whatever was read can be written to any child.
		for _, e := range want {
			write(e)
		}
	})
}

// write encodes an event for children of every kind.
func write(e Event) (legacy []byte) {
	modes := []grid.Modes{{Kitty: 31}, {Kitty: 1}, {ModifyOtherKeys: 2}, {}}
	for _, m := range modes {
		m.Mouse = grid.MouseAny
		switch e := e.(type) {
		case Key:
			legacy = keys.Encode(nil, e.Key, m)
		case Text:
			legacy = keys.EncodeText(nil, e.Text, m)
		case Mouse:
			legacy = keys.EncodeMouse(nil, e.Mouse, m)
		}
	}
	return legacy
}

// FuzzLegacyPassesThrough reads bytes without ESC and writes them for a child without keyboard
// protocol: it gets the same bytes.
func FuzzLegacyPassesThrough(f *testing.F) {
	f.Add([]byte("ls -l\r\x03\x00\x1c\x1f\x7f\b\t日\xff\x9b\xe6\x97"), uint16(3))
	f.Fuzz(func(t *testing.T, in []byte, portion uint16) {
		in = bytes.ReplaceAll(in, []byte{esc}, nil)
		var d Decoder
		var events []Event
		n := int(portion)%64 + 1
		for p := in; len(p) > 0; p = p[min(n, len(p)):] {
			events = append(events, d.Feed(p[:min(n, len(p))])...)
		}
		var got []byte
		for _, e := range append(events, d.Flush()...) {
			got = append(got, write(e)...)
		}
		if !bytes.Equal(got, in) {
			t.Errorf("got %q, want %q", got, in)
		}
	})
}
