//go:build linux

package screen

import (
	"errors"
	"os"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"
	tty "golang.org/x/term"

	"dormer/session/grid"
	"dormer/ui/input"
)

func TestOpenRefuses(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = null.Close() }()
	tty := newOuter(t).tty
	tests := []struct {
		name    string
		in, out *os.File
		term    string
		want    string
	}{
		{"input_from_a_file", null, tty, "xterm", "standard input is not a terminal"},
		{"output_to_a_file", tty, null, "xterm", "standard output is not a terminal"},
		{"no_TERM", tty, tty, "", "TERM is not set"},
		{"dumb_terminal", tty, tty, "dumb", `"dumb" cannot move its cursor`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Open(Options{In: tt.in, Out: tt.out, Env: environment(map[string]string{"TERM": tt.term})})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got error %v, want one with %q", err, tt.want)
			}
		})
	}
}

func TestOpenChangesNothing(t *testing.T) {
	o := newOuter(t)
	before := o.modes()
	o.open(nil)
	if got := o.modes(); got != before {
		t.Errorf("the device's modes are %+v, want %+v", got, before)
	}
}

// TestStopRestoresEverything turns on everything and checks on an emulator what Stop restores.
func TestStopRestoresEverything(t *testing.T) {
	for _, name := range []string{"xterm-256color", "xterm-kitty", "linux", "screen-256color"} {
		t.Run(name, func(t *testing.T) {
			o := newOuter(t)
			o.read()
			before := o.modes()
			term := o.open(map[string]string{"TERM": name})
			if err := term.Start(); err != nil {
				t.Fatal(err)
			}
			useEverything(t, term)
			if got := o.modes(); got == before {
				t.Error("the device is not in raw mode")
			}
			if err := term.Stop(); err != nil {
				t.Fatal(err)
			}
			if got := o.modes(); got != before {
				t.Errorf("the device's modes are %+v, want %+v", got, before)
			}
			const first = "\x1b]0;the title it had\a$ dormer\r\n"
			want, got := emulated(first), emulated(first+o.await("\x1b[?1049l\x1b[?25h")+after(o))
			if got.Modes() != want.Modes() {
				t.Errorf("modes are %+v, want %+v", got.Modes(), want.Modes())
			}
			if got.Cursor() != want.Cursor() {
				t.Errorf("the cursor is %+v, want %+v", got.Cursor(), want.Cursor())
			}
			if got.Title() != want.Title() {
				t.Errorf("the title is %q, want %q", got.Title(), want.Title())
			}
			if _, err := got.Write([]byte("x" + strings.Repeat("y", 80))); err != nil || !got.Wrapped(1) {
				t.Error("lines no longer wrap")
			}
			if got, want := see(got.Palette(), got.Row(1)[0]), (seen{text: "x", width: 1}); got != want {
				t.Errorf("text is written as %+v, want %+v", got, want)
			}
		})
	}
}

// A killed program left the terminal in raw mode. The next program does not restore that mode.
func TestTerminalLeftRawBecomesUsable(t *testing.T) {
	o := newOuter(t)
	o.read()
	before := o.modes()
	if _, err := tty.MakeRaw(int(o.tty.Fd())); err != nil {
		t.Fatal(err)
	}
	term := o.open(map[string]string{"TERM": "xterm-256color"})
	if err := term.Start(); err != nil {
		t.Fatal(err)
	}
	if err := term.Stop(); err != nil {
		t.Fatal(err)
	}
	const local = unix.ICANON | unix.ECHO | unix.ISIG | unix.IEXTEN
	const out = unix.OPOST | unix.ONLCR
	if got := o.modes(); got.Lflag&local != before.Lflag&local || got.Oflag&out != before.Oflag&out || got.Iflag&unix.ICRNL == 0 {
		t.Errorf("the device's modes are %+v, want as %+v", got, before)
	}
}

// after waits for the last sequence of the restoration.
func after(o *outer) string {
	if strings.Contains(o.await("\x1b[?1049l"), titlePush) {
		_, rest, _ := strings.Cut(o.await(titlePop), "\x1b[?1049l\x1b[?25h")
		return rest
	}
	return ""
}

// useEverything leaves the terminal in as unusual a state as possible.
func useEverything(t *testing.T, term *Terminal) {
	t.Helper()
	term.Answer(input.Reply{Kind: input.KittyFlags, Params: []int{0}})
	term.Answer(input.Reply{Kind: input.ModeReport, Params: []int{2026, 2}})
	term.Answer(input.Reply{Kind: input.ModeReport, Params: []int{2027, 2}})
	term.SetMouse(grid.MouseAny)
	term.SetKeyboard(31)
	term.SetTitle("another title")
	b := NewBuffer(24, 80)
	link := b.Palette().LinkID(grid.Link{URI: "https://example.org"})
	b.Text(3, 3, 80, "linked", grid.Style{Attrs: grid.Bold | grid.Reverse, BG: grid.Indexed(3), Link: link})
	if err := term.Draw(b, grid.Cursor{Row: 5, Col: 5, Visible: true, Shape: grid.BarCursor}); err != nil {
		t.Fatal(err)
	}
}

