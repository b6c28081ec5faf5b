package persist

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/workspace"
)

// FuzzLoad opens documents of any bytes: the result is a valid workspace, and is the same after it was
// saved and read again.
func FuzzLoad(f *testing.F) {
	names, err := filepath.Glob("testdata/*.json")
	if err != nil || len(names) == 0 {
		f.Fatal("no documents in testdata", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
		f.Add(strings.ReplaceAll(string(data), id(3).String(), id(1).String()))
		f.Add(strings.ReplaceAll(string(data), `"weight": 1`, `"weight": -1`))
	}
	f.Add(`{"schema": 1, "views": [{"tabs": [{"layout": {"axis": "row", "children": [{"children": []}]}}]}]}`)
	f.Add(`{"schema": 1, "undo": [{"pane": {"side": "left"}}]}`)
	f.Add(`{"schema": 2}`)
	f.Fuzz(func(t *testing.T, text string) {
		got, err := decode([]byte(text))
		if err != nil {
			return
		}
		state, _ := restore(got.state, fixedOptions())
		if err := workspace.Check(state); err != nil {
			t.Fatalf("restored: %v", err)
		}
		again, err := encode(workspace.Prune(state, isPersistent), now, got.extra)
		if err != nil {
			t.Fatalf("saved: %v", err)
		}
		back, err := decode(again)
		if err != nil {
			t.Fatalf("read back: %v\n%s", err, again)
		}
		twice, out := restore(back.state, fixedOptions())
		if out.repaired != nil {
			t.Errorf("the written document is not valid: %v", out.repaired)
		}
		wantState(t, twice, state)
	})
}
