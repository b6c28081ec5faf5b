package agent

import (
	"strings"
	"testing"
	"time"
)

// story reports events to a table, and checks the state after each step.
type story struct {
	t   *testing.T
	tab Table
	now time.Time
}

func newStory(t *testing.T, agent string) *story {
	t.Helper()
	s := &story{t: t, now: start}
	s.tab.SetAgent(Agent{
		Name:    agent,
		Titles:  []Pattern{{Match: `^⠂ `, State: Working}, {Match: `^✳ `, State: Idle}},
		Screens: []Pattern{{Match: `(?m)^ ❯ 1\. Yes$`, State: Blocked, Kind: Permission}},
	})
	return s
}

// after lets time pass, makes something happen, and checks the state.
func (s *story) after(d time.Duration, what string, do func(), want State, from Source) {
	s.t.Helper()
	s.now = s.now.Add(d)
	do()
	if v := s.tab.Resolve(s.now).Verdict; v.State != want || v.Source != from {
		s.t.Errorf("after %s: got %s by %q, want %s by %q", what, v.State, v.Source, want, from)
	}
}

func (s *story) hook(state State) func() {
	return func() { s.tab.Report(Report{Source: Hook, State: state}, s.now) }
}

func (s *story) title(text string) func() { return func() { s.tab.Title(text, s.now) } }

func (s *story) status(body string) func() {
	return func() {
		r, ok := ParseStatus(body)
		if !ok {
			s.t.Fatalf("%q is not a status", body)
		}
		s.tab.Record(r, s.now)
	}
}

// A turn of an agent that has hooks and titles, and whose user presses Esc at a prompt.
func TestHooksAndTitles(t *testing.T) {
	s := newStory(t, "claude")
	s.after(0, "the start", func() {}, Unknown, "")
	s.after(time.Second, "its title", s.title("✳ Claude Code"), Idle, Title)
	s.after(time.Second, "a prompt", s.hook(Working), Working, Hook)
	s.after(time.Second, "its title spins", s.title("⠂ tests"), Working, Hook)
	s.after(time.Minute, "a question", s.hook(Blocked), Blocked, Hook)
	s.after(100*time.Millisecond, "the title stops", s.title("✳ tests"), Blocked, Hook)
	s.after(time.Minute, "the answer", s.hook(Working), Working, Hook)
	s.after(time.Second, "its title spins again", s.title("⠂ tests"), Working, Hook)
	s.after(time.Second, "another question", s.hook(Blocked), Blocked, Hook)
	s.after(time.Minute, "Esc", s.title("✳ tests"), Idle, Title)
}

// What an agent was before dormer gave it a prompt does not count after that, unless it reports
// nothing for a while. What it reports then counts at once, also if it is the same.
func TestAPromptEndsEarlierEvidence(t *testing.T) {
	for _, said := range []State{Done, Failed, Idle} {
		s := newStory(t, "claude")
		prompt := func() { s.tab.Prompt(s.now) }
		report := func() { s.tab.Report(Report{Source: Hook, State: said, Began: "clear"}, s.now) }
		s.after(0, "a turn", report, said, Hook)
		s.after(time.Minute, "a prompt", prompt, Working, Activity)
		s.after(promptTime-time.Second, "silence", func() {}, Working, Activity)
		s.after(time.Second, "more silence", func() {}, said, Hook)
		s.after(time.Minute, "another prompt", prompt, Working, Activity)
		s.after(time.Second, "its turn", report, said, Hook)
		if v := s.tab.Verdict(); !v.Since.Equal(s.now) {
			t.Errorf("%s since %s, want %s", said, v.Since, s.now)
		}
	}
	s := newStory(t, "claude")
	prompt := func() { s.tab.Prompt(s.now) }
	s.after(0, "its title", s.title("✳ Claude Code"), Idle, Title)
	s.after(time.Second, "a prompt", prompt, Working, Activity)
	s.after(time.Second, "its title spins", s.title("⠂ tests"), Working, Title)
	s.after(time.Second, "its title stands", s.title("✳ tests"), Idle, Title)
	s.after(time.Second, "a prompt, and its end", func() { prompt(); s.now = s.now.Add(time.Second); s.tab.Exited(3, "", false, s.now) }, Failed, Exit)
}

