package loop

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/creack/pty"

	"dormer/ui/signals"
)

// page is a model that draws itself. It quits on q.
type page struct{ got chan tea.Msg }

func (p page) Init() tea.Cmd { return tea.Batch(tea.Raw("\x1b]7501;state=idle\x1b\\"), nil) }

func (p page) View() tea.View {
	v := tea.NewView("a \x1b[1mpage\x1b[m\nof two lines")
	v.WindowTitle, v.Cursor = "its title", tea.NewCursor(3, 1)
	return v
}

func (p page) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.EnvMsg, tea.ColorProfileMsg:
	case tea.KeyPressMsg:
		if msg.Text == "q" {
			return p, tea.Quit
		}
		p.got <- msg
	default:
		p.got <- msg
	}
	return p, nil
}

// A model that draws itself gets bubbletea's messages, is drawn, and leaves the terminal as it was.
func TestShow(t *testing.T) {
	term, tty, user := terminal(t)
	p := page{make(chan tea.Msg, 100)}
	ended := make(chan error, 1)
	go func() { ended <- Show(context.Background(), term, tty, p) }()
	output := make(chan string, 1)
	go func() {
		all, buf, err := "", make([]byte, 4096), error(nil)
		for n := 0; err == nil && !strings.Contains(all, "\x1b[?1049l"); all += string(buf[:n]) {
			n, err = user.Read(buf)
		}
		output <- all
	}()
	for _, tt := range []struct{ typed, want string }{
		{"", "tea.WindowSizeMsg {40 10}"},
		{"a", "tea.KeyPressMsg a"},
		{"\x1b[13;2u", "tea.KeyPressMsg shift+enter"},
		{"\x1b[200~two\rlines\xff\x1b[201~", "tea.PasteMsg two\rlines"},
		{"\x1b[<0;5;3M", "tea.MouseClickMsg left"},
		{"\x1b[<0;5;3m\x1b[<65;5;3M", "tea.MouseWheelMsg wheeldown"}, // the release is dropped
		{"\x1b]10;rgb:00/00/ff\x1b\\", "tea.ForegroundColorMsg #0000ff"},
		{"\x1b]11;rgb:ff/ff/00\x1b\\", "tea.BackgroundColorMsg #ffff00"},
	} {
		if _, err := user.WriteString(tt.typed); err != nil {
			t.Fatal(err)
		}
		msg := <-p.got
		if got := fmt.Sprintf("%T %v", msg, msg); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.typed, got, tt.want)
		}
	}
	if err := pty.Setsize(user, &pty.Winsize{Rows: 20, Cols: 50}); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGWINCH); err != nil {
		t.Fatal(err)
	}
	if got, want := <-p.got, (tea.WindowSizeMsg{Width: 50, Height: 20}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if _, err := user.WriteString("qwertyuiop"); err != nil { // at once, so it is one event
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
	all := <-output
	for _, want := range []string{
		"\x1b[?1049h", "\x1b[?1002h", "\x1b[?2004h", "\x1b]0;its title\x1b\\", "\x1b]7501;state=idle\x1b\\",
		"page", "of two lines", "\x1b[?1002l", "\x1b[?2004l", "\x1b[?1049l",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%q was not written, but\n%q", want, all)
		}
	}
}

// A command that panics restores the terminal first, also one of several.
func TestPanicOfACommand(t *testing.T) {
	for name, cmd := range map[string]func(tea.Cmd) tea.Msg{
		"alone": func(c tea.Cmd) tea.Msg { return c() },
		"batch": func(c tea.Cmd) tea.Msg { return c().(tea.BatchMsg)[1]() },
	} {
		t.Run(name, func(t *testing.T) {
			term, tty, user := terminal(t)
			go func() { _, _ = io.Copy(io.Discard, user) }()
			v := &viewer{loop: New(term, tty, signals.Take())}
			v.loop.model = v
			if err := term.Start(); err != nil {
				t.Fatal(err)
			}
			broken := func() tea.Msg { panic("broken") }
			if name == "batch" {
				broken = tea.Batch(func() tea.Msg { return nil }, broken)
			}
			defer func() {
				if got := recover(); got != "broken" {
					t.Errorf("the panic is %v", got)
				}
				if err := term.Resume(); err == nil {
					t.Error("the terminal was not restored")
				}
			}()
			cmd(v.guarded(broken))
		})
	}
}