// TestEveryModeIsTurnedOff compares the sequences of start and stop, so that modes that no emulator
// shows count too.
func TestEveryModeIsTurnedOff(t *testing.T) {
	caps := Capabilities{Sync: true, Hyperlinks: true, CursorShape: true}
	for _, mouse := range []grid.MouseMode{grid.MouseOff, grid.MouseX10, grid.MouseNormal, grid.MouseButton, grid.MouseAny} {
		w := wants{mouse: mouse}
		on := privateModes(string(enter(false, w)), 'h')
		off := privateModes(string(leave(false, caps, answers{}, w)), 'l')
		for _, mode := range on {
			if !contains(off, mode) {
				t.Errorf("mouse %d: mode %s is turned on and never off", mouse, mode)
			}
		}
		out := string(leave(false, caps, answers{clusters: true}, w))
		for _, need := range []string{kittyPop, otherKeysOff, wrapOn, cursorOn, titlePop, clustersOff, shapeOff, marginsOff, linkOff, styleOff} {
			if !strings.Contains(out, need) {
				t.Errorf("mouse %d: stopping writes %q, without %q", mouse, out, need)
			}
		}
		if !strings.HasPrefix(out, stringEnd) || strings.Index(out, kittyPop) > strings.Index(out, altScreenOff) {
			t.Errorf("mouse %d: stopping writes %q in the wrong order", mouse, out)
		}
	}
}

// Shown progress is cleared at the end, and a terminal that was never sent progress gets nothing.
func TestProgressIsCleared(t *testing.T) {
	const over = "\x1b]9;4;0;0\x1b\\"
	shown := wants{progress: grid.Progress{State: grid.ProgressPaused, Percent: 7}}
	if in, out := string(enter(false, shown)), string(leave(false, Capabilities{}, answers{}, shown)); !strings.Contains(in, "\x1b]9;4;4;7\x1b\\") || !strings.Contains(out, over) {
		t.Errorf("starting writes %q, stopping %q", in, out)
	}
	if out := string(leave(false, Capabilities{}, answers{}, wants{})); strings.Contains(out, "]9;") {
		t.Errorf("stopping writes %q, which contains progress", out)
	}
}

// privateModes lists the modes that text sets with DECSET (h) or resets (l).
func privateModes(text string, final byte) []string {
	var modes []string
	for _, part := range strings.Split(text, "\x1b[?")[1:] {
		if i := strings.IndexAny(part, "hlpu"); i > 0 && part[i] == final {
			modes = append(modes, part[:i])
		}
	}
	return modes
}

func contains(list []string, s string) bool {
	for _, e := range list {
		if e == s {
			return true
		}
	}
	return false
}

func TestStopInterruptsABlockedDraw(t *testing.T) {
	o := newOuter(t)
	before := o.modes()
	term := o.open(nil)
	if err := term.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- drawForEver(term) }()
	o.awaitFull(done)
	within(t, func() { _ = term.Stop() })
	if err := <-done; !errors.Is(err, ErrStopped) {
		t.Errorf("Draw returned %v, want %v", err, ErrStopped)
	}
	if got := o.modes(); got != before {
		t.Errorf("the device's modes are %+v, want %+v", got, before)
	}
	o.read()
	if e := emulated(o.await(titlePop)); e.Modes().AltScreen || e.Modes().BracketedPaste {
		t.Errorf("the terminal is left with modes %+v", e.Modes())
	}
}

// TestStopWhileTheDeviceIsFull stops while the terminal does not read: it is still restored when it
// reads again.
func TestStopWhileTheDeviceIsFull(t *testing.T) {
	o := newOuter(t)
	term := o.open(nil)
	if err := term.Start(); err != nil {
		t.Fatal(err)
	}
	o.fill(term.device)
	within(t, func() {
		if err := term.Stop(); err != nil {
			t.Error(err)
		}
	})
	o.read()
	o.await(titlePop)
}

// drawForEver draws frames until a draw fails.
func drawForEver(term *Terminal) error {
	b := NewBuffer(200, 200)
	for i := 0; ; i++ {
		numberedFrom(b, i)
		if err := term.Draw(b, grid.Cursor{}); err != nil {
			return err
		}
	}
}