// The reminder that an agent waits for a prompt comes a minute after its turn and changes nothing.
// After a question that the user has left, it is the only event.
func TestTheReminderOfAnIdleAgentChangesNothing(t *testing.T) {
	reminder := `{"hook_event_name":"Notification","notification_type":"idle_prompt"}`
	for _, tt := range []struct{ was, want State }{{Done, Done}, {Failed, Failed}, {Blocked, Idle}, {Working, Idle}} {
		s := newStory(t, "claude")
		s.after(0, "the turn", s.hook(tt.was), tt.was, Hook)
		s.after(time.Minute, "the reminder", func() {
			r, ok := FromHook("claude", []byte(reminder))
			if !ok {
				t.Fatal("no report")
			}
			s.tab.Report(r, s.now)
		}, tt.want, Hook)
		s.after(time.Minute, "/clear", func() { s.tab.Report(Report{Source: Hook, State: Idle, Began: "clear"}, s.now) }, Idle, Hook)
	}
}

// Somebody presses Esc at a question just after it appeared: the change of the title that follows comes
// from the key, not from the question.
func TestAKeyEndsAQuestion(t *testing.T) {
	s := newStory(t, "claude")
	key := func() { s.tab.NoteKey(s.now) }
	s.after(0, "a prompt", s.hook(Working), Working, Hook)
	s.after(time.Second, "its title spins", s.title("⠂ tests"), Working, Hook)
	s.after(time.Second, "typing ahead", key, Working, Hook)
	s.after(time.Second, "a question", s.hook(Blocked), Blocked, Hook)
	s.after(100*time.Millisecond, "the title stands still", s.title("Claude Code"), Blocked, Hook)
	s.after(100*time.Millisecond, "Esc", key, Blocked, Hook)
	s.after(100*time.Millisecond, "the title of an idle agent", s.title("✳ tests"), Idle, Title)
	s.after(time.Minute, "another question", s.hook(Blocked), Blocked, Hook)
	s.after(100*time.Millisecond, "1", key, Blocked, Hook)
	s.after(100*time.Millisecond, "its title spins again", s.title("⠂ tests"), Working, Title)
}

// For an agent without titles, the only sign of an answer is that its dialog disappears.
func TestADialogThatDisappearsEndsAQuestion(t *testing.T) {
	const dialog = "Proceed?\n ❯ 1. Yes\n   2. No"
	begun := func() *story {
		s := newStory(t, "claude")
		s.after(0, "a question", s.hook(Blocked), Blocked, Hook)
		s.after(100*time.Millisecond, "its dialog", func() { s.tab.Screen(dialog, s.now) }, Blocked, Hook)
		return s
	}
	s := begun()
	s.after(time.Second, "a screen without it, and no key", func() { s.tab.Screen("> ", s.now) }, Blocked, Hook)
	s = begun()
	s.after(time.Second, "a key that moves in it", func() { s.tab.NoteKey(s.now); s.tab.Screen(dialog, s.now) }, Blocked, Hook)
	s.after(time.Second, "Esc", func() { s.tab.NoteKey(s.now); s.tab.Screen("> ", s.now) }, Unknown, "")
	s.after(time.Second, "another question", s.hook(Blocked), Blocked, Hook)
	s.after(time.Second, "Esc, where no dialog was seen", func() { s.tab.NoteKey(s.now); s.tab.Screen(">  ", s.now) }, Blocked, Hook)
	// A dialog from before the question is another one.
	s = newStory(t, "claude")
	s.after(0, "an old dialog", func() { s.tab.Screen(dialog, s.now) }, Blocked, Screen)
	s.after(time.Minute, "a question", s.hook(Blocked), Blocked, Hook)
	s.after(time.Second, "Esc", func() { s.tab.NoteKey(s.now); s.tab.Screen("> ", s.now) }, Blocked, Hook)
}

