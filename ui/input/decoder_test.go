package input

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"dormer/session/grid"
	"dormer/ui/keys"
)

// show formats events for comparison: keys by name.
func show(events []Event) string {
	var out []string
	for _, e := range events {
		out = append(out, showOne(e))
	}
	return strings.Join(out, " ")
}

func showOne(e Event) string {
	switch e := e.(type) {
	case Key:
		return e.Name() + map[keys.Kind]string{keys.Press: "", keys.Repeat: "(repeat)", keys.Release: "(release)"}[e.Kind]
	case Text:
		return fmt.Sprintf("text%q", e.Text)
	case Mouse:
		kind := map[keys.MouseKind]string{keys.MousePress: "press", keys.MouseRelease: "release", keys.MouseMotion: "motion"}[e.Kind]
		return fmt.Sprintf("mouse(%s %d at %d,%d mod %d)", kind, e.Button, e.X, e.Y, e.Mod)
	case Paste:
		return fmt.Sprintf("paste%q", e.Data) + map[bool]string{true: "first"}[e.First] + map[bool]string{true: "more"}[e.More]
	case Focus:
		return map[bool]string{true: "focus", false: "blur"}[e.In]
	case Reply:
		return fmt.Sprintf("reply(%d %v %q)", e.Kind, e.Params, e.Text)
	}
	return fmt.Sprintf("%T", e)
}

// decode returns the events of a read after the timeout has passed.
func decode(s string) []Event {
	var d Decoder
	return append(d.Feed([]byte(s)), d.Flush()...)
}

