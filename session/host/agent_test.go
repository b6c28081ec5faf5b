package host_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/client"
	"dormer/session/host"
	"dormer/session/wire"
)

// state waits until the agent has a state.
func (w watcher) state(want agent.State) agent.Verdict {
	w.t.Helper()
	var v agent.Verdict
	w.until("the state "+string(want), func(m wire.Message) bool {
		s, ok := m.(wire.AgentState)
		v = s.Verdict
		return ok && v.State == want
	})
	return v
}

// ask sends a question and returns its answer.
func (w watcher) ask(m wire.Message) (answer wire.Message) {
	w.t.Helper()
	w.send(m)
	w.until(fmt.Sprintf("an answer to %T", m), func(m wire.Message) bool {
		answer = m
		switch m.(type) {
		case wire.Done, wire.Explained, wire.InfoReply, wire.RunLineReply:
			return true
		}
		return false
	})
	return answer
}

// reads returns a command that prints each of the given texts when a line is typed: the turns of a
// fake agent.
func reads(t *testing.T, turns ...string) session.Spec {
	t.Helper()
	dir := t.TempDir()
	script := "stty -echo; "
	for i, turn := range turns {
		file := filepath.Join(dir, fmt.Sprint(i))
		if err := os.WriteFile(file, []byte(turn), 0o600); err != nil {
			t.Fatal(err)
		}
		script += "read x; cat " + file + "; "
	}
	return specOf("sh", "-c", script+"exec cat -v")
}

// A status that a program reports with OSC 7501 reaches watchers and viewers, and ends as the
// protocol says.
func TestProgramStatusIsTold(t *testing.T) {
	h := start(t, reads(t, "\x1b]7501;state=working:app=x\a", "\x1b]7501;state=blocked:kind=question:msg=c3VyZT8=\x1b\\", "\x1b[!p\x1b[?1049h", "\x1b[?1049l\x1b]133;A\a", "\x1b]7501;state=done\a", "\x1bc"))
	w := watch(t, h, wire.Watch{})
	w.status("the answer", anyStatus)
	enter := func() { w.send(wire.Input{Data: []byte("\r")}) }
	enter()
	if v := w.state(agent.Working); v.Source != agent.Status || v.Since.IsZero() {
		t.Errorf("got %+v", v)
	}
	enter()
	if v := w.state(agent.Blocked); v.Kind != agent.Question || v.Message != "sure?" {
		t.Errorf("got %+v", v)
	}
	v := attachTo(t, h, size)
	v.Until("a viewer is told when it attaches", func() bool { return v.Agent().State == agent.Blocked })
	enter() // the alternate screen and DECSTR keep it
	v.Until("the other screen", func() (alt bool) {
		v.View(func(r *client.Replica) { alt = r.Modes().AltScreen })
		return alt
	})
	if info := w.ask(wire.Info{}).(wire.InfoReply); info.AgentState.State != agent.Blocked || info.AgentState.Message != "sure?" {
		t.Errorf("got %+v", info.AgentState)
	}
	enter()
	w.state("")
	enter()
	w.state(agent.Done)
	enter()
	w.state("")
	_ = v.Detach()
}

// The status of a program ends with it, also in a shell that does not mark its prompts.
func TestProgramStatusEndsWithTheProgram(t *testing.T) {
	spec := specOf()
	spec.Env = append(spec.Env, "SHELL=/bin/sh", "HOME="+t.TempDir())
	h := start(t, spec)
	w := watch(t, h, wire.Watch{})
	w.status("the answer", anyStatus)
	w.send(wire.Input{Data: []byte("printf '\\033]7501;state=working\\007'; cat\n")})
	w.state(agent.Working)
	w.status("cat is in the foreground", func(s wire.Status) bool { return s.Program == "cat" })
	w.send(wire.Input{Data: []byte("\x04")})
	w.state("")
}