// Codex reports by OSC 7501 that it works, and may not report that it has stopped. Its title does, and
// its notify program.
func TestStatusThatIsNeverEnded(t *testing.T) {
	s := &story{t: t, now: start}
	codex, _ := Lookup("codex")
	s.tab.SetAgent(codex)
	s.after(0, "the title of the shell", s.title("~/proj"), Unknown, "")
	s.after(0, "another one", s.title("codex"), Unknown, "")
	s.after(time.Second, "a prompt", s.status("state=working:app=codex"), Working, Status)
	s.after(0, "its title spins", s.title("⠋ proj"), Working, Status)
	s.after(time.Minute, "a question", s.title("Action Required"), Blocked, Title)
	s.after(time.Minute, "the answer", s.title("⠋ proj"), Working, Status)
	s.after(time.Minute, "the end of the turn", s.title("proj"), Idle, Title)
	s.after(time.Second, "notify", s.hook(Done), Done, Hook)
	s.after(time.Minute, "another prompt", s.status("state=working:app=codex"), Working, Status)
	s.after(time.Second, "its title spins", s.title("⠹ proj"), Working, Status)
	s.after(time.Second, "Esc", s.title("proj"), Idle, Title)
	s.after(time.Minute, "another prompt", s.status("state=working:app=codex"), Working, Status)
	s.after(time.Second, "notify, without titles", s.hook(Done), Done, Hook)

	s = newStory(t, "claude") // it reports that it has stopped
	s.after(0, "a prompt", s.status("state=working"), Working, Status)
	s.after(time.Second, "a hook", s.hook(Done), Working, Status)
}

// All reports of a turn may arrive at once. The end of the turn is still a new one.
func TestTheEndOfATurnReportedAtOnce(t *testing.T) {
	for _, how := range []struct {
		source Source
		tell   func(s *story, state State)
	}{
		{Status, func(s *story, state State) { s.status("state=" + string(state))() }},
		{Hook, func(s *story, state State) { s.hook(state)() }},
	} {
		t.Run(string(how.source), func(t *testing.T) {
			s := newStory(t, "claude")
			tell := func(states ...State) func() {
				return func() {
					for _, state := range states {
						how.tell(s, state)
						s.now = s.now.Add(time.Millisecond)
					}
				}
			}
			s.after(0, "a turn", tell(Working, Done), Done, how.source)
			first := s.tab.Verdict().Since
			s.after(time.Minute, "another turn", tell(Working, Done), Done, how.source)
			second := s.tab.Verdict().Since
			if !second.After(first) {
				t.Errorf("done since %v, as after the previous turn", second)
			}
			s.after(time.Minute, "nothing", func() {}, Done, how.source)
			s.after(time.Minute, "done once more", tell(Done), Done, how.source)
			if got := s.tab.Verdict().Since; got != second {
				t.Errorf("done since %v, want %v: it has not worked since", got, second)
			}
		})
	}
}

// An agent that only reports statuses by OSC 7501, in the catalogue or not.
func TestStatusOnly(t *testing.T) {
	s := newStory(t, "")
	s.after(0, "the start", func() {}, "", "")
	s.after(0, "working", s.status("state=working:app=x"), Working, Status)
	s.after(0, "blocked", s.status("state=blocked:kind=question:msg="+b64("sure?")), Blocked, Status)
	if v := s.tab.Verdict(); v.Kind != Question || v.Message != "sure?" || v.Since != s.now {
		t.Errorf("got %+v", v)
	}
	s.after(time.Minute, "the same again", s.status("state=blocked:kind=question:msg="+b64("sure?")), Blocked, Status)
	if v := s.tab.Verdict(); v.Since != start {
		t.Errorf("blocked since %v, before since %v", v.Since, start)
	}
	s.after(time.Minute, "another question", s.status("state=blocked:msg="+b64("really?")), Blocked, Status)
	if v := s.tab.Verdict(); v.Since != s.now {
		t.Errorf("blocked by another question since %v, want %v", v.Since, s.now)
	}
	s.after(0, "the shell's prompt", s.tab.Ended, "", "")
	s.after(0, "done", s.status("state=done"), Done, Status)
	s.after(0, "the shell's prompt", s.tab.Ended, Done, Status)
	s.after(0, "RIS", s.tab.Reset, "", "")
	s.after(0, "a title of no agent", s.title("✳ x"), "", "")
	s.after(0, "the exit of the shell", func() { s.tab.Exited(1, "", false, s.now) }, "", "")
}