func TestKeys(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		// Characters and controls.
		{"a", "a"}, {"A", "A"}, {"%", "%"}, {" ", "space"}, {"é", "é"}, {"日本", "日 本"}, {"\x00", "ctrl+space"},
		{"\x01\x02\x1a", "ctrl+a ctrl+b ctrl+z"}, {"\x1c\x1d\x1e\x1f", `ctrl+\ ctrl+] ctrl+^ ctrl+_`},
		{"\t\r\n\b\x7f", "tab enter ctrl+j ctrl+h backspace"},
		// Escape and Alt.
		{"\x1b", "esc"}, {"\x1b\x1b", "esc esc"}, {"\x1b\x1b\x1b", "esc esc esc"},
		{"\x1ba", "alt+a"}, {"\x1bA", "alt+shift+a"}, {"\x1b%", "alt+%"}, {"\x1b ", "alt+space"}, {"\x1bé", "alt+é"},
		{"\x1b\r", "alt+enter"}, {"\x1b\x7f", "alt+backspace"}, {"\x1b\t", "alt+tab"}, {"\x1b\x02", "ctrl+alt+b"},
		{"\x1b[", "alt+["}, {"\x1bO", "alt+shift+o"}, {"\x1b]", "alt+]"}, {"\x1bP", "alt+shift+p"}, {"\x1b_", "alt+_"},
		{"\x1b^", "alt+^"}, {"\x1bX", "alt+shift+x"}, {"\x1b\\", `alt+\`},
		{"\x1bP\r", "alt+shift+p enter"}, {"\x1b]x", "alt+] x"}, {"\x1bO\r", "alt+shift+o enter"}, {"\x1b[\r", "alt+[ enter"},
		{"\x1bOz", "alt+shift+o z"}, {"\x1b\x1ba", "esc alt+a"}, {"\x1b\xff", "esc \xff"},
		{"\x1b\x1b[A", "alt+up"}, {"\x1b\x1bOP", "alt+f1"}, {"\x1b\x1b[3~", "alt+delete"}, {"\x1b\x1b[1;5A", "esc ctrl+up"},
		{"\x1b\x1b[97;5u", "esc ctrl+a"}, {"\x1b\x1b[I", "esc focus"}, {"\x1b\x1b[", "esc alt+["},
		// xterm.
		{"\x1b[A\x1b[B\x1b[C\x1b[D", "up down right left"}, {"\x1bOA\x1bOB\x1bOC\x1bOD", "up down right left"},
		{"\x1b[H\x1b[F\x1bOH\x1bOF", "home end home end"}, {"\x1b[2~\x1b[3~\x1b[5~\x1b[6~", "insert delete pgup pgdown"},
		{"\x1b[1~\x1b[4~\x1b[7~\x1b[8~", "home end home end"},
		{"\x1b[1;2A\x1b[1;3B\x1b[1;5C\x1b[1;6D\x1b[1;8H", "shift+up alt+down ctrl+right ctrl+shift+left ctrl+alt+shift+home"},
		{"\x1b[3;5~\x1b[5;2~", "ctrl+delete shift+pgup"}, {"\x1b[Z", "shift+tab"}, {"\x1b[1;0A", "up"}, {"\x1b[1;1A", "up"},
		{"\x1bOP\x1bOQ\x1bOR\x1bOS", "f1 f2 f3 f4"}, {"\x1b[15~\x1b[17~\x1b[18~\x1b[19~\x1b[20~\x1b[21~", "f5 f6 f7 f8 f9 f10"},
		{"\x1b[23~\x1b[24~\x1b[25~\x1b[26~\x1b[28~\x1b[29~\x1b[31~\x1b[34~", "f11 f12 f13 f14 f15 f16 f17 f20"},
		{"\x1b[1;2P\x1b[1;5Q\x1b[1;2R\x1b[1;3S\x1b[24;2~", "shift+f1 ctrl+f2 shift+f3 alt+f4 shift+f12"},
		{"\x1b[E\x1bOE", "kpbegin kpbegin"}, {"\x1bOM\x1bOp\x1bOk\x1bOj", "kpenter kp0 kpadd kpmultiply"},
		{"\x1b[P\x1b[Q\x1b[S\x1b[13~", "f1 f2 f4 f3"},
		// The Linux console and rxvt.
		{"\x1b[[A\x1b[[B\x1b[[C\x1b[[D\x1b[[E", "f1 f2 f3 f4 f5"}, {"\x1b[[", "alt+[ ["}, {"\x1b[[x", "alt+[ [ x"},
		{"\x1b[11~\x1b[12~\x1b[13~\x1b[14~", "f1 f2 f3 f4"},
		{"\x1b[a\x1b[d\x1bOa\x1bOd", "shift+up shift+left ctrl+up ctrl+left"},
		{"\x1b[7$\x1b[3$\x1b[5^\x1b[6@", "shift+home shift+delete ctrl+pgup ctrl+shift+pgdown"},
		{"\x1b[23$", "shift+f11"},
		// modifyOtherKeys.
		{"\x1b[27;5;97~", "ctrl+a"}, {"\x1b[27;6;65~", "ctrl+shift+a"}, {"\x1b[27;2;13~", "shift+enter"}, {"\x1b[27;5;9~", "ctrl+tab"},
		{"\x1b[27;5;49~", "ctrl+1"}, {"\x1b[27;6;33~", "ctrl+!"}, {"\x1b[27;3;127~", "alt+backspace"}, {"\x1b[27;2;32~", "shift+space"},
		{"\x1b[27;2;33~", "!"}, {"\x1b[27;5;27~", "ctrl+esc"}, {"\x1b[27;4;33~", "alt+!"},
		// Kitty's protocol.
		{"\x1b[97u", "a"}, {"\x1b[97;5u", "ctrl+a"}, {"\x1b[97;6u", "ctrl+shift+a"}, {"\x1b[97:65;6u", "ctrl+shift+a"},
		{"\x1b[97:65;2u", "A"}, {"\x1b[97;2u", "A"}, {"\x1b[97;65u", "A"}, {"\x1b[53:37;2u", "%"}, {"\x1b[53:37;4u", "alt+%"},
		{"\x1b[27u\x1b[27;3u", "esc alt+esc"}, {"\x1b[13;2u\x1b[9;5u\x1b[127;3u\x1b[32;5u", "shift+enter ctrl+tab alt+backspace ctrl+space"},
		{"\x1b[105;5u", "ctrl+i"}, {"\x1b[1089::99;5u", "ctrl+c"}, {"\x1b[1089:1057:99;6u", "ctrl+shift+c"},
		{"\x1b[97;1:2u\x1b[97;1:3u", "a(repeat) a(release)"}, {"\x1b[1;1:3A\x1b[3;5:2~", "up(release) ctrl+delete(repeat)"},
		{"\x1b[97;;97u", "a"}, {"\x1b[97;2;65u", "A"}, {"\x1b[97;3;229u", "alt+a"}, {"\x1b[0;;26085:26412u", "日本"},
		{"\x1b[97;9u", "super+a"}, {"\x1b[97;17u", "hyper+a"}, {"\x1b[97;33u", "meta+a"}, {"\x1b[1;9A", "super+up"},
		{"\x1b[97;133u", "ctrl+a"}, {"\x1b[57441;2u", "shift+leftshift"}, {"\x1b[57376u", "f13"}, {"\x1b[57414u", "kpenter"},
		{"\x1b[57404;129u", "kp5"}, {"\x1b[57417u", "kpleft"}, {"\x1b[57363u", "menu"}, {"\x1b[1;129A", "up"}, {"\x1b[57440u", "mute"},
	} {
		if got := show(decode(tt.in)); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.in, got, tt.want)
		}
	}
}

func TestKeyDetails(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want keys.Key
	}{
		{"\x1b[97:65:99;6u", keys.Key{Code: 'a', Shifted: 'A', Base: 'c', Mod: keys.Ctrl | keys.Shift}},
		{"\x1b[97::99;5u", keys.Key{Code: 'a', Base: 'c', Mod: keys.Ctrl}},
		{"\x1b[53:37;2;37u", keys.Key{Code: '5', Shifted: '%', Mod: keys.Shift, Text: "%"}},
		{"\x1b[97;3;229u", keys.Key{Code: 'a', Mod: keys.Alt, Text: "å"}},
		{"\x1b[97;1;7u", keys.Key{Code: 'a', Text: "a"}},
		{"\x1b[97;65u", keys.Key{Code: 'a', Mod: keys.CapsLock, Text: "A"}},
		{"\x1b[97;66u", keys.Key{Code: 'a', Mod: keys.CapsLock | keys.Shift, Text: "A"}},
		{"\x1b[97;1:3u", keys.Key{Code: 'a', Kind: keys.Release}},
		{"\x1b[57404;129u", keys.Key{Code: keys.Kp5, Mod: keys.NumLock, Text: "5"}},
		{"\x1b[0;;229u", keys.Key{Text: "å"}},
		{"\x1b[97;256u", keys.Key{Code: 'a', Mod: 0xff}},
		{"\x1b:", keys.Key{Code: ':', Mod: keys.Alt, Escaped: true}},
		{"\x1b[27;3;58~", keys.Key{Code: ':', Mod: keys.Alt}},
		{"\xff", keys.Key{Text: "\xff"}},
		{"\x9b", keys.Key{Text: "\x9b"}},
	} {
		got := decode(tt.in)
		if len(got) != 1 || got[0] != (Key{tt.want}) {
			t.Errorf("%q: got %+v, want %+v", tt.in, got, tt.want)
		}
	}
}

func TestText(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"1234567", "1 2 3 4 5 6 7"},
		{"12345678", `text"12345678"`},
		{"ls -l\rpwd\r", `text"ls -l\rpwd\r"`},
		{"日本語日本語", "日 本 語 日 本 語"},
		{"日本語日本語日本", `text"日本語日本語日本"`},
		{"a\tb\nc\xffdef\x9b", `text"a\tb\nc\xffdef\x9b"`},
		{"\ue017", "\ue017"},
		{"12345678\x03abcdefgh", `text"12345678" ctrl+c text"abcdefgh"`},
		{"12345678\x1b[A", `text"12345678" up`},
		{"12345678\xe6\x97", "text\"12345678\" \xe6 \x97"},
	} {
		if got := show(decode(tt.in)); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.in, got, tt.want)
		}
	}
}

func TestMouse(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"\x1b[<0;5;3M", "mouse(press 1 at 4,2 mod 0)"},
		{"\x1b[<2;5;3m", "mouse(release 3 at 4,2 mod 0)"},
		{"\x1b[<32;1;1M", "mouse(motion 1 at 0,0 mod 0)"},
		{"\x1b[<35;300;200M", "mouse(motion 0 at 299,199 mod 0)"},
		{"\x1b[<35;1;1m", "mouse(motion 0 at 0,0 mod 0)"},
		{"\x1b[<64;1;1M\x1b[<65;1;1M\x1b[<66;1;1M\x1b[<67;1;1M", "mouse(press 4 at 0,0 mod 0) mouse(press 5 at 0,0 mod 0) mouse(press 6 at 0,0 mod 0) mouse(press 7 at 0,0 mod 0)"},
		{"\x1b[<64;1;1m", ""},
		{"\x1b[<28;1;1M", "mouse(press 1 at 0,0 mod 7)"},
		{"\x1b[<81;2;2M", "mouse(press 5 at 1,1 mod 4)"},
		{"\x1b[<128;1;1M", "mouse(press 8 at 0,0 mod 0)"},
		{"\x1b[<0;0;0M", "mouse(press 1 at 0,0 mod 0)"},
		{"\x1b[M !!", "mouse(press 1 at 0,0 mod 0)"},
		{"\x1b[M#%$", "mouse(release 0 at 4,3 mod 0)"},
		{"\x1b[M@\xff\xe0", "mouse(motion 1 at 222,191 mod 0)"},
		{"\x1b[M`!!", "mouse(press 4 at 0,0 mod 0)"},
		{"\x1b[32;5;3M\x1b[35;5;3M", "mouse(press 1 at 4,2 mod 0) mouse(release 0 at 4,2 mod 0)"},
		{"\x1b[I\x1b[O", "focus blur"},
	} {
		if got := show(decode(tt.in)); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.in, got, tt.want)
		}
	}
}

