package host_test

import (
	"testing"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/host"
	"dormer/session/wire"
)

// marked prints what a shell with integration prints for a command and its output.
const marked = `command() { printf '\033]133;A\007$ \033]133;B\007%s\r\n\033]133;C\007' "$1"; printf '%s\r\n' $2; printf '\033]133;D;%s\007' "$3"; }
stty -opost -echo; `

// The shell's reports of commands reach viewers when the commands end, and can be requested later.
func TestCommands(t *testing.T) {
	s := open(t, sh(marked+`read x; command "make  it" "one two three" 2; command ls "$(seq 1 40)" 0; printf '\033]133;A\007$ ready'; read x`)...)
	s.Input([]byte("\n"))
	ended := func(id uint32) wire.Command {
		e, _ := s.Event("the command ends", func(e client.Event) bool {
			d, ok := e.(wire.CommandDone)
			return ok && d.Command.ID == id
		}).(wire.CommandDone)
		return e.Command
	}
	first := ended(1)
	if first.Line != "make  it" || first.ExitCode != 2 || !first.HasExitCode || first.Started.IsZero() || first.Ended.Before(first.Started) {
		t.Errorf("got %+v", first)
	}
	if second := ended(2); second.Line != "ls" || second.ExitCode != 0 || !second.HasExitCode {
		t.Errorf("got %+v", second)
	}
	s.Shows("ready") // the prompt after them
	list := func(what string, tag uint64) []wire.Command {
		r, _ := s.answer(what, tag).(wire.CommandsReply)
		return r.Commands
	}
	last := list("the last command is found", s.LastCommand())
	if len(last) != 1 || last[0].ID != 2 || last[0].Ended.IsZero() {
		t.Fatalf("got %+v", last)
	}
	if got := s.copy(last[0].Output, last[0].End, false); got != numbers(40) {
		t.Errorf("its output is %q", got)
	}
	if got := list("the prompt above", s.PromptBefore(last[0].Prompt.Line)); len(got) != 1 || got[0].ID != 1 || got[0].Line != "make  it" {
		t.Errorf("the prompt above: %+v", got)
	}
	if got := list("the prompt below", s.PromptAfter(last[0].Prompt.Line)); len(got) != 1 || got[0].ID != 3 || got[0].Parts != wire.HasPrompt {
		t.Errorf("the prompt below: %+v", got)
	}
	if got := list("no prompt below the last", s.PromptAfter(last[0].End.Line)); len(got) != 0 {
		t.Errorf("below the last: %+v", got)
	}
	s.Resize(session.Size{Rows: 8, Cols: 2})
	s.Resize(session.Size{Rows: 8, Cols: 50})
	last = list("the last command is found", s.LastCommand())
	if got := s.copy(last[0].Output, last[0].End, false); got != numbers(40) {
		t.Errorf("after the size changed its output is %q", got)
	}
}

func numbers(n int) (text string) {
	for i := range n {
		text += string(rune('0'+(i+1)/10)) + string(rune('0'+(i+1)%10)) + "\n"
	}
	for i := range 9 {
		text = text[:2*i] + text[2*i+1:] // numbers below 10 have one digit
	}
	return text
}

// Rows and lines arrive with their marks.
func TestMarksArriveWithTheirLines(t *testing.T) {
	s := open(t, sh(marked+`command true "$(seq 1 60)" 0; command false no 1; printf ready; read x`)...)
	s.Shows("ready")
	conn, shown := marksShown(t, s.host)
	if shown != "DABCD" {
		t.Errorf("on the screen are %s", shown)
	}
	if err := conn.Send(wire.Lines{Tag: 1, Range: wire.Range{End: 5}}); err != nil {
		t.Fatal(err)
	}
	for {
		m, err := conn.Receive()
		if err != nil {
			t.Fatal(err)
		}
		if r, is := m.(wire.LinesReply); is {
			if above := kindsOf(r.Lines); above != "ABC" {
				t.Errorf("above it are %s", above)
			}
			return
		}
	}
}

// marksShown returns the kinds of the marks on the screen, as a new viewer gets them.
func marksShown(t *testing.T, h *host.Host) (conn wire.Conn, kinds string) {
	t.Helper()
	conn = connect(t, h)
	if err := conn.Send(wire.Attach{Size: size}); err != nil {
		t.Fatal(err)
	}
	for {
		m, err := conn.Receive()
		if err != nil {
			t.Fatal(err)
		}
		if f, is := m.(wire.Frame); is {
			return conn, kindsOf(f.Lines)
		}
	}
}

func kindsOf(lines []wire.Line) (kinds string) {
	for _, l := range lines {
		for _, m := range l.Marks {
			kinds += string(rune(m.Kind))
		}
	}
	return kinds
}

