package vt

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestEvents(t *testing.T) {
	for _, tt := range []struct {
		name, in string
		want     []Event
	}{
		{"bell", "\a", []Event{Bell{}}},
		{"several bells are one", "\a\a\a", []Event{Bell{}}},
		{"the end of a title is not a bell", "\x1b]2;x\a", nil},
		{"clipboard", "\x1b]52;c;aGVsbG8=\a", []Event{Clipboard{"c", "hello"}}},
		{"clipboard without padding", "\x1b]52;;aGVsbG8\x1b\\", []Event{Clipboard{"", "hello"}}},
		{"clipboard that is no base64", "\x1b]52;c;***\a", nil},
		{"marks", "\x1b]133;A\a\x1b]133;B\a\x1b]133;C\a\x1b]133;D;3\a", []Event{
			Mark{Kind: MarkPrompt, ID: 1}, Mark{Kind: MarkInput, ID: 1}, Mark{Kind: MarkCommand, ID: 1}, Mark{Kind: MarkDone, ID: 1, ExitCode: 3, HasExitCode: true},
		}},
		{"mark on a line", "a\r\nb\r\nc\r\nd\r\n\x1b]133;A\a", []Event{Mark{Kind: MarkPrompt, ID: 1, Line: 4}}},
		{"mark with options", "\x1b]133;A;redraw=0\a\x1b]133;D;1;err=x\a", []Event{
			Mark{Kind: MarkPrompt, ID: 1}, Mark{Kind: MarkDone, ID: 1, ExitCode: 1, HasExitCode: true},
		}},
		{"notification that is abandoned", "\x1b]9;done\x1b[31m", nil},
		{"notification of iTerm", "\x1b]9;it is done\a", []Event{Notification{Body: "it is done"}}},
		{"progress is not a notification", "\x1b]9;4;1;50\a", nil},
		{"another command of ConEmu is not a notification", "\x1b]9;9;/tmp\a", nil},
		{"notification of kitty", "\x1b]99;;hello\a", []Event{Notification{Title: "hello"}}},
		{"notification of kitty in parts", "\x1b]99;i=1:d=0;Bui\a\x1b]99;i=1:d=0;ld\a\x1b]99;i=1:p=body;do\u202ene\a", []Event{Notification{"Build", "done"}}},
		{"notification of kitty in base64", "\x1b]99;e=1:p=body;aGVs\nbG8=\a\x1b]99;e=1;*\a", []Event{Notification{Body: "hello"}}},
		{"other commands of kitty are not notifications", "\x1b]99;i=1:p=?;\a\x1b]99;i=1:p=close;\a\x1b]99;i=1:p=icon;x\a", nil},
		{"notification with a title", "\x1b]777;notify;build;failed\a", []Event{Notification{"build", "failed"}}},
		{"cancelled", "\x1b]9;x\x18", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := New(4, 6, Options{})
			_, _ = term.Write([]byte(tt.in))
			if got := term.TakeEvents(); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestTitles(t *testing.T) {
	for _, tt := range []struct{ name, in, title, icon, dir string }{
		{"both", "\x1b]0;a\a", "a", "a", ""},
		{"apart", "\x1b]1;i\a\x1b]2;t\x1b\\", "t", "i", ""},
		{"a byte of a character is not C1", "\x1b]2;✜\a", "✜", "", ""},
		{"without characters that are not for titles", "\x1b]2;a\u202eb\u0085c\td\a", "abcd", "", ""},
		{"invalid UTF-8", "\x1b]2;a\xffb\a", "a\ufffdb", "", ""},
		{"stack", "\x1b]0;a\a\x1b[22t\x1b]0;b\a\x1b[23t", "a", "a", ""},
		{"stack of titles alone", "\x1b]0;a\a\x1b[22;2t\x1b]0;b\a\x1b[23;2t", "a", "b", ""},
		{"abandoned", "\x1b]2;x\x1b[31my", "", "", ""},
		{"too long", "\x1b]2;" + strings.Repeat("é", 5000) + "\a", strings.Repeat("é", 512), "", ""},
		{"directory", "\x1b]7;file://host/tmp/a%20b%C3%A9\a", "", "", "/tmp/a bé"},
		{"directory without a host, unescaped", "\x1b]7;file:///tmp/a b\a", "", "", "/tmp/a b"},
		{"invalid directory", "\x1b]7;http://h/x\a\x1b]7;file://h\a\x1b]7;tmp\a", "", "", ""},
		{"directory with a control character", "\x1b]7;file:///tmp/%0aevil\a", "", "", ""},
		{"directory with half an escape", "\x1b]7;file:///tmp/%2\a", "", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			term := New(4, 6, Options{})
			_, _ = term.Write([]byte(tt.in))
			if term.Title() != tt.title || term.Icon() != tt.icon || term.Dir() != tt.dir {
				t.Errorf("got %q, %q, %q; want %q, %q, %q", term.Title(), term.Icon(), term.Dir(), tt.title, tt.icon, tt.dir)
			}
		})
	}
}

func TestLinks(t *testing.T) {
	term := New(4, 20, Options{})
	_, _ = term.Write([]byte("\x1b]8;a=b:id=x;http://h/1\x1b\\ab\x1b[1mc\x1b[0md\x1b]8;;\x1b\\e"))
	for x, want := range []string{"http://h/1", "http://h/1", "http://h/1", "http://h/1", ""} {
		l := term.Palette().Link(term.Palette().Style(term.Row(0)[x].Style).Link)
		if l.URI != want {
			t.Errorf("column %d: got link %q, want %q", x, l.URI, want)
		}
		if want != "" && l.ID != "x" {
			t.Errorf("column %d: got id %q", x, l.ID)
		}
	}
}

// A string that never ends takes little memory, and its end is found.
func TestEndlessStrings(t *testing.T) {
	for _, start := range []string{"\x1b]2;", "\x1bP$q", "\x1bPq", "\x1b_", "\x1b^", "\x1bX", "\x1b[", "\x1b]52;c;"} {
		t.Run(fmt.Sprintf("%q", start), func(t *testing.T) {
			term := New(4, 20, Options{})
			_, _ = term.Write([]byte(start))
			junk := bytes.Repeat([]byte("1"), 64<<10)
			for range 64 {
				_, _ = term.Write(junk)
			}
			if got := cap(term.parser.buf); got > 2*maxString {
				t.Errorf("holds %d bytes", got)
			}
			_, _ = term.Write([]byte("\x1b\\\x18after"))
			if got := text(term, 0); got != "after" {
				t.Errorf("got %q", got)
			}
			if got := cap(term.parser.buf); got > keepString {
				t.Errorf("still holds %d bytes", got)
			}
		})
	}
}

// Unused links, styles and clusters are dropped, however many there are.
func TestPaletteIsSwept(t *testing.T) {
	term := New(4, 20, Options{HistoryLines: 10})
	for i := range 100_000 {
		fmt.Fprintf(term, "\x1b]8;;http://h/%d\x1b\\\x1b[38;2;%d;%d;%dma%c%c\x1b]8;;\x1b\\\r\n", i, i>>16, i>>8&255, i&255, 0x300+i%100, 0x300+i/100%100)
	}
	if term.PaletteEpoch() == 0 {
		t.Error("the palette was never swept")
	}
	for y := range 3 {
		s := term.Palette().Style(term.Row(y)[0].Style)
		want := fmt.Sprintf("http://h/%d", 99_997+y)
		if got := term.Palette().Link(s.Link).URI; got != want {
			t.Errorf("row %d: got link %q, want %q", y, got, want)
		}
		if _, _, b, ok := s.FG.RGB(); !ok || int(b) != (99_997+y)&255 {
			t.Errorf("row %d: got colour %x", y, s.FG)
		}
	}
	first, _ := term.History()
	cells, _ := term.HistoryLine(first, nil)
	if s := term.Palette().Style(cells[0].Style); term.Palette().Link(s.Link).URI != fmt.Sprintf("http://h/%d", first) {
		t.Errorf("line %d has link %q", first, term.Palette().Link(s.Link).URI)
	}
}

// A million combining marks on one cell stay one cell of limited text.
func TestEndlessCombiningMarks(t *testing.T) {
	term := New(4, 20, Options{})
	_, _ = term.Write([]byte("e" + strings.Repeat("\u0301", 1_000_000) + "x"))
	got := text(term, 0)
	if len(got) > 140 || !strings.HasSuffix(got, "x") || term.Cursor().Col != 2 {
		t.Errorf("got %d bytes, the cursor at column %d", len(got), term.Cursor().Col)
	}
}