// replies are replies of terminals and what they mean.
var replies = []struct {
	in   string
	want Reply
}{
	{"\x1b[?62;4;22c", Reply{Kind: PrimaryDA, Params: []int{62, 4, 22}}},
	{"\x1b[>41;388;0c", Reply{Kind: SecondaryDA, Params: []int{41, 388, 0}}},
	{"\x1bP>|xterm(388)\x1b\\", Reply{Kind: Version, Text: "xterm(388)"}},
	{"\x1b[?2026;2$y", Reply{Kind: ModeReport, Params: []int{2026, 2}}},
	{"\x1b[?5u", Reply{Kind: KittyFlags, Params: []int{5}}},
	{"\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\", Reply{Kind: Color, Params: []int{11}, Text: "rgb:1e1e/1e1e/2e2e"}},
	{"\x1b]10;rgb:ff/ff/ff\a", Reply{Kind: Color, Params: []int{10}, Text: "rgb:ff/ff/ff"}},
	{"\x1b]12;#ff0000\a", Reply{Kind: Color, Params: []int{12}, Text: "#ff0000"}},
	{"\x1b[?997;2n", Reply{Kind: Scheme, Params: []int{997, 2}}},
	{"\x1b]4;255;rgb:ff/ff/ff\x1b\\", Reply{Kind: Color, Params: []int{4, 255}, Text: "rgb:ff/ff/ff"}},
	{"\x1b[24;80R", Reply{Kind: CursorPosition, Params: []int{24, 80}}},
	{"\x1b[1;1R", Reply{Kind: CursorPosition, Params: []int{1, 1}}},
	{"\x1b[?1;5R", Reply{Kind: CursorPosition, Params: []int{1, 5}}},
	{"\x1b[?1;5;1R", Reply{Kind: CursorPosition, Params: []int{1, 5}}},
	{"\x1b[8;24;80t", Reply{Kind: WindowSize, Params: []int{8, 24, 80}}},
	{"\x1b[4;480;800t", Reply{Kind: WindowSize, Params: []int{4, 480, 800}}},
	{"\x1b[48;24;80;480;800t", Reply{Kind: WindowSize, Params: []int{48, 24, 80, 480, 800}}},
	{"\x1b[0n", Reply{Kind: Other, Text: "[0n"}},
	{"\x1b[4;1$y", Reply{Kind: Other, Text: "[4;1$y"}},
	{"\x1b[>4;2m", Reply{Kind: Other, Text: "[>4;2m"}},
	{"\x1b[2;1;1;112;112;1;0x", Reply{Kind: Other, Text: "[2;1;1;112;112;1;0x"}},
	{"\x1b[65;30;97;1;0;1_", Reply{Kind: Other, Text: "[65;30;97;1;0;1_"}},
	{"\x1bP1+r5463\x1b\\", Reply{Kind: Other, Text: "P1+r5463\x1b\\"}},
	{"\x1bP1$r0m\x1b\\", Reply{Kind: Other, Text: "P1$r0m\x1b\\"}},
	{"\x1bP!|7E7E0000\x1b\\", Reply{Kind: Other, Text: "P!|7E7E0000\x1b\\"}},
	{"\x1b]52;c;aGk=\a", Reply{Kind: Other, Text: "]52;c;aGk=\a"}},
	{"\x1b_Gi=31;OK\x1b\\", Reply{Kind: Other, Text: "_Gi=31;OK\x1b\\"}},
}

func TestReplies(t *testing.T) {
	for _, tt := range replies {
		if got, want := show(decode(tt.in)), showOne(tt.want); got != want {
			t.Errorf("%q: got %s, want %s", tt.in, got, want)
		}
	}
}

// TestSplitRepliesAreNotTyped feeds every reply in two pieces and byte by byte, between keys that
// must be read unchanged.
func TestSplitRepliesAreNotTyped(t *testing.T) {
	for _, tt := range replies {
		in, want := "a"+tt.in+"b", "a "+showOne(tt.want)+" b"
		for cut := 1; cut < len(in); cut++ {
			var d Decoder
			got := append(d.Feed([]byte(in[:cut])), d.Feed([]byte(in[cut:]))...)
			if show(got) != want {
				t.Errorf("%q cut at %d: got %s, want %s", in, cut, show(got), want)
			}
		}
		if got := show(bytewise(in)); got != want {
			t.Errorf("%q byte by byte: got %s, want %s", in, got, want)
		}
	}
}

func bytewise(in string) []Event {
	var d Decoder
	var out []Event
	for i := range len(in) {
		out = append(out, d.Feed([]byte{in[i]})...)
	}
	return out
}

// TestPartialReplyIsNotTyped cuts replies off: the part is dropped, and the next key is a key.
func TestPartialReplyIsNotTyped(t *testing.T) {
	for _, tt := range replies {
		for cut := 3; cut < len(tt.in); cut++ {
			var d Decoder
			got := d.Feed([]byte(tt.in[:cut]))
			got = append(append(got, d.Flush()...), d.Feed([]byte("q"))...)
			for _, e := range got[:len(got)-1] {
				if r, ok := e.(Reply); !ok || r.Kind != Other {
					t.Errorf("%q: got %s", tt.in[:cut], show(got))
				}
			}
			if s := showOne(got[len(got)-1]); s != "q" {
				t.Errorf("%q and q: got %s", tt.in[:cut], show(got))
			}
		}
	}
}

func TestBrokenSequences(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"a key cuts off a CSI", "\x1b[12\x1b[A", `reply(0 [] "[12") up`},
		{"a control cuts off a CSI", "\x1b[?12\rq", `reply(0 [] "[?12") enter q`},
		{"a key cuts off an OSC", "\x1b]11;rgb:\x1b[A", `reply(0 [] "]11;rgb:") up`},
		{"enter cuts off an OSC", "\x1b]11;ls\rq", `reply(0 [] "]11;ls") enter q`},
		{"a control cuts off a mouse report", "\x1b[M !\rq", `reply(0 [] "[M !") enter q`},
		{"invalid mouse report", "\x1b[<0;1Mq", `reply(0 [] "[<0;1M") q`},
		{"an unknown CSI", "\x1b[99~q", `reply(0 [] "[99~") q`},
		{"a key of no keyboard", "\x1b[57999uq", `reply(0 [] "[57999u") q`},
		{"a number of the private use area", "\x1b[63743uq", `reply(0 [] "[63743u") q`},
		{"a key of no character", "\x1b[1114112uq", `reply(0 [] "[1114112u") q`},
		{"a paste that ended before", "\x1b[201~q", "q"},
		{"a CSI too long", "\x1b[" + strings.Repeat("1;", 500) + "mq", `reply(0 [] "[` + strings.Repeat("1;", 31) + `") q`},
		{"an OSC too long", "\x1b]11;" + strings.Repeat("x", 40000) + "\aq", `reply(0 [] "]11;` + strings.Repeat("x", 59) + `") q`},
		{"a DCS too long", "\x1bP1;" + strings.Repeat("x", 40000) + "\x1b\\q", `reply(0 [] "P1;` + strings.Repeat("x", 60) + `") q`},
		{"enter ends an OSC too long", "\x1b]11;" + strings.Repeat("x", 40000) + "\rq", `reply(0 [] "]11;` + strings.Repeat("x", 59) + `") enter q`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := show(decode(tt.in)); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if got := show(bytewise(tt.in)); got != tt.want {
				t.Errorf("byte by byte: got %s, want %s", got, tt.want)
			}
		})
	}
}