// The reply to Info tells the running command, how the last command ended, and the progress.
func TestInfoDescribesTheShell(t *testing.T) {
	h, err := host.Start(specOf(sh(marked+`command make ok 3; printf '\033]9;4;1;40\007ready'; read x`)...), host.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := attachTo(t, h, size)
	defer s.leave()
	s.Shows("ready")
	near, far := wire.Pipe()
	go func() { _ = h.Serve(far) }()
	defer func() { _ = near.Close() }()
	if err := near.Send(wire.Info{}); err != nil {
		t.Fatal(err)
	}
	m, err := near.Receive()
	info, ok := m.(wire.InfoReply)
	if err != nil || !ok || info.Last == nil {
		t.Fatalf("got %+v, %v", m, err)
	}
	if c := info.Last; c.Line != "make" || c.ExitCode != 3 || c.Ended.IsZero() {
		t.Errorf("got %+v", c)
	}
	if want := (grid.Progress{State: grid.ProgressGoing, Percent: 40}); info.Progress != want {
		t.Errorf("got %+v, want %+v", info.Progress, want)
	}
}

// A child's progress, pointer and notification arrive with the screen, also for later viewers.
func TestProgressPointerAndNotification(t *testing.T) {
	s := open(t, sh(`printf '\033]9;4;2;70\007\033]22;wait\007ready'; read x; printf '\033]99;i=1:d=0;Build\007\033]99;i=1:p=body;is done\007'; read x`)...)
	s.Shows("ready")
	late := connect(t, s.host)
	if err := late.Send(wire.Attach{Size: size}); err != nil {
		t.Fatal(err)
	}
	for {
		m, err := late.Receive()
		if err != nil {
			t.Fatal(err)
		}
		if f, is := m.(wire.Frame); is && f.Pointer == "wait" && f.Progress == (grid.Progress{State: grid.ProgressFailed, Percent: 70}) {
			break
		}
	}
	s.Input([]byte("\n"))
	s.Event("the notification", func(e client.Event) bool {
		return e == wire.Notice{Text: "Build: is done", Child: true, Title: "Build", Body: "is done"}
	})
}

// The child is told the colours of the outer terminal, and their changes if it asked for them.
// asked for it learns when they turn.
func TestColorsReachTheChild(t *testing.T) {
	s := open(t, sh(`stty raw -echo; printf ready; head -c 1 >/dev/null
		printf '\033]11;?\033\\'; head -c 25 | od -An -c | tr -d ' \n'
		printf '\033[?2031h+'; head -c 9 | od -An -c | tr -d ' \n'`)...)
	s.Shows("ready")
	s.Colors(wire.Colors{Background: grid.RGB(0x10, 0x20, 0x30)})
	s.Input([]byte("x"))
	s.Shows(`]11;rgb:1010/2020/3030`)
	s.Shows("+")
	s.Colors(wire.Colors{Background: grid.RGB(0xff, 0xff, 0xff)})
	s.Shows(`[?997;2n`)
}

// Ambiguous characters take one column until a viewer reports otherwise, as the child finds by asking
// for the cursor's position.
func TestWidthsReachTheEmulator(t *testing.T) {
	s := open(t, sh(`stty raw -echo
		ask() { printf '\r\n○\033[6n'; head -c 6 | od -An -c | tr -d ' \n'; head -c 1 >/dev/null; }
		ask; ask; ask`)...)
	s.Shows("○033[2;2R")
	s.Widths(true)
	s.Input([]byte("x"))
	s.Shows("○033[3;3R")
	s.Widths(false)
	s.Input([]byte("x"))
	s.Shows("○033[4;2R")
}

// The colours that a child sets apply only to its own pane.
func TestChildSetsItsColors(t *testing.T) {
	s := open(t, sh(`printf '\033[31mred\033[m plain'; read x; printf '\033]4;1;#010203\007\033]11;#040506\007'; read x; printf '\033]104\007\033]111\007.'; read x`)...)
	s.Shows("plain")
	look := func(x, y int) (st grid.Style) {
		s.View(func(r *client.Replica) {
			if row := r.Row(y); x < len(row) {
				st = r.Palette().Style(row[x].Style)
			}
		})
		return st
	}
	s.Input([]byte("\n"))
	own := grid.RGB(4, 5, 6)
	s.Until("the colours are the child's", func() bool { return look(0, 0) == grid.Style{FG: grid.RGB(1, 2, 3), BG: own} })
	for _, at := range [][2]int{{5, 0}, {70, 0}, {0, 20}} {
		if got := look(at[0], at[1]); got.BG != own {
			t.Errorf("at %v: %v, want the background to be the child's", at, got)
		}
	}
	s.Input([]byte("\n"))
	s.Until("the colours are the terminal's", func() bool { return look(0, 0) == grid.Style{FG: grid.Indexed(1)} && look(70, 20) == grid.Style{} })
}
