package ui

import (
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/dialog"
	"dormer/ui/input"
	"dormer/ui/loop"
)

// A long paste arrives in parts. All of them go to the pane that got the first one: its program may
// end meanwhile, and the shell in the next pane would run the rest.
func TestLongPasteStaysInItsPane(t *testing.T) {
	first := input.Paste{Data: []byte("exit\n"), First: true, More: true}
	rest := input.Paste{Data: []byte("rm -r build\n")}
	tests := []struct {
		name  string
		after func(w *world, into *owner)
		gets  bool // the pane that got the first part gets the rest
	}{
		{"the_program_ends", func(w *world, into *owner) {
			w.tell(into, wire.Exited{Exit: session.Exit{Started: w.now, Ended: w.now.Add(time.Second)}})
		}, false},
		{"the_focus_goes", func(w *world, _ *owner) { w.press("ctrl+b", "left") }, true},
		{"a_list_opens", func(w *world, _ *owner) { w.press("ctrl+b", ":") }, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, standard)
			other := w.owner()
			w.press("ctrl+b", "%")
			into := w.owner()
			w.take(loop.Input{Events: []input.Event{first}})
			tt.after(w, into)
			w.take(loop.Input{Events: []input.Event{rest}})
			if got := string(expect[wire.Paste](t, into).Data); got != "exit\n" {
				t.Errorf("first it pastes %q", got)
			}
			if tt.gets {
				if got := string(expect[wire.Paste](t, into).Data); got != "rm -r build\n" {
					t.Errorf("then it pastes %q", got)
				}
			}
			if f, opened := w.m.dialog().(*dialog.Finder); opened && f.Typed() != "" {
				t.Errorf("the list got %q", f.Typed())
			}
			w.m.closeDialogs()
			if !tt.gets || tt.name == "the_focus_goes" {
				w.press("z")
				for m := range other.got {
					if p, is := m.(wire.Paste); is {
						t.Errorf("the other pane got %q", p.Data)
					} else if in, is := m.(wire.Input); is && string(in.Data) == "z" {
						break
					}
				}
			}
		})
	}
}

// Later parts of a paste that began in a prompt go to that prompt, or nowhere.
func TestLongPasteIntoAPrompt(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", ",")
	w.take(loop.Input{Events: []input.Event{input.Paste{Data: []byte("tests "), First: true, More: true}}})
	w.take(loop.Input{Events: []input.Event{input.Paste{Data: []byte("of ui"), More: true}}})
	w.press("enter")
	w.take(loop.Input{Events: []input.Event{input.Paste{Data: []byte("make\n")}}})
	if got := w.m.activeTab().Name; got != "tests of ui" {
		t.Errorf("the tab's name is %q", got)
	}
	w.press("z")
	o := w.owner()
	for m := range o.got {
		if p, is := m.(wire.Paste); is {
			t.Errorf("the pane got %q", p.Data)
		} else if in, is := m.(wire.Input); is && string(in.Data) == "z" {
			break
		}
	}
}

// A text that is chosen from the list of copied ones goes to the pane from which the list was
// opened, or nowhere: that pane may have closed meanwhile.
func TestAChosenTextIsPastedWhereTheListWasOpened(t *testing.T) {
	w := newWorld(t, standard)
	w.m.buffers.Add("rm -r build\n", w.now)
	w.press("ctrl+b", "%", "ctrl+b", "#")
	w.tell(w.owner(), wire.Exited{Exit: session.Exit{Started: w.now, Ended: w.now.Add(time.Second)}})
	if w.press("enter"); !strings.Contains(w.m.notices.Shown.Text, "nothing was pasted") {
		t.Errorf("after the pane has closed the notice is %q", w.m.notices.Shown.Text)
	}
	w.press("z")
	for m := range w.owner().got {
		if p, is := m.(wire.Paste); is {
			t.Errorf("another pane got %q", p.Data)
		} else if _, is := m.(wire.Input); is {
			break
		}
	}
	w.press("ctrl+b", "#", "enter")
	if got := expect[wire.Paste](t, w.owner()); string(got.Data) != "rm -r build\n" {
		t.Errorf("it pasted %q", got.Data)
	}
}