// collect joins the parts of the only paste among events.
func collect(t *testing.T, events []Event) (data []byte, done bool) {
	t.Helper()
	for i, e := range events {
		p, ok := e.(Paste)
		if !ok || done {
			t.Fatalf("event %d of a paste is %s", i, showOne(e))
		}
		if p.First != (i == 0) {
			t.Errorf("part %d: first is %v", i, p.First)
		}
		if len(p.Data) > maxPart {
			t.Errorf("part %d has %d bytes, want at most %d", i, len(p.Data), maxPart)
		}
		data, done = append(data, p.Data...), !p.More
	}
	return data, done
}

func TestPasteCutAnywhere(t *testing.T) {
	const body = "a\x1b[A\r\n\xff\xe6\x97\x1b[200~\x1b[20\x1b[201\x1b\x1b[\x00é"
	in := "\x1b[200~" + body + "\x1b[201~"
	for i := range len(in) {
		for j := i; j <= len(in); j++ {
			var d Decoder
			var events []Event
			for _, part := range []string{in[:i], in[i:j], in[j:]} {
				events = append(events, d.Feed([]byte(part))...)
			}
			if got, done := collect(t, events); string(got) != body || !done {
				t.Fatalf("cut at %d and %d: got %q (ended: %v), want %q", i, j, got, done, body)
			}
		}
	}
}

