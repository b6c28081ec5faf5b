//go:build linux

package stories

import (
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// An agent in another tab works, asks a question and finishes. The tab bar and the status line show
// each state. Viewing the question does not answer it.
func TestWaitingAgentIsShownInTabAndStatusLine(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100})
	s.name("agent")
	asks, answered := newGate(t), newGate(t)
	says := func(state string) string { return `printf '\033]7501;state=` + state + `\007'; ` }
	s.Type(says("working") + "cat '" + string(asks) + "'; " + says("blocked:kind=permission:msg=cm0gLXJmIHg=") + "cat '" + string(answered) + "'; " + says("done") + "cat\n")
	s.newTab(2, "other")
	s.WaitText("1 work")
	asks.open(t)
	marked := func(sc drive.Screen) bool { return strings.Contains(tabs(sc), "1 agent ⚑") }
	s.WaitFor("the mark of the tab", marked)
	s.WaitText("⚑ 1 waits: agent")
	s.Prefix("A")
	s.WaitText("waits for a permission: rm")
	s.Press("esc")
	s.WaitFor("the inbox to close", func(sc drive.Screen) bool { return !sc.Contains("Inbox") })
	s.Prefix("a")
	s.WaitFor("the tab of the agent", func(sc drive.Screen) bool {
		return strings.HasPrefix(activeTab(sc), "1 agent") && !strings.Contains(status(sc), "waits")
	})
	s.Prefix("2")
	s.WaitFor("the other tab", func(sc drive.Screen) bool { return activeTab(sc) == "2 other" })
	s.WaitFor("the mark of the unanswered tab", marked)
	s.WaitText("⚑ 1 waits: agent")
	answered.open(t)
	s.WaitText("✓ 1 finished: agent")
	s.WaitFor("another mark of the tab", func(sc drive.Screen) bool { return strings.Contains(tabs(sc), "1 agent ✓") })
}

// An agent that finishes while dormer is closed is marked when dormer is opened again.
func TestAgentFinishedWhileDormerWasClosedIsShown(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100})
	s.name("agent")
	over := newGate(t)
	s.Type("printf '\\033]7501;state=working\\007'; cat '" + string(over) + "'; printf '\\033]7501;state=done\\007'; echo is'_'over; cat\n")
	s.newTab(2, "other")
	s.WaitText("1 work")
	s.leave()
	over.open(t)
	eventually(t, "the agent is done", func() bool { return strings.Contains(s.dormer("agent", "list"), " done ") })
	s = s.relaunch()
	s.WaitFor("the mark of the tab", func(sc drive.Screen) bool { return strings.Contains(tabs(sc), "1 agent ✓") })
	s.WaitText("✓ 1 finished: agent")
}

// asks has the shell in the active pane report, as an agent does, that it needs a permission, and
// wait for the answer.
func (s *story) asks(question string) {
	s.Type(`printf '\033]7501;state=blocked:kind=permission:msg=cm0gLXJmIHg=\007'; printf '` + question + ` %s? [y/N] ' now; read a; printf '\033]7501;state=done\007'; echo chose-$a; cat` + "\n")
	s.WaitText(question + " now? [y/N]")
}