func TestExit(t *testing.T) {
	for _, tt := range []struct {
		code    int
		signal  string
		stopped bool
		want    State
		message string
	}{
		{0, "", false, Done, "it has exited"},
		{3, "", false, Failed, "it has exited with code 3"},
		{137, "SIGKILL", false, Failed, "it was ended by SIGKILL"},
		{143, "SIGTERM", true, Done, "it was ended on request"},
	} {
		s := newStory(t, "claude")
		s.after(0, "working", s.status("state=working"), Working, Status)
		s.after(time.Second, "the exit", func() { s.tab.Exited(tt.code, tt.signal, tt.stopped, s.now) }, tt.want, Exit)
		if got := s.tab.Verdict().Message; got != tt.message {
			t.Errorf("got %q, want %q", got, tt.message)
		}
		s.after(time.Second, "another start", s.tab.Started, Unknown, "")
	}
}

func TestNotices(t *testing.T) {
	for text, want := range map[string]State{
		"Claude needs your permission to use Bash": Blocked,
		"Claude is waiting for your input":         Idle,
		"Please log in":                            Blocked,
		"Approval requested: git push":             Blocked,
		"Agent turn complete":                      Done,
	} {
		s := newStory(t, "claude")
		s.after(0, text, func() { s.tab.Notify(text, s.now) }, want, Notice)
		s.after(time.Second, "a bell", func() { s.tab.NoteBell(s.now) }, map[bool]State{true: Blocked, false: Done}[want == Blocked], Notice)
		s.after(0, "Enter", func() { s.tab.NoteLine() }, Unknown, "")
		s.after(0, "a progress bar", func() { s.tab.Progress(Working, s.now) }, Working, Notice)
		s.after(0, "its end", func() { s.tab.Progress("", s.now) }, Unknown, "")
	}
}

func TestScreenAndActivity(t *testing.T) {
	s := newStory(t, "claude")
	look := func(text string) func() { return func() { s.tab.Screen(text, s.now) } }
	s.after(0, "output", func() { s.tab.NoteOutput(s.now) }, Working, Activity)
	s.after(time.Second, "a dialog", look("Proceed?\n ❯ 1. Yes\n   2. No"), Blocked, Screen)
	s.after(time.Second, "its end", look("ok"), Working, Activity)
	s.after(activeTime, "silence", func() {}, Unknown, "")
	s.after(0, "working", s.status("state=working"), Working, Status)
	s.after(time.Second, "a dialog", look(" ❯ 1. Yes"), Working, Status)
	if next := s.tab.Resolve(s.now).Next; next != s.now.Add(claimAge-time.Second) {
		t.Errorf("next check at %v", next)
	}
	s.after(time.Second, "a while", func() {}, Blocked, Screen)
	s.after(0, "the agent leaves the foreground", func() { s.tab.SetAgent(Agent{}) }, "", "")
}

// A dialog that stays on the screen after its answer does not count again when more is printed; another
// dialog does.
func TestAnAnsweredDialogStaysOnTheScreen(t *testing.T) {
	s := newStory(t, "claude")
	const dialog = "Proceed?\n ❯ 1. Yes\n   2. No"
	look := func(text string) func() { return func() { s.tab.Screen(text, s.now) } }
	s.after(0, "a dialog", look(dialog), Blocked, Screen)
	s.after(time.Second, "its answer", s.status("state=idle"), Idle, Status)
	s.after(2*claimAge, "more output", look(dialog+"\n> "), Idle, Status)
	s.after(time.Second, "a screen without it", look("> "), Idle, Status)
	s.after(time.Second, "the dialog again", look(dialog), Blocked, Screen)
}