func TestLongPasteComesInParts(t *testing.T) {
	body := bytes.Repeat([]byte("0123456789\x1b[20\r\xfe"), 100_000)
	in := append(append([]byte("\x1b[200~"), body...), "\x1b[201~"...)
	for _, portion := range []int{1000, 4096, maxPart, maxPart + 3, len(in)} {
		var d Decoder
		var events []Event
		for p := in; len(p) > 0; p = p[min(portion, len(p)):] {
			events = append(events, d.Feed(p[:min(portion, len(p))])...)
		}
		if got, done := collect(t, events); !bytes.Equal(got, body) || !done {
			t.Errorf("in portions of %d: got %d bytes (ended: %v), want %d", portion, len(got), done, len(body))
		}
	}
}

func TestPasteEnds(t *testing.T) {
	for _, tt := range []struct{ name, in, flushed, want string }{
		{"empty", "\x1b[200~\x1b[201~q", "", `paste""first q`},
		{"keys follow", "\x1b[200~x\x1b[201~q\x1b[A", "", `paste"x"first q up`},
		{"two", "\x1b[200~x\x1b[201~\x1b[200~y\x1b[201~", "", `paste"x"first paste"y"first`},
		{"never", "\x1b[200~x", "q", `paste"x"firstmore paste"" q`},
		{"never, within its end mark", "\x1b[200~x\x1b[20", "q", `paste"x"firstmore paste"\x1b[20" q`},
		{"never, before its first byte", "\x1b[200~", "q", `paste""first q`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var d Decoder
			got := d.Feed([]byte(tt.in))
			if tt.flushed != "" {
				got = append(append(got, d.Flush()...), d.Feed([]byte(tt.flushed))...)
			}
			if show(got) != tt.want {
				t.Errorf("got %s, want %s", show(got), tt.want)
			}
		})
	}
}