func TestTerminalDisappears(t *testing.T) {
	o := newOuter(t)
	term := o.open(nil)
	if err := term.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- drawForEver(term) }()
	o.awaitFull(done)
	if err := o.ptm.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err == nil || errors.Is(err, ErrStopped) {
		t.Errorf("drawing on it returns %v, want the write error", err)
	}
	within(t, func() {
		if err := term.Stop(); err == nil {
			t.Error("Stop returns no error")
		}
	})
}

func TestStopFromAnyGoroutine(t *testing.T) {
	o, term := started(t, nil)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { _ = term.Stop() })
		all.Go(func() {
			b := NewBuffer(24, 80)
			for term.Draw(b, grid.Cursor{}) == nil {
				b.Resize(24, 80)
			}
		})
		all.Go(func() { term.SetTitle("x"); term.Bell(); term.Invalidate() })
	}
	all.Wait()
	if n := strings.Count(o.await(titlePop), altScreenOff); n != 1 {
		t.Errorf("the screen was left %d times, want once", n)
	}
	if err := term.Start(); !errors.Is(err, ErrStopped) {
		t.Errorf("starting again returns %v, want %v", err, ErrStopped)
	}
}

func TestSuspendAndResume(t *testing.T) {
	o, term := started(t, nil)
	b := NewBuffer(24, 80)
	b.Text(0, 0, 80, "hello", plainStyle)
	if err := term.Draw(b, grid.Cursor{}); err != nil {
		t.Fatal(err)
	}
	o.await("hello")
	raw := o.modes()
	if err := term.Suspend(); err != nil {
		t.Fatal(err)
	}
	o.await(titlePop)
	if o.modes() == raw {
		t.Error("the device stays in raw mode while suspended")
	}
	if err := term.Draw(b, grid.Cursor{}); !errors.Is(err, ErrStopped) {
		t.Errorf("drawing while suspended returns %v, want %v", err, ErrStopped)
	}
	o.forget()
	if err := term.Resume(); err != nil {
		t.Fatal(err)
	}
	if err := term.Draw(b, grid.Cursor{}); err != nil {
		t.Fatal(err)
	}
	if out := o.await("hello"); strings.Contains(out, "\x1b[c") || !strings.Contains(out, altScreenOn) {
		t.Errorf("resuming writes %q, want the start sequences without queries", out)
	}
	if o.modes() != raw {
		t.Error("the device is not in raw mode again")
	}
}

func TestPanicRestoresTheTerminal(t *testing.T) {
	o, term := started(t, nil)
	func() {
		defer func() {
			if v := recover(); v != "boom" {
				t.Errorf("the panic is now %v", v)
			}
		}()
		defer term.StopOnPanic()
		panic("boom")
	}()
	o.await(titlePop)
}

// A terminal may report any size: only as much as fits into memory is used.
func TestBounded(t *testing.T) {
	for _, c := range []struct{ rows, cols, wantRows, wantCols int }{
		{24, 80, 24, 80},
		{1, 1, 1, 1},
		{1000, 4000, 1000, 4000},
		{65535, 65535, 976, 4096},
		{10000, 10000, 976, 4096},
		{65535, 80, 4096, 80},
		{24, 65535, 24, 4096},
		{4096, 2000, 2000, 2000},
	} {
		if rows, cols := bounded(c.rows, c.cols); rows != c.wantRows || cols != c.wantCols {
			t.Errorf("of %dx%d, %dx%d are used, want %dx%d", c.rows, c.cols, rows, cols, c.wantRows, c.wantCols)
		}
	}
	o := newOuter(t)
	term := o.open(nil)
	for _, c := range []struct {
		rows, cols uint16
		said       bool
	}{{24, 80, false}, {65535, 65535, true}, {4096, 80, false}, {4097, 80, true}} {
		setSize(t, o, c.rows, c.cols)
		rows, cols, err := term.Size()
		if err != nil || rows*cols > maxCells {
			t.Errorf("%dx%d are used, %v", rows, cols, err)
		}
		if got := term.Oversize(); (got != "") != c.said {
			t.Errorf("the message for %dx%d is %q", c.rows, c.cols, got)
		}
	}
}

func TestSizeOfATerminalWithoutSize(t *testing.T) {
	o := newOuter(t)
	term := o.open(nil)
	sizes := []struct{ set, rows, cols int }{{0, 24, 80}, {1, 30, 100}, {0, 30, 100}}
	for _, s := range sizes {
		setSize(t, o, uint16(s.set*30), uint16(s.set*100))
		if rows, cols, err := term.Size(); err != nil || rows != s.rows || cols != s.cols {
			t.Errorf("size is %dx%d, %v, want %dx%d", rows, cols, err, s.rows, s.cols)
		}
	}
}
