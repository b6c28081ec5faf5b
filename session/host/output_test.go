package host_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/wire"
)

// lastOutput returns the last or running command, and its output.
func (s *testViewer) lastOutput() (c wire.Command, text string) {
	s.t.Helper()
	r, _ := s.answer("the last command is found", s.LastCommand()).(wire.CommandsReply)
	s.Events = nil
	if len(r.Commands) == 0 {
		return wire.Command{}, "none"
	}
	if c = r.Commands[0]; c.Output.Before(c.End) {
		text = s.copy(c.Output, c.End, false)
		s.Events = nil
	}
	return c, text
}

// cursorLine returns the number of the cursor's line, and whether the cursor follows a prompt there.
func (s *testViewer) cursorLine() (n uint64, prompt bool) {
	s.View(func(r *client.Replica) {
		c := r.Cursor()
		row := r.Row(c.Row)
		n = r.History().End + uint64(c.Row)
		prompt = c.Col >= 2 && c.Col <= len(row)+1 && row[c.Col-2].Char == '$'
	})
	return n, prompt
}

// enter types a line and waits for the prompt after it.
func (s *testViewer) enter(line string) {
	s.t.Helper()
	before, _ := s.cursorLine()
	s.Input([]byte(line))
	s.Until("the next prompt", func() bool {
		n, prompt := s.cursorLine()
		return n > before && prompt
	})
}

// settle waits until the shell has read all its input: it types a text at the prompt, waits until it
// is shown, and deletes it.
func (s *testViewer) settle() {
	s.t.Helper()
	s.Input([]byte("zzz"))
	s.Shows("zzz")
	s.Input([]byte("\x15"))
	s.Until("what was typed is gone", func() bool { return !strings.Contains(s.Text(), "zzz") })
}

// outputScript is the program whose output these tests request.
const outputScript = `#!/bin/sh
case $1 in
lines) i=0; while [ $i -lt $2 ]; do i=$((i+1)); echo "line $i"; done ;;
partial) printf abc ;;
wide) printf '%0150d\n' 7 ;;
cleared) printf '\033[H\033[2J\033[3J'; echo after ;;
erased) echo before; printf '\033[H\033[2J'; echo after ;;
alt) printf '\033[?1049h'; echo full screen; printf '\033[?1049l' ;;
killed) printf '\033[?1049h'; kill -9 $$ ;;
esac
`

// outputPrompts are start-up files for prompts of one line and of two.
var outputPrompts = map[string]map[string]string{
	"bash": {"one": "PS1='$ '\n", "two": "PS1='a first line of the prompt that is long\\n$ '\n"},
	"zsh":  {"one": "PS1='$ '\n", "two": "PS1=$'a first line of the prompt that is long\\n$ '\n"},
	"fish": {
		"one": plainPrompt["fish"],
		"two": "function fish_prompt; echo a first line of the prompt that is long; printf '$ '; end\nset -g fish_greeting\nfunction fish_right_prompt; end\n",
	},
}