// Two agents ask a question while their panes are viewed, and still wait when nobody views them.
// The inbox lists both, the longest waiting first, with their options, and answers both. The focus
// stays where it was.
func TestInboxAnswersAgentsByKey(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 80})
	s.name("one")
	s.asks("Remove")
	s.newTab(2, "two")
	s.asks("Push")
	s.newTab(3, "other")
	s.WaitText("2 waits")
	s.Prefix("a")
	s.WaitFor("the one that has waited longest", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "1 one") })
	s.Prefix("a")
	s.WaitFor("the next one", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2 two") })
	s.Prefix("3")
	s.WaitFor("the other tab", func(sc drive.Screen) bool { return activeTab(sc) == "3 other" })

	s.Prefix("A")
	options := func(n int) func(drive.Screen) bool {
		return func(sc drive.Screen) bool { return strings.Count(sc.Text(), "answers") == n }
	}
	s.WaitFor("the options of both, the first with its question", func(sc drive.Screen) bool {
		text := sc.Text()
		return options(4)(sc) && strings.Index(text, "one  waits for a permission: rm -rf x") < strings.Index(text, "two  waits") && sc.Contains("Remove now? [y/N]")
	})
	s.Press("down", "enter")
	s.WaitFor("the options of the second", options(2))
	s.WaitText("Push now? [y/N]")
	s.Press("down", "down", "enter")
	s.WaitFor("an inbox without agents that wait", func(sc drive.Screen) bool {
		return !sc.Contains("waits") && sc.Contains("is done")
	})
	s.Press("esc")
	s.WaitGone("Inbox")
	if got := activeTab(s.Screen()); got != "3 other" {
		t.Errorf("the focus is on %q, want it unchanged", got)
	}
	s.Prefix("1")
	s.WaitText("chose-y")
	s.Prefix("2")
	s.WaitText("chose-n")
}

// An agent that is put off is not counted, and Ctrl-b a skips it, until it asks something else.
func TestAgentThatIsPutOffIsNotCounted(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 80})
	s.name("one")
	next := newGate(t)
	asks := func(what string) string {
		return `printf '\033]7501;state=blocked:kind=question:msg=` + what + `\007'; `
	}
	s.Type(asks("cmVk") + "cat '" + string(next) + "'; " + asks("Ymx1ZQ==") + "cat\n")
	s.newTab(2, "other")
	s.WaitText("1 waits")
	s.Prefix("A")
	s.WaitText("waits for an answer: red")
	s.Press("ctrl+x")
	s.WaitText("Ctrl-z puts it off")
	s.Press("ctrl+z")
	s.WaitText("put off, ", "waits for an answer: red")
	s.Press("esc")
	s.WaitGone("Inbox")
	s.WaitGone("1 waits")
	s.Prefix("a")
	s.WaitText("nothing waits for you")
	next.open(t)
	s.WaitText("1 waits")
	s.Prefix("A")
	s.WaitText("waits for an answer: blue")
}

// A click on an option in the inbox selects it, and a second click answers with it. Ctrl-z puts off
// the selected agent, also from one of its options.
func TestInboxAnswersAgentsByMouse(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 80, Rows: 30})
	s.name("one")
	s.asks("Remove")
	s.newTab(2, "two")
	s.asks("Push")
	s.newTab(3, "other")
	s.WaitText("2 waits")
	s.Prefix("A")
	options := func(n int) func(drive.Screen) bool {
		return func(sc drive.Screen) bool { return strings.Count(sc.Text(), "answers") == n }
	}
	sc := s.WaitFor("the options of both", options(4))
	x, y := -1, -1
	for row := range sc.Rows {
		if line := sc.Row(row); strings.Contains(line, "answers") && strings.Contains(line, "No") {
			x, y = strings.Index(line, "No"), row
		}
	}
	s.Click(x, y)
	s.WaitFor("the option to be selected", func(sc drive.Screen) bool { at, line := selected(sc); return at == y && strings.Contains(line, "n No") })
	s.WaitFor("the options of both still", options(4))
	s.Click(x, y)
	s.WaitFor("the options of the one that was not answered", options(2))
	s.WaitText("one  waits", "two  is done")
	s.Press("up", "up", "up", "down")
	s.WaitFor("the other option to be selected", func(sc drive.Screen) bool { _, line := selected(sc); return strings.Contains(line, "y Yes") })
	s.Press("ctrl+z")
	s.WaitText("put off, ")
	s.WaitFor("no options", options(0))
	s.Press("esc")
	s.WaitGone("Inbox")
	s.WaitGone("1 waits")
	s.Prefix("2")
	s.WaitText("chose-n")
}
