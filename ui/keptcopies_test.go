package ui

import (
	"testing"

	"dormer/session"
	"dormer/ui/buffers"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/config/check"
)

// Copied texts are there at the next start, unless the user forgets them or turns saving off.
func TestCopiesAreSaved(t *testing.T) {
	kept := &memory{}
	start := func(keep bool) *world {
		w := newWorld(t, session.Size{Rows: 10, Cols: 60})
		w.m.deps.Memory = kept
		w.m.config.Copy.Keep = keep
		w.m.recallCopies()
		return w
	}
	w := start(true)
	w.do(w.m.dispatch(command.CopyText{Text: "one"}))
	w.do(w.m.dispatch(command.CopyText{Text: "two"}))
	w = start(true)
	if list := w.m.buffers.All(); len(list) != 2 || list[0].Text != "two" || !list[0].At.Equal(w.now) {
		t.Fatalf("recalled %v", list)
	}
	w.do(w.m.dispatch(command.ForgetNewest{}))
	if len(kept.copied) != 1 || kept.copied[0].Text != "one" {
		t.Errorf("after one was forgotten %v is saved", kept.copied)
	}
	w.do(w.m.dispatch(command.CopyText{Text: "three"}))
	w.do(w.m.dispatch(command.ForgetCopies{}))
	if len(kept.copied) != 0 || len(w.m.buffers.All()) != 0 {
		t.Errorf("after all were forgotten %v is saved", kept.copied)
	}
	w.do(w.m.dispatch(command.CopyText{Text: "four"}))
	c := config.Default()
	c.Copy.Keep = false
	w.do(configRead{check.Read{Config: c}}.applyTo(w.m))
	if len(kept.copied) != 0 || len(w.m.buffers.All()) != 1 {
		t.Errorf("with saving off %v is saved", kept.copied)
	}
	kept.copied = []buffers.Copied{{Text: "older"}}
	if w = start(false); len(w.m.buffers.All()) != 0 || len(kept.copied) != 0 {
		t.Errorf("started with saving off, there are %v and saved %v", w.m.buffers.All(), kept.copied)
	}
}
