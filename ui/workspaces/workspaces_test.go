package workspaces

import (
	"errors"
	"testing"

	"dormer/ui/command"
	"dormer/ui/lists"
)

type fake struct{ err error }

func (f fake) List() ([]lists.Workspace, error) { return []lists.Workspace{{Name: "blog"}}, f.err }
func (f fake) Open(string, bool) error          { return f.err }

func TestOpened(t *testing.T) {
	full := errors.New("the disk is full")
	for _, tt := range []struct {
		name string
		err  error
		want command.Request
		says string
	}{
		{"opened", nil, command.Leave{For: "blog"}, ""},
		{"held", HeldError{Fact: "it is open in process 7"}, command.AskTakeWorkspace{Name: "blog", In: "it is open in process 7"}, "it is open in process 7: dormer asks on its screen whether to take it over"},
		{"failed", full, command.Tell(full.Error())[0].Request, full.Error()},
	} {
		o, _ := Open(fake{tt.err}, "blog", false)().(Opened)
		asks, err := o.Asks()
		said := ""
		if err != nil {
			said = err.Error()
		}
		if len(asks) != 1 || asks[0].Request != tt.want || said != tt.says {
			t.Errorf("%s: asks %+v, the error is %q", tt.name, asks, said)
		}
	}
	if Open(nil, "blog", false) != nil || List(nil) != nil {
		t.Error("there is a command without workspaces")
	}
}

func TestList(t *testing.T) {
	if l, _ := List(fake{})().(Listed); len(l.All) != 1 || l.Err != nil {
		t.Errorf("got %+v", l)
	}
}
