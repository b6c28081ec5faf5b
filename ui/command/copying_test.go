package command

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dormer/session/wire"
	"dormer/ui/buffers"
)

// Results of copying, pasting and forgetting, with and without a copied text.
func TestCopying(t *testing.T) {
	ended, running := wire.Command{Line: "make", Parts: wire.HasEnd}, wire.Command{Line: "make"}
	nothing := "nothing was copied yet: drag over text, or <copy> and <copy-mode.select>"
	copied := func(keep KeepBuffer) []Result {
		return []Result{Ask(keep), Cannot("copied `" + keep.Text + "`; <paste> pastes"), Ask(PutOnClipboard{keep.Text})}
	}
	for _, tt := range []struct {
		name   string
		before string
		asks   Later
		want   []Result
	}{
		{"text", "", CopyText{Text: "one\n"}, copied(KeepBuffer{Text: "one"})},
		{"no_text", "", CopyText{Text: "\n"}, []Result{Cannot("there is nothing to copy there: select some text first")}},
		{"append", "one ", CopyText{Text: "two", Append: true}, copied(KeepBuffer{"one two", "buffer 1"})},
		{"append_to_nothing", "", CopyText{Text: "two", Append: true}, copied(KeepBuffer{Text: "two"})},
		{"append_nothing", "one", CopyText{Append: true}, []Result{Cannot("there is nothing to copy there: select some text first")}},
		{"output", "", CopyOutput{ended, "out\n"}, copied(KeepBuffer{Text: "out"})},
		{"blank_output", "", CopyOutput{ended, "\n\n"}, []Result{Cannot("`make` printed blank lines only")}},
		{"output_so_far", "", CopyOutput{running, "out\n"}, append(copied(KeepBuffer{Text: "out"}),
			Cannot("copied what `make` has printed so far: `out`; it still runs"))},
		{"paste", "one", PasteNewest{}, []Result{Ask(PasteText{Text: "one"})}},
		{"paste_nothing", "", PasteNewest{}, []Result{Cannot(nothing)}},
		{"forget", "one", ForgetNewest{}, []Result{Ask(ForgetBuffer{"buffer 1"}), Cannot("forgot `one`; <paste.choose> lists what else was copied")}},
		{"forget_nothing", "", ForgetNewest{}, []Result{Cannot(nothing)}},
		{"forget_all", "one", ForgetCopies{}, []Result{Ask(ForgetBuffer{}), Cannot("forgot the copied text (1 text); the system's clipboard was not changed")}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := focusOn(t, 1)
			f.Buffers = &buffers.Buffers{}
			if tt.before != "" {
				f.Buffers.Add(tt.before, time.Unix(1, 0))
			}
			if diff := cmp.Diff(tt.want, tt.asks.Now(f)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