// A status that the shell itself reports after a program has ended stays: this shell marks its
// prompts, so the end of the program is known without the kernel.
func TestProgramStatusOfTheShellStays(t *testing.T) {
	spec := specOf()
	spec.Env = append(spec.Env, "SHELL=/bin/sh", "HOME="+t.TempDir())
	h := start(t, spec)
	w := watch(t, h, wire.Watch{})
	w.status("the answer", anyStatus)
	w.send(wire.Input{Data: []byte("PS1=\"$(printf '\\033]133;A\\007$ ')\"\n")})
	w.status("the prompt", func(s wire.Status) bool { return s.Prompt })
	w.send(wire.Input{Data: []byte("cat; printf '\\033]7501;state=blocked\\007'; read a\n")})
	w.status("cat is in the foreground", func(s wire.Status) bool { return s.Program == "cat" })
	w.send(wire.Input{Data: []byte("\x04")})
	w.state(agent.Blocked)
	w.status("the shell is in the foreground", func(s wire.Status) bool { return s.Program != "cat" })
	if got := w.ask(wire.Info{}).(wire.InfoReply).AgentState.State; got != agent.Blocked {
		t.Errorf("status %q", got)
	}
	w.send(wire.Input{Data: []byte("\n")})
	w.state("")
}

// A host takes the reports of an agent's hooks.
func TestAgentReports(t *testing.T) {
	spec := specOf("sh", "-c", `printf '\033]0;✳ Claude Code\033\\ready'; read x; printf '\033]0;⠂ tests\033\\'; read x; printf '\033]0;✳ tests\033\\'; exit 3`)
	spec.Agent = "claude"
	h := start(t, spec)
	w := watch(t, h, wire.Watch{})
	w.until("the agent is idle by its title", func(m wire.Message) bool {
		if _, ok := m.(wire.Status); ok {
			return w.ask(wire.Info{}).(wire.InfoReply).AgentState.State == agent.Idle
		}
		s, ok := m.(wire.AgentState)
		return ok && s.State == agent.Idle
	})
	report := func(s agent.State, kind agent.Kind) string {
		return w.ask(wire.Report{Report: agent.Report{Source: agent.Hook, State: s, Kind: kind, Message: "a\nb"}}).(wire.Done).Err
	}
	if got := report(agent.Working, ""); got != "" {
		t.Errorf("report was refused: %s", got)
	}
	w.send(wire.Input{Data: []byte("\r")})
	w.status("the title spins", func(s wire.Status) bool { return strings.HasPrefix(s.Title, "⠂") })
	if got := report(agent.Blocked, agent.Permission); got != "" {
		t.Errorf("report was refused: %s", got)
	}
	x := w.ask(wire.Explain{}).(wire.Explained)
	if x.Verdict.State != agent.Blocked || x.Verdict.Source != agent.Hook || x.Verdict.Message != "a b" {
		t.Errorf("got %+v", x.Verdict)
	}
	if i := slices.IndexFunc(x.Findings, func(f agent.Finding) bool { return f.Source == agent.Title }); i < 0 || x.Findings[i].Won || x.Findings[i].State != agent.Working || x.Findings[i].Why == "" {
		t.Errorf("no finding for the title: %+v", x.Findings)
	}
	if got := report("busy", ""); !strings.Contains(got, `"busy"`) {
		t.Errorf("answer to an invalid state: %q", got)
	}
	w.send(wire.Input{Data: []byte("\r")})
	if v := w.state(agent.Failed); v.Source != agent.Exit || v.Message != "it has exited with code 3" {
		t.Errorf("got %+v", v)
	}
}

