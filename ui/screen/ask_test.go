//go:build linux

package screen

import (
	"strings"
	"testing"

	"github.com/creack/pty"

	"dormer/session/grid"
	"dormer/ui/input"
)

func setSize(t *testing.T, o *outer, rows, cols uint16) {
	t.Helper()
	if err := pty.Setsize(o.ptm, &pty.Winsize{Rows: rows, Cols: cols}); err != nil {
		t.Fatal(err)
	}
}

func TestStartAsks(t *testing.T) {
	o := newOuter(t)
	o.read()
	term := o.open(nil)
	if err := term.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = term.Stop() }()
	out := o.await("\x1b[c")
	for _, question := range []string{"\x1b[?u", "\x1b[>q", "\x1b[?2026$p", "\x1b]11;?\x1b\\", "\x1b]4;15;?\x1b\\", "\x1b[?2031$p", statusQuestion} {
		if !strings.Contains(out, question) {
			t.Errorf("starting writes %q, without %q", out, question)
		}
	}
	if strings.Index(out, altScreenOn) > strings.Index(out, "\x1b[>5u") {
		t.Errorf("starting writes %q, want the keyboard flags after the switch to the alternate screen, which has its own stack of them", out)
	}
}

func TestLinuxConsoleIsNotQueried(t *testing.T) {
	o := newOuter(t)
	o.read()
	term := o.open(map[string]string{"TERM": "linux"})
	if err := term.Start(); err != nil {
		t.Fatal(err)
	}
	if err := term.Stop(); err != nil {
		t.Fatal(err)
	}
	out := o.await(altScreenOff)
	for _, unknown := range []string{"$p", "\x1b[c", "u\x1b", "\x1b]", " q", "t\x1b", "\x1b[>"} {
		if strings.Contains(out, unknown) {
			t.Errorf("the console gets %q, which contains %q", out, unknown)
		}
	}
}

func TestAnswers(t *testing.T) {
	_, term := started(t, nil)
	if term.Capabilities().Profile != Color256 || term.Kitty() || term.Capabilities().Sync {
		t.Fatalf("before any reply the capabilities are %+v", term.Capabilities())
	}
	term.Answer(input.Reply{Kind: input.Version, Text: "kitty(0.40.0)"})
	term.Answer(input.Reply{Kind: input.KittyFlags, Params: []int{5}})
	term.Answer(input.Reply{Kind: input.ModeReport, Params: []int{2026, 2}})
	term.Answer(input.Reply{Kind: input.Color, Params: []int{10}, Text: "rgb:ffff/8080/0000"})
	term.Answer(input.Reply{Kind: input.Color, Params: []int{11}, Text: "#102030"})
	term.Answer(input.Reply{Kind: input.Color, Params: []int{11}, Text: "nonsense"})
	term.Answer(input.Reply{Kind: input.Other})
	c := term.Capabilities()
	if c.Profile != TrueColor || !c.Sync || !c.Underlines || !term.Kitty() {
		t.Errorf("after the replies the capabilities are %+v, kitty %v", c, term.Kitty())
	}
	term.Answer(input.Reply{Kind: input.Color, Params: []int{12}, Text: "#405060"})
	term.Answer(input.Reply{Kind: input.Color, Params: []int{4, 15}, Text: "rgb:70/80/90"})
	term.Answer(input.Reply{Kind: input.Color, Params: []int{4, 16}, Text: "rgb:70/80/90"})
	want := Colors{Foreground: grid.RGB(0xff, 0x80, 0), Background: grid.RGB(0x10, 0x20, 0x30), Cursor: grid.RGB(0x40, 0x50, 0x60)}
	want.Palette[15] = grid.RGB(0x70, 0x80, 0x90)
	if got := term.Colors(); got != want {
		t.Errorf("colours are %x, want %x", got, want)
	}
}

// GNU screen, which does not reply, shows italics in reverse; a tmux with the same TERM does not.
func TestItalicsWithinScreen(t *testing.T) {
	c := capabilitiesOf(func(name string) string { return map[string]string{"TERM": "screen.xterm-256color"}[name] })
	if !c.Standout {
		t.Error("italics are written to GNU screen")
	}
	(&answers{}).version("tmux 3.3a", &c, false)
	if c.Standout {
		t.Error("no italics are written to tmux")
	}
}

// A terminal that can report when it turns dark or light is asked to, until the program ends. After
// such a report its colours are queried again.
func TestSchemes(t *testing.T) {
	o, term := started(t, nil)
	term.Answer(input.Reply{Kind: input.ModeReport, Params: []int{2031, 2}})
	o.await(schemesOn)
	term.AskColors()
	o.await("\x1b]4;15;?\x1b\\\x1b[c")
	if err := term.Stop(); err != nil {
		t.Fatal(err)
	}
	o.await(schemesOff)
}

func TestUnsupportedMode(t *testing.T) {
	_, term := started(t, nil)
	for _, state := range []int{0, 4} {
		term.Answer(input.Reply{Kind: input.ModeReport, Params: []int{2026, state}})
		if term.Capabilities().Sync {
			t.Errorf("synchronized output is used after reply %d", state)
		}
	}
}

