package host_test

import (
	"strings"
	"testing"

	"dormer/session/wire"
)

// markingShell is a shell that marks its prompts: it prints each line that it reads, and reports exit
// status 3.
const markingShell = `while printf '\033]133;A\a$ \033]133;B\a' && read -r line; do
  printf '\033]133;C\a'; case $line in wait) read -r x;; *) printf 'ran <%s>\n' "$line";; esac; printf '\033]133;D;3\a'
done`

// A line is typed only if a shell waits at an empty prompt.
func TestRunLine(t *testing.T) {
	h := start(t, specOf("sh", "-c", markingShell))
	w := watch(t, h, wire.Watch{})
	atPrompt := func(s wire.Status) bool { return s.Prompt }
	w.status("the prompt", atPrompt)
	run := func(line, want string) uint32 {
		t.Helper()
		got := w.ask(wire.RunLine{Line: line}).(wire.RunLineReply)
		if !strings.Contains(got.Err, want) || want == "" && got.Err != "" {
			t.Errorf("%.20q: got %q, want %q", line, got.Err, want)
		}
		return got.Command
	}
	run(" ", "the command is empty")
	run("a\nb", "in one line")
	run("a\x1b[201~b", "in one line")
	run(strings.Repeat("x", 16<<10+1), "write it to a file")

	id := run("hello", "")
	var done wire.Command
	w.until("the end of the command", func(m wire.Message) bool {
		d, ok := m.(wire.CommandDone)
		done = d.Command
		return ok
	})
	if done.ID < id || done.Line != "hello" || done.ExitCode != 3 || !done.HasExitCode {
		t.Errorf("got %+v, want the command from number %d on", done, id)
	}
	w.status("the prompt", atPrompt)

	v := attachTo(t, h, size)
	v.Input([]byte("rm "))
	v.Shows("$ rm")
	run("hello", "there is text at its prompt")
	v.Input([]byte("\x15")) // Ctrl-U
	v.Until("it is erased", func() bool { return !strings.Contains(v.Text(), "$ r") })
	run("wait", "")
	run("hello", "its shell is running a command")
	_ = v.Detach()
}

// A foreground program that is not a shell gets no line, nor does a shell that marks no prompts.
func TestRunLineIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		command []string
		want    string
	}{
		"program": {[]string{"cat"}, "cat is in the foreground, and no shell"},
		"marks":   {[]string{"sh", "-c", "read x; read y"}, "does not mark its prompts"},
	} {
		w := watch(t, start(t, specOf(c.command...)), wire.Watch{})
		w.status(name, func(s wire.Status) bool { return s.Program != "" })
		if got := w.ask(wire.RunLine{Line: "ls"}).(wire.RunLineReply).Err; !strings.Contains(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