// An agent that reports nothing counts as working while it prints, and its question is read from
// the screen.
func TestAgentScreen(t *testing.T) {
	spec := specOf("sh", "-c", `stty -echo; printf 'Do you want to proceed?\n ❯ 1. Yes\n   2. No, and tell Claude what to do differently (esc)\n'; read x; printf '\033[2J\033[H'; exec cat -v`)
	spec.Agent = "claude"
	h := start(t, spec)
	w := watch(t, h, wire.Watch{})
	w.status("the answer", anyStatus)
	if info := w.ask(wire.Info{}).(wire.InfoReply); info.AgentState.State != agent.Blocked {
		w.state(agent.Blocked)
	}
	x := w.ask(wire.Explain{}).(wire.Explained)
	if x.Verdict.Source != agent.Screen || len(x.Choice.Options) != 2 {
		t.Fatalf("got %+v", x)
	}
	refused := func(m wire.Message, want string) {
		t.Helper()
		if got := w.ask(m).(wire.Done).Err; !strings.Contains(got, want) {
			t.Errorf("%+v: got %q, want %q", m, got, want)
		}
	}
	refused(wire.Prompt{Text: "go on"}, "would take the prompt for the answer")
	refused(wire.Answer{Option: "1", Hash: "0"}, "the screen has changed")
	refused(wire.Answer{Option: "3", Hash: x.Choice.Hash}, "no such option")
	refused(wire.Answer{Option: "yes", Hash: x.Choice.Hash}, "")
	v := attachTo(t, h, size)
	v.Input([]byte("\r"))
	w.until("the dialog is gone", func(m wire.Message) bool { s, ok := m.(wire.AgentState); return ok && s.State != agent.Blocked })
	refused(wire.Answer{Option: "1", Hash: x.Choice.Hash}, "asks nothing")
	_ = v.Detach()
}

// The question of an earlier agent is not taken for one of the agent started below it.
func TestADialogOfAnEarlierProcessIsNoQuestion(t *testing.T) {
	spec := specOf("sh", "-c", `stty -echo; if mkdir ran 2>/dev/null; then echo 'Do you trust the files in this folder?'; else echo 'Do you want to proceed?'; fi; exec cat`)
	spec.Dir, spec.Agent = t.TempDir(), "claude"
	h := start(t, spec)
	w := watch(t, h, wire.Watch{})
	w.status("the answer", anyStatus)
	if info := w.ask(wire.Info{}).(wire.InfoReply); info.AgentState.State != agent.Blocked {
		w.state(agent.Blocked)
	}
	w.send(wire.Restart{Force: true})
	w.until("the next start", started)
	if v := w.state(agent.Blocked); v.Kind != agent.Permission {
		t.Errorf("state: %s", v)
	}
}

// A program that reads keys gets the number of an option without Enter, since Enter would answer its
// next question. One that reads lines, or whose agent needs it, gets the number with Enter.
func TestAnswersWithEnter(t *testing.T) {
	const dialog = `printf 'Proceed?\n 1. Yes\n 2. No\n'; stty %s; printf '\033]7501;state=blocked\007'; exec cat -v`
	for name, tt := range map[string]struct {
		modes string
		enter bool
		want  string
	}{
		"keys":            {"raw -echo", false, "No\n2end"},
		"keys_with_enter": {"raw -echo", true, "No\n2^Mend"},
		"lines":           {"-echo", false, "No\n2"},
	} {
		t.Run(name, func(t *testing.T) {
			spec := specOf("sh", "-c", fmt.Sprintf(dialog, tt.modes))
			spec.Agent, spec.Known = "mine", agent.Agent{Name: "mine", Command: []string{"sh"}, Enter: tt.enter}
			v := attachTo(t, start(t, spec), size)
			w := watch(t, v.host, wire.Watch{})
			w.status("the answer", anyStatus)
			v.Until("it is blocked", func() bool { return v.Agent().State == agent.Blocked })
			x := w.ask(wire.Explain{}).(wire.Explained)
			if got := w.ask(wire.Answer{Option: "2", Hash: x.Choice.Hash}).(wire.Done).Err; got != "" {
				t.Fatal(got)
			}
			v.Input([]byte("end")) // a program that reads lines does not get this yet
			v.Shows(tt.want)
			_ = v.Detach()
		})
	}
}