func TestRestOfALostPasteIsNotTyped(t *testing.T) {
	rest := strings.Repeat("rm -r x\r", 10)
	var d Decoder
	feed := func(s string) string { return show(d.Feed([]byte(s))) }
	feed("\x1b[200~x")
	if got, want := show(d.Flush()), `paste""`; got != want {
		t.Errorf("silence: got %s, want %s", got, want)
	}
	if got, want := feed("q"), "q"; got != want {
		t.Errorf("a key: got %s, want %s", got, want)
	}
	if got, want := feed(rest), fmt.Sprintf("paste%qfirstmore", rest); got != want {
		t.Errorf("the rest: got %s, want %s", got, want)
	}
	if got, want := feed("\x1b[201~"), `paste""`; got != want {
		t.Errorf("the end: got %s, want %s", got, want)
	}
	if got, want := feed(rest), fmt.Sprintf("text%q", rest); got != want {
		t.Errorf("afterwards: got %s, want %s", got, want)
	}
}

func TestTimeouts(t *testing.T) {
	const escape = 25 * time.Millisecond
	for _, tt := range []struct {
		in   string
		want time.Duration
	}{
		{"a", 0}, {"\x1b[A", 0},
		{"\x1b", escape}, {"\x1b\x1b", escape}, {"\x1b[", escape}, {"\x1bO", escape}, {"\x1bP", escape}, {"\x1b\x1b[", escape},
		{"\x1b[1", keyPatience}, {"\x1b[1;5", keyPatience}, {"\x1b\x1b[1", keyPatience}, {"\x1bO5", keyPatience}, {"\xe6\x97", keyPatience}, {"\x1b\xe6", keyPatience},
		{"\x1b[?", answerPatience}, {"\x1b[<35;1", answerPatience}, {"\x1b]11", answerPatience}, {"\x1bP>|x", answerPatience}, {"\x1b_G", answerPatience},
		{"\x1b]1" + strings.Repeat("x", maxString), answerPatience},
		{"\x1b[200~", pastePatience}, {"\x1b[200~abc\x1b[2", pastePatience},
	} {
		var d Decoder
		d.Feed([]byte(tt.in))
		if got := d.Patience(escape); got != tt.want {
			t.Errorf("%.20q: got %v, want %v", tt.in, got, tt.want)
		}
		if got, want := d.Pending(), tt.want > 0; got != want {
			t.Errorf("%.20q: pending is %v, want %v", tt.in, got, want)
		}
		d.Flush()
		if d.Pending() {
			t.Errorf("%.20q: still pending after the time-out", tt.in)
		}
	}
}

