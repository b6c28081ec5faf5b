package conformance

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRead(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.txt")
	text := "# why\n\n== a name\nsource: somebody\nsize: 2x8\nin: \\e[1\"q\nin: x\nrect: 2,3\n|a |\ncursor: 1,2\nreply: \n== another\nin: y\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := Read(file)
	want := []*Case{
		{At: file + ":3", Name: "a name", Source: "somebody", Rows: 2, Cols: 8, In: "\x1b[1\"qx", Rect: true, Top: 1, Left: 2,
			Want: []string{"a "}, Expect: map[string]string{"cursor": "1,2", "reply": ""}},
		{At: file + ":12", Name: "another", Rows: 24, Cols: 80, In: "y", Expect: map[string]string{}},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	for _, bad := range []string{"in: x\n", "== a\nwhat: x\n", "== a\nsize: x\n", "== a\nin: \\q\n"} {
		if err := os.WriteFile(file, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(file); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}