// The last command's output is what the last command printed, whatever happened to the screen since:
// a redrawn prompt is no command, and a command that printed nothing has no output.
func TestLastOutputIsThatOfTheLastCommand(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("0", 149) + "7\n"
	var many strings.Builder
	for i := range 100 {
		fmt.Fprintf(&many, "line %d\n", i+1)
	}
	tests := []struct {
		name, line, want string
		quiet            bool // it prints nothing
	}{
		{"echo", "./x lines 1", "line 1\n", false},
		{"nothing", "true", "", true},
		{"nothing_fails", "false", "", true},
		{"three", "./x lines 3", "line 1\nline 2\nline 3\n", false},
		{"no_newline", "./x partial", "abc", false},
		{"wrapped", "./x wide", long, false},
		{"many", "./x lines 100", many.String(), false},
		{"clear", "clear", "", true},
		{"cleared_first", "./x cleared", "after\n", false},
		{"cleared_midway", "./x erased", "before\nafter\n", false},
		{"alternate_screen", "./x alt", "", true},
		{"killed_on_the_alternate_screen", "./x killed", "", false},
		{"nothing_again", "true", "", true},
	}
	for _, sh := range shells {
		for prompt, rc := range outputPrompts[sh.name] {
			t.Run(sh.name+"_"+prompt, func(t *testing.T) {
				t.Parallel()
				at := home(t, sh.rc, rc)
				if err := os.WriteFile(filepath.Join(at, "x"), []byte(outputScript), 0o700); err != nil {
					t.Fatal(err)
				}
				s := login(t, sh.name, at, nil)
				s.prompted()
				for i, tt := range tests {
					if tt.name == "killed_on_the_alternate_screen" && sh.name != "bash" {
						tt.want = "skip" // each shell reports the kill in its own words
					}
					s.enter(tt.line + "\r")
					check := func(when string) {
						t.Helper()
						c, text := s.lastOutput()
						if tt.name == "killed_on_the_alternate_screen" {
							if c.Line != tt.line || strings.Contains(text, "$") {
								t.Errorf("%s, %s: got %+v with %q", tt.name, when, c, text)
							}
							return
						}
						if c.Line != tt.line || text != tt.want || c.Running() || c.Printed == tt.quiet && tt.name != "alternate_screen" {
							t.Errorf("%s, %s: got %+v with %q, want %q with %q; the screen:\n%s", tt.name, when, c, text, tt.line, tt.want, s.Text())
						}
					}
					check("at once")
					if tt.name == "no_newline" && sh.name == "bash" {
						continue // when bash redraws its prompt, it erases the text before it on the line
					}
					for _, cols := range []int{40, 80, 23, 200, 80} {
						s.Resize(session.Size{Rows: 24, Cols: cols})
						s.settle()
						check(fmt.Sprintf("at %d columns", cols))
					}
					s.Resize(session.Size{Rows: 7, Cols: 80})
					s.settle()
					check("at 7 rows")
					s.Resize(session.Size{Rows: 24, Cols: 80})
					s.settle()
					if sh.name != "fish" { // which may take an early interrupt for one of its suggestion
						typed := fmt.Sprintf("qq%d", i)
						s.Input([]byte(typed))
						s.Shows("$ " + typed)
						s.enter("\x03")
					}
					s.enter("\r")
					check("after a key that breaks, and Enter")
				}
				s.enter("./x lines 5\r")
				s.Input([]byte("\x0c")) // form feed: the shell clears the screen
				s.Until("the screen is cleared", func() bool { return !strings.Contains(s.Text(), "line 5") })
				s.settle()
				if c, text := s.lastOutput(); c.Line != "./x lines 5" || text != "line 1\nline 2\nline 3\nline 4\nline 5\n" {
					t.Errorf("after the screen was cleared: got %+v with %q", c, text)
				}
			})
		}
	}
}

// The output of a running command is what it has printed so far; in a shell without marks that is the
// only output.
func TestTheOutputOfARunningCommand(t *testing.T) {
	t.Parallel()
	for _, sh := range shells {
		t.Run(sh.name, func(t *testing.T) {
			t.Parallel()
			s := login(t, sh.name, home(t, sh.rc, plainPrompt[sh.name]), nil)
			s.prompted()
			if c, _ := s.lastOutput(); c.ID != 0 {
				t.Errorf("before any command there is %+v", c)
			}
			s.run("echo before")
			check := func(line, want string) {
				t.Helper()
				if c, text := s.lastOutput(); c.Line != line || !c.Running() || text != want {
					t.Errorf("got %+v with %q, want %q with %q, running", c, text, line, want)
				}
			}
			line := "seq 40; read z" + map[string]string{"fish": " -P ''"}[sh.name]
			s.Input([]byte(line + "\r"))
			s.Shows("\n40")
			check(line, numbers(40))
			s.Resize(session.Size{Rows: 24, Cols: 30})
			check(line, numbers(40))
			s.Input([]byte("\r"))
			s.Event("its end", func(e client.Event) bool {
				d, ok := e.(wire.CommandDone)
				return ok && d.Command.Line == line
			})
			s.Input([]byte("PS1='inner> ' sh\r"))
			s.Shows("\ninner>")
			s.Input([]byte("echo with''in\r"))
			s.Shows("\nwithin\ninner>")
			check("PS1='inner> ' sh", "inner> echo with''in\nwithin\ninner>")
			s.Input([]byte("exit\r"))
			s.Event("its end", func(e client.Event) bool {
				d, ok := e.(wire.CommandDone)
				return ok && strings.HasSuffix(d.Command.Line, "sh")
			})
			if c, text := s.lastOutput(); c.Running() || text != "inner> echo with''in\nwithin\ninner> exit\n" {
				t.Errorf("got %+v with %q", c, text)
			}
		})
	}
}

// A command does not count as running after its shell has ended.
func TestNothingRunsWhenTheShellHasEnded(t *testing.T) {
	s := open(t, sh(`printf '\033]133;A\007$ \033]133;B\007exit\r\n\033]133;C\007bye\r\n'`)...)
	s.Exit()
	if c, text := s.lastOutput(); c.Line != "exit" || c.Running() || !strings.HasPrefix(text, "bye\n") {
		t.Errorf("got %+v with %q", c, text)
	}
}