// An agent of the user's configuration that is started in a shell is recognized by its program, like
// the built-in agents.
func TestAnAgentOfTheUserInAShell(t *testing.T) {
	spec := specOf()
	spec.Env = append(spec.Env, "SHELL=/bin/sh", "HOME="+t.TempDir())
	spec.Agents = []agent.Agent{{
		Name: "mine", Command: []string{"/opt/cat", "--color"},
		Titles: []agent.Pattern{{Match: "^busy", State: agent.Working}},
	}}
	h := start(t, spec)
	w := watch(t, h, wire.Watch{})
	w.status("the answer", anyStatus)
	w.send(wire.Input{Data: []byte("printf '\\033]0;busy with it\\007'; cat\n")})
	w.status("cat is in the foreground", func(s wire.Status) bool { return s.Program == "cat" })
	w.send(wire.Input{Data: []byte("x\n")})
	if v := w.state(agent.Working); v.Source != agent.Title {
		t.Errorf("source of the working state: %q", v.Source)
	}
	w.send(wire.Input{Data: []byte("\x04")})
	w.state("")
}

// A prompt is pasted if the program takes pastes, and Enter is pressed. A shell never gets one.
func TestAgentPrompt(t *testing.T) {
	dash := start(t, specOf("sh"))
	w := watch(t, dash, wire.Watch{})
	w.status("the answer", anyStatus)
	if got := w.ask(wire.Prompt{Text: "rm -rf x"}).(wire.Done).Err; !strings.Contains(got, "a shell is in the foreground") {
		t.Errorf("prompt to a shell: %q", got)
	}
	h := start(t, specOf("sh", "-c", `stty raw -echo; printf '\033[?2004hready'; exec cat -v`))
	v := attachTo(t, h, size)
	v.Shows("ready")
	v.Input([]byte("here"))
	v.Shows("readyhere") // cat reads now
	w = watch(t, h, wire.Watch{})
	for text, want := range map[string]string{
		"":                             "the prompt is empty",
		strings.Repeat("x", 256<<10+1): "write it to a file",
		"two\nlines\x1b[201~; ls":      "",
	} {
		if got := w.ask(wire.Prompt{Text: text}).(wire.Done).Err; !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%.20q: got %q, want %q", text, got, want)
		}
	}
	v.Shows("^[[200~two")
	v.Shows("; ls^[[201~^M")
	_ = v.Detach()
}

// F330: a prompt changes the agent's state at once, so that a caller who then waits for the end of the
// turn does not see the end of the previous one.
func TestAgentStateAfterAPrompt(t *testing.T) {
	spec := specOf("sh", "-c", "stty -echo; exec cat")
	spec.Agent = "claude"
	w := watch(t, start(t, spec), wire.Watch{})
	w.status("the answer", anyStatus)
	done := wire.Report{Report: agent.Report{Source: agent.Hook, State: agent.Done}}
	if got := w.ask(done).(wire.Done).Err; got != "" {
		t.Fatal(got)
	}
	if got := w.ask(wire.Prompt{Text: "go on"}).(wire.Done).Err; got != "" {
		t.Fatal(got)
	}
	if v := w.ask(wire.Info{}).(wire.InfoReply).AgentState; v.State != agent.Working {
		t.Errorf("after the prompt: state %s", v)
	}
	w.ask(done)
	if v := w.ask(wire.Info{}).(wire.InfoReply).AgentState; v.State != agent.Done {
		t.Errorf("after the turn: state %s", v)
	}
}

// BenchmarkAgentState measures the time from a program's report to the verdict at a viewer.
func BenchmarkAgentState(b *testing.B) {
	h, err := host.Start(specOf("sh", "-c", `stty -echo; while read x; do printf "\033]7501;state=$x\a"; done`), host.Options{Grace: time.Second})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { h.End(); <-h.Done() }()
	near, far := wire.Pipe()
	go func() { _ = h.Serve(far) }()
	defer func() { _ = near.Close() }()
	if err := near.Send(wire.Watch{}); err != nil {
		b.Fatal(err)
	}
	states := []agent.State{agent.Working, agent.Blocked}
	n := 0
	for b.Loop() {
		n++
		want := states[n%2]
		if err := near.Send(wire.Input{Data: []byte(string(want) + "\n")}); err != nil {
			b.Fatal(err)
		}
		for {
			m, err := near.Receive()
			if err != nil {
				b.Fatal(err)
			}
			if s, ok := m.(wire.AgentState); ok && s.State == want {
				break
			}
		}
	}
}
