//go:build linux

package stories

import (
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// An agent in another tab works, asks something and is done. The tab bar and the status line
// say so, and looking at what it asks does not answer it.
func TestAnAgentThatWaitsIsTold(t *testing.T) {
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
	s.WaitFor("the mark of the tab, which nobody has answered", marked)
	s.WaitText("⚑ 1 waits: agent")
	answered.open(t)
	s.WaitText("✓ 1 finished: agent")
	s.WaitFor("another mark of the tab", func(sc drive.Screen) bool { return strings.Contains(tabs(sc), "1 agent ✓") })
}

// An agent that is done while no dormer looks is told of when one comes back.
func TestAnAgentThatIsDoneWhileDormerIsAway(t *testing.T) {
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