// TestInputReachesTheChildUnchanged encodes every key in every protocol of terminals and reads it
// back.
func TestInputReachesTheChildUnchanged(t *testing.T) {
	names := []string{
		"a", "A", "%", "é", "日", "space", "enter", "tab", "esc", "backspace", "up", "down", "left", "right", "home", "end",
		"insert", "delete", "pgup", "pgdown", "f1", "f2", "f3", "f4", "f5", "f12", "shift+tab", "ctrl+a", "ctrl+b", "ctrl+]",
		"ctrl+space", "alt+a", "alt+shift+a", "alt+é", "alt+enter", "alt+backspace", "ctrl+alt+b", "ctrl+up", "alt+left",
		"ctrl+shift+right", "shift+f3", "ctrl+f12", "ctrl+delete", "shift+pgup",
	}
	chords := []string{
		"shift+enter", "ctrl+enter", "ctrl+tab", "ctrl+i", "ctrl+m", "ctrl+[", "ctrl+1", "ctrl+shift+a", "ctrl+;", "alt+ctrl+shift+x", "alt+esc",
	}
	kitty := []string{"super+a", "hyper+up", "meta+x", "ctrl+super+f5", "f13", "f35", "menu", "kpenter", "kpleft", "mute", "ctrl+backspace"}
	check := func(m grid.Modes, names []string) {
		for _, name := range names {
			k, err := keys.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			b := keys.Encode(nil, k, m)
			if got := show(decode(string(b))); got != k.Name() {
				t.Errorf("%s in %+v: %q reads back as %s", name, m, b, got)
			}
		}
	}
	check(grid.Modes{}, names)
	check(grid.Modes{AppCursor: true, AppKeypad: true}, names)
	check(grid.Modes{ModifyOtherKeys: 1}, names)
	check(grid.Modes{ModifyOtherKeys: 2}, append(names, chords...))
	for flags := uint8(1); flags < 32; flags++ {
		all := names
		if flags&(1|8) != 0 {
			all = append(append(all, chords...), kitty...)
		}
		check(grid.Modes{Kitty: flags, AppCursor: true}, all)
	}
}
