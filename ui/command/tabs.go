package command

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/workspace"
)

func newTab(c Focus) Result { return OpenTab(c, c.Maker.NewRecord(c)) }

// OpenTab opens a tab with a session.
func OpenTab(c Focus, r workspace.Record) Result {
	return Act(workspace.OpenTab{
		View: c.View.ID, Tab: c.Maker.NewTab(), Index: -1,
		Record: r, Size: c.Screen.Body.Size(),
	})
}

func stepTab(by int) func(Focus) Result {
	return withPane(func(c Focus) Result {
		n := len(c.View.Tabs)
		if n < 2 {
			return c.withoutOtherTab()
		}
		i := (c.View.Index(c.Tab.ID) + by + n) % n
		return Act(workspace.FocusTab{Tab: c.View.Tabs[i].ID})
	})
}

func lastTab(c Focus) Result {
	if n := len(c.View.Recent); n > 0 {
		return Act(workspace.FocusTab{Tab: c.View.Recent[n-1]})
	}
	return c.cannotTry("no other tab was active before", "tab.new", "opens one")
}

func moveTab(by int) func(Focus) Result {
	return withPane(func(c Focus) Result {
		if len(c.View.Tabs) < 2 {
			return c.withoutOtherTab()
		}
		i := c.View.Index(c.Tab.ID) + by
		if i < 0 || i >= len(c.View.Tabs) {
			return c.cannotTry("the tab is at that end already", oppositeMove(by), "moves it the other way")
		}
		return Act(workspace.MoveTab{Tab: c.Tab.ID, Index: i})
	})
}

// oppositeMove returns the command that moves a tab the other way.
func oppositeMove(by int) string {
	if by > 0 {
		return "tab.move-left"
	}
	return "tab.move-right"
}

func withOtherTab(asks func(Focus) Request) func(Focus) Result {
	return withPane(func(c Focus) Result {
		if len(c.View.Tabs) < 2 {
			return c.withoutOtherTab()
		}
		return Ask(asks(c))
	})
}

// stepMarked goes to the next or previous tab with a mark.
func stepMarked(by int) func(Focus) Result {
	return func(c Focus) Result {
		if c.Waiting == uuid.Nil {
			return c.withoutWaiting()
		}
		return Ask(GoToMarked{by})
	}
}

// digits binds each digit up to n to itself as an argument.
func digits(n int) (out []ArgumentKey) {
	for i := 1; i <= n; i++ {
		d := strconv.Itoa(i)
		out = append(out, ArgumentKey{d, []string{d}})
	}
	return out
}

// selectNumber parses the number of a tab to go to.
func selectNumber(args []string) (func(Focus) Result, error) {
	if len(args) != 1 {
		return nil, errors.New("it needs one number")
	}
	number, err := strconv.Atoi(args[0])
	if err != nil || number < 1 {
		return nil, fmt.Errorf("%q is not the number of a tab", args[0])
	}
	return func(c Focus) Result {
		if number > len(c.View.Tabs) {
			return c.cannotTry("there is no tab "+strconv.Itoa(number), "tab.new", "opens one")
		}
		return Act(workspace.FocusTab{Tab: c.View.Tabs[number-1].ID})
	}, nil
}

// selectTab goes to a tab by its number or name.
func selectTab(typed string, f Focus) Result {
	if resolve, err := selectNumber([]string{typed}); err == nil {
		return resolve(f)
	}
	return selectNamed(typed)(f)
}

// selectNamed goes to the tab with that title, or else to the only tab whose title begins
// with the name.
func selectNamed(name string) func(Focus) Result {
	return func(c Focus) Result {
		var begin []workspace.TabID
		for _, t := range c.View.Tabs {
			switch title := c.State.TabTitle(t); {
			case title == name:
				return Act(workspace.FocusTab{Tab: t.ID})
			case strings.HasPrefix(title, name):
				begin = append(begin, t.ID)
			}
		}
		if len(begin) != 1 {
			return c.cannotTry("no tab is called "+strconv.Quote(name), "palette", "finds all")
		}
		return Act(workspace.FocusTab{Tab: begin[0]})
	}
}

func nameTab(c Focus, name string) workspace.Action {
	return workspace.RenameTab{Tab: c.Tab.ID, Name: name}
}

// Requests that these commands make.
type (
	AskTabNumber struct{}
	AskTabName   struct{ Tab workspace.TabID }
	// AskJoinTab asks for the tab to join a tab into.
	AskJoinTab struct {
		From workspace.TabID
		View workspace.ViewID
	}
	// GoToTab goes to a tab by its number or name.
	GoToTab struct{ Typed string }
	// JoinTab moves all panes of a tab beside the pane At.
	JoinTab struct {
		From workspace.TabID
		At   session.ID
	}
	OpenTabIn struct{ Dir string }
)

func (AskTabNumber) isPrompt()  {}
func (AskTabNumber) isRequest() {}
func (AskTabName) isPrompt()    {}
func (AskTabName) isRequest()   {}
func (AskJoinTab) isList()      {}
func (AskJoinTab) isRequest()   {}
func (GoToTab) isRequest()      {}
func (JoinTab) isRequest()      {}
func (OpenTabIn) isRequest()    {}