func TestReportChecked(t *testing.T) {
	good := Report{Source: Hook, State: Blocked, Kind: Question, Message: "a\nb", ID: "0199-x", Began: "fork"}
	got, err := good.Checked()
	if want := (Report{Source: Hook, State: Blocked, Kind: Question, Message: "a b", ID: "0199-x", Began: "fork"}); err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
	got, err = Report{Source: Status, State: Working, Kind: Question, Began: "somehow"}.Checked()
	if want := (Report{Source: Status, State: Working}); err != nil || got != want {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, bad := range []Report{
		{Source: Title, State: Idle},
		{Source: Hook, State: "busy"},
		{Source: Hook, State: Blocked, Kind: "coffee"},
		{Source: Hook, ID: "a b"},
		{Source: Hook, ID: "a\x1b"},
		{Source: Hook, ID: strings.Repeat("x", 257)},
	} {
		if got, err := bad.Checked(); err == nil {
			t.Errorf("%+v is accepted as %+v", bad, got)
		}
	}
}

func TestReadChoice(t *testing.T) {
	for _, tt := range []struct {
		name, screen string
		options      string // as name=label; "" for none
		keys         string // of the first
		question     string // its last line
	}{
		{
			"Claude Code", "Bash command\n rm -rf x\n Do you want to proceed?\n ❯ 1. Yes\n   2. Yes, and don't ask again\n   3. No, and tell Claude what to do differently (esc)\n",
			"1=Yes 2=Yes, and don't ask again 3=No, and tell Claude what to do differently (esc)", "1", "Do you want to proceed?",
		},
		{"in a box", "outside\n╭────╮\n│ Apply this change?  │\n│ ● 1. Yes, allow once   │\n│   2. No        │\n╰────╯", "1=Yes, allow once 2=No", "1", "Apply this change?"},
		{"a label that wraps", "Which?\n1. one\n   that is long\n2. two", "1=one 2=two", "1", "Which?"},
		{"aider", "Run it?\nAllow? (Y)es/(N)o/(D)on't ask again [Yes]: ", "y=Yes n=No d=Don't ask again", "y\r", "Allow? (Y)es/(N)o/(D)on't ask again [Yes]:"},
		{"yes or no", "delete? [y/N] ", "y=Yes n=No", "y\r", "delete? [y/N]"},
		{"a list that is above the prompt", "1. one\n2. two\na\nb\nc\nd\n$ ", "", "", ""},
		{"a single option", "1. one", "", "", ""},
		{"a list without its start", "2. two\n3. three", "", "", ""},
		{"nothing", "", "", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, ok := ReadChoice(strings.Split(tt.screen, "\n"))
			var words []string
			for _, o := range d.Options {
				words = append(words, o.Name+"="+o.Label)
			}
			if got := strings.Join(words, " "); got != tt.options || ok != (tt.options != "") {
				t.Fatalf("got %q, %v; want %q", got, ok, tt.options)
			}
			if !ok {
				return
			}
			if got := d.Question[len(d.Question)-1]; got != tt.question || d.Options[0].Keys != tt.keys {
				t.Errorf("got %q, answered by %q; want %q and %q", got, d.Options[0].Keys, tt.question, tt.keys)
			}
			if o, ok := d.Find(strings.ToUpper(d.Options[1].Label)); !ok || o != d.Options[1] {
				t.Errorf("an option is not found by its label")
			}
			if strings.Contains(strings.Join(d.Question, " "), "outside") {
				t.Errorf("question: %q", d.Question)
			}
			other, _ := ReadChoice(append([]string{"more"}, strings.Split(tt.screen, "\n")...))
			moved, _ := ReadChoice(append(make([]string, 5), strings.Split(tt.screen, "\n")...))
			if moved.Hash != d.Hash || other.Hash == d.Hash {
				t.Errorf("hash %s, moved %s, of another %s", d.Hash, moved.Hash, other.Hash)
			}
		})
	}
}
