package worktrees

import (
	"context"
	"errors"
	"testing"

	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/dialog"
	"dormer/ui/lists"
	"dormer/ui/prompts"
	"dormer/ui/remote"
	"dormer/ui/template"
)

// maker makes any worktree, or fails with an error.
type maker struct {
	err   error
	made  []command.NewWorktree
	looks int
}

func (f *maker) Repository(context.Context, string) (lists.Repository, error) {
	return lists.Repository{Main: "/src", Branches: []string{"main"}}, nil
}

func (f *maker) Repositories(context.Context, []string) []lists.Repository {
	f.looks++
	return []lists.Repository{{Main: "/src"}}
}

func (f *maker) Make(ctx context.Context, w command.NewWorktree) (open remote.OpenWorktree, say string, err error) {
	f.made = append(f.made, w)
	return open, "made " + w.Branch, errors.Join(ctx.Err(), f.err)
}

func (f *maker) Prepare(ctx context.Context, named []template.Branch) (map[template.Branch]template.Worktree, string, error) {
	return map[template.Branch]template.Worktree{named[0]: {}}, "", errors.Join(ctx.Err(), f.err)
}

func (f *maker) Open(_, path string) (open remote.OpenWorktree, err error) {
	open.Source.Worktree = path
	return open, f.err
}

var agents config.Agents

func worktreesOf(f *maker) *Worktrees {
	return &Worktrees{Maker: f, Home: "/home/u", Dir: "/src", KeyOf: func(string) string { return "C-b N" }}
}

// set runs the command of a result and takes its message.
func took(w *Worktrees, r Result, asking bool) Result {
	msg, _ := r.Cmd().(Message)
	return w.Handle(msg, asking, agents)
}

func TestMake(t *testing.T) {
	what := command.NewWorktree{Dir: "~/x", Branch: "fix"}
	for _, tt := range []struct {
		name   string
		err    error
		stop   bool
		asking bool
		say    string
		opens  bool
		form   bool
	}{
		{name: "made", say: "made fix", opens: true},
		{name: "stopped", stop: true, say: "the worktree fix was not made"},
		{name: "a_field_is_wrong", err: FieldError{Field: prompts.WorktreeFrom, Err: errors.New("no such commit")}, form: true},
		{name: "it_failed", err: errors.New("the disk is full"), form: true},
		{name: "failed_while_a_dialog_is_open", err: errors.New("the disk is full"), asking: true, say: "the worktree fix was not made: the disk is full"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := &maker{err: tt.err}
			w := worktreesOf(f)
			begun := w.Make(what, agents)
			if begun.Say != "making the worktree fix: C-b N stops it" {
				t.Errorf("the notice is %q", begun.Say)
			}
			if r := w.Make(what, agents); r.Cmd != nil || r.Say != "a worktree is being made: C-b N stops it" {
				t.Errorf("a second one: %+v", r)
			}
			if _, asks := w.Ask("/src", agents).Ask.(*dialog.Question); !asks {
				t.Error("it cannot be cancelled")
			}
			if tt.stop {
				w.Stop()
			}
			r := took(w, begun, tt.asking)
			if _, form := r.Ask.(*dialog.Form); r.Say != tt.say || (r.Open != nil) != tt.opens || form != tt.form {
				t.Errorf("got %+v", r)
			}
			if len(f.made) != 1 || f.made[0].Dir != "/home/u/x" {
				t.Errorf("made %+v", f.made)
			}
			if _, form := w.Ask("/src", agents).Ask.(*dialog.Form); !form {
				t.Error("it was not cancelled")
			}
		})
	}
}

func TestUnknownAgent(t *testing.T) {
	f := &maker{}
	w := worktreesOf(f)
	r := w.Make(command.NewWorktree{Dir: "/src", Branch: "fix", Agent: "nobody"}, agents)
	if _, form := r.Ask.(*dialog.Form); !form || len(f.made) > 0 {
		t.Errorf("got %+v, made %v", r, f.made)
	}
	if r := w.Make(command.NewWorktree{Dir: "/src", Branch: "fix", Agent: "claude", Prompt: "go"}, agents); r.Cmd == nil {
		t.Errorf("got %+v", r)
	} else if open := took(w, r, false).Open; open == nil || open.Agent != "claude" || open.Prompt != "go" {
		t.Errorf("opens %+v", open)
	}
}

func TestPrepare(t *testing.T) {
	named := Opening{Template: template.Template{Views: []template.View{{Tabs: []template.Tab{{Root: &template.Node{Pane: &template.Pane{Worktree: template.Branch{Name: "one"}}}}}}}}}
	if _, err := (&Worktrees{}).Prepare(named); err == nil {
		t.Error("no error without a maker")
	}
	w := worktreesOf(&maker{})
	r, err := w.Prepare(named)
	if err != nil || r.Say != "making the worktrees one: C-b N stops it" {
		t.Fatalf("%+v, %v", r, err)
	}
	if _, err := w.Prepare(named); err == nil || err.Error() != "a worktree is being made: C-b N stops it" {
		t.Errorf("a second one: %v", err)
	}
	if p := took(w, r, false).Prepared; p == nil || p.Err != nil || len(p.Of) != 1 || p.Template.Panes() != 1 {
		t.Errorf("prepared %+v", p)
	}
	if _, err := w.Prepare(named); err != nil {
		t.Errorf("it was not cancelled: %v", err)
	}
}

// Repositories are searched for once while they are needed, and a late result is ignored.
func TestSeek(t *testing.T) {
	f := &maker{}
	w := worktreesOf(f)
	dirs := func() []string { return []string{"/src"} }
	look := w.Seek(true, dirs)
	if look == nil || w.Seek(true, dirs) != nil {
		t.Fatal("they are not searched for exactly once")
	}
	if _, known := w.Listed(); known {
		t.Error("they are known before they were found")
	}
	took(w, Result{Cmd: look}, false)
	if all, known := w.Listed(); !known || len(all) != 1 || f.looks != 1 {
		t.Errorf("%v, known %v, after %d searches", all, known, f.looks)
	}
	late := w.Seek(false, dirs)
	if late != nil {
		t.Error("they are searched for although they are not needed")
	}
	took(w, Result{Cmd: look}, false)
	if _, known := w.Listed(); known {
		t.Error("they are known although they are not needed")
	}
}