func TestNoColorHoldsAfterTheVersionReply(t *testing.T) {
	_, term := started(t, map[string]string{"NO_COLOR": "1", "COLORTERM": "truecolor"})
	term.Answer(input.Reply{Kind: input.Version, Text: "kitty(0.40.0)"})
	if got := term.Capabilities().Profile; got != NoColor {
		t.Errorf("profile is %v, want %v", got, NoColor)
	}
}

func TestOneKeyboardProtocolAtATime(t *testing.T) {
	o, term := started(t, nil)
	term.Answer(input.Reply{Kind: input.KittyFlags, Params: []int{5}})
	o.await(otherKeysOff)
}

func TestSaid(t *testing.T) {
	tests := []struct {
		name string
		say  func(*Terminal)
		want string
	}{
		{"title", func(t *Terminal) { t.SetTitle("build ✓") }, "\x1b]0;build ✓\x1b\\"},
		{"title_of_an_attacker", func(t *Terminal) { t.SetTitle("a\x1b]52;c;eA==\ab\u202ec\u009cd\n") }, "\x1b]0;a]52;c;eA==bcd \x1b\\"},
		{"progress", func(t *Terminal) { t.SetProgress(grid.Progress{State: grid.ProgressGoing, Percent: 40}) }, "\x1b]9;4;1;40\x1b\\"},
		{"progress_is_over", func(t *Terminal) {
			t.SetProgress(grid.Progress{State: grid.ProgressFailed, Percent: 40})
			t.SetProgress(grid.Progress{})
		}, "\x1b]9;4;0;0\x1b\\"},
		{"bell", (*Terminal).Bell, "\a"},
		{"clipboard", func(t *Terminal) { _ = t.SetClipboard("p", "hé\x1b") }, "\x1b]52;p;aMOpGw==\x1b\\"},
		{"clipboard_of_no_name", func(t *Terminal) { _ = t.SetClipboard("c;\a", "x") }, "\x1b]52;c;eA==\x1b\\"},
		{"any_motion", func(t *Terminal) { t.SetMouse(grid.MouseAny) }, "\x1b[?1003h"},
		{"less_motion", func(t *Terminal) { t.SetMouse(grid.MouseNormal) }, "\x1b[?1002l\x1b[?1000h"},
		{"keyboard", func(t *Terminal) { t.SetKeyboard(2 | 8) }, "\x1b[=15u"},
		{"modes_again", (*Terminal).Invalidate, "\x1b[?2004h"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o, term := started(t, nil)
			tt.say(term)
			o.await(tt.want)
		})
	}
}

// The agents' status is sent only to a terminal that supports it, and is cleared at the end.
func TestStatusIsSentOnlyWhereSupported(t *testing.T) {
	o, term := started(t, nil)
	term.SetStatus("working")
	term.Bell()
	if out := o.await("\a"); strings.Contains(out, "state=") {
		t.Errorf("it got %q before it replied", out)
	}
	term.Answer(input.Reply{Kind: input.TakesStatus})
	o.await("\x1b]7501;state=working\x1b\\")
	term.SetStatus("blocked:kind=auth")
	o.await("\x1b]7501;state=blocked:kind=auth\x1b\\")
	if err := term.Stop(); err != nil {
		t.Fatal(err)
	}
	o.await("\x1b]7501;state=clear\x1b\\")
}

func TestTitleIsSentOnce(t *testing.T) {
	o, term := started(t, nil)
	for _, s := range []string{"one", "one", "\x1bone", "two"} {
		term.SetTitle(s)
	}
	if out := o.await("two"); strings.Count(out, "one") != 1 {
		t.Errorf("it got %q", out)
	}
}

func TestClipboardRefuses(t *testing.T) {
	_, term := started(t, nil)
	if err := term.SetClipboard("c", strings.Repeat("x", maxClipboard+1)); err == nil {
		t.Error("a text that is too long gives no error")
	}
	console := newOuter(t).open(map[string]string{"TERM": "linux"})
	if err := console.SetClipboard("c", "x"); err == nil {
		t.Error("a console gives no error")
	}
}

// TestNothingIsSentInsideAFrame sets titles while frames are drawn.
func TestNothingIsSentInsideAFrame(t *testing.T) {
	o, term := started(t, nil)
	term.Answer(input.Reply{Kind: input.ModeReport, Params: []int{2026, 2}})
	done := make(chan struct{})
	go func() {
		defer close(done)
		for i := range 500 {
			term.SetTitle(strings.Repeat("t", i%7+1))
		}
		term.SetTitle("the end")
	}()
	b := NewBuffer(24, 80)
	for i := range 100 {
		numberedFrom(b, i)
		if err := term.Draw(b, grid.Cursor{}); err != nil {
			t.Fatal(err)
		}
	}
	<-done
	for _, frame := range strings.Split(o.await("the end"), "\x1b[?2026h")[1:] {
		inside, _, _ := strings.Cut(frame, "\x1b[?2026l")
		if strings.Contains(inside, "\x1b]0") {
			t.Fatalf("a frame contains a title: %q", inside)
		}
	}
}
