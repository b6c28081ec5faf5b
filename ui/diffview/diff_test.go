package diffview

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// patch is a diff of several files, as git writes it.
const patch = `warning: something
diff --git a/main.go b/main.go
index 1111111..2222222 100644
--- a/main.go
+++ b/main.go
@@ -1,4 +1,5 @@
 package main
 
-func old() {}
+func fresh() {}
+func more() {}
 // end
@@ -20,3 +21,2 @@ func far() {
 a
--- b
 c
diff --git a/gone.txt b/gone.txt
deleted file mode 100644
index 1111111..0000000
--- a/gone.txt
+++ /dev/null
@@ -1,2 +0,0 @@
-one
-two
diff --git "a/h\033[31m\nx" "b/h\033[31m\nx"
new file mode 100644
index 0000000..2222222
--- /dev/null
+++ "b/h\033[31m\nx"
@@ -0,0 +1 @@
+e` + "\x1b[31m" + `
\ No newline at end of file
diff --git a/from.go b/to.go
similarity index 100%
rename from from.go
rename to to.go
diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
diff --git a/pic.png b/pic.png
index 1111111..2222222 100644
Binary files a/pic.png and b/pic.png differ
diff --git a/empty file b/empty file
new file mode 100644
index 0000000..e69de29
`

func parsed(t *testing.T) map[string]File {
	t.Helper()
	out := map[string]File{}
	for _, f := range Parse([]byte(patch), []string{"empty file"}) {
		out[f.Name] = f
	}
	return out
}

func TestParse(t *testing.T) {
	want := []File{
		{Name: "main.go", Kind: Modified, Added: 2, Deleted: 2},
		{Name: "gone.txt", Kind: Deleted, Deleted: 2},
		{Name: "h\x1b[31m\nx", Kind: Added, Added: 1},
		{Name: "to.go", Old: "from.go", Kind: Renamed},
		{Name: "run.sh", Kind: Modified, Modes: "mode 100755, was 100644"},
		{Name: "pic.png", Kind: Modified, Binary: true},
		{Name: "empty file", Kind: Untracked},
	}
	got := Parse([]byte(patch), []string{"empty file", "main.go"})
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(File{})); diff != "" {
		t.Error(diff)
	}
}

func TestParseOfNothing(t *testing.T) {
	for _, text := range []string{"", "fatal: nothing", "\n"} {
		if got := Parse([]byte(text), nil); len(got) != 0 {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

// TestParseOfNonsense checks that a diff that cannot be parsed is not lost.
func TestParseOfNonsense(t *testing.T) {
	files := Parse([]byte("diff --git a/x b/x\n@@ -1,9 +1 @@\n x\x1b]0;title\a\n"), nil)
	if len(files) != 1 {
		t.Fatalf("got %v", files)
	}
	lines := files[0].lines()
	if len(lines) < 3 || lines[len(lines)-1].text != " x^[]0;title^G" {
		t.Errorf("got %+v", lines)
	}
}

func TestLines(t *testing.T) {
	files := parsed(t)
	tests := []struct {
		file string
		want []line
	}{
		{"main.go", []line{
			{kind: hunkLine, text: "@@ -1,4 +1,5 @@"},
			{old: 1, new: 1, text: "package main"},
			{old: 2, new: 2},
			{kind: deletedLine, old: 3, text: "func old() {}"},
			{kind: addedLine, new: 3, text: "func fresh() {}"},
			{kind: addedLine, new: 4, text: "func more() {}"},
			{old: 4, new: 5, text: "// end"},
			{kind: hunkLine, text: "@@ -20,3 +21,2 @@ func far() {"},
			{old: 20, new: 21, text: "a"},
			{kind: deletedLine, old: 21, text: "-- b"},
			{old: 22, new: 22, text: "c"},
		}},
		{"h\x1b[31m\nx", []line{
			{kind: hunkLine, text: "@@ -0,0 +1,1 @@"},
			{kind: addedLine, new: 1, text: "e^[[31m"},
			{kind: noteLine, text: "(no newline at the end of the file)"},
		}},
		{"to.go", []line{{kind: noteLine, text: "renamed from from.go"}}},
		{"run.sh", []line{{kind: noteLine, text: "mode 100755, was 100644"}}},
		{"pic.png", []line{{kind: noteLine, text: "a binary or very large file: it is not shown"}}},
		{"empty file", []line{{kind: noteLine, text: "an empty file"}}},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, files[tt.file].lines(), cmp.AllowUnexported(line{}), cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSafe(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"plain", "a b", "a b"},
		{"tabs", "\tx\ty", "    x   y"},
		{"tab_behind_wide", "日\tx", "日  x"},
		{"escape", "\x1b[31mred\x07", "^[[31mred^G"},
		{"carriage_return", "a\rb", "a^Mb"},
		{"delete", "a\x7f", "a^?"},
		{"c1", "a\u009bm", "a<U+009B>m"},
		{"right_to_left", "a\u202eb", "a<U+202E>b"},
		{"no_utf8", "a\xffb", "a<ff>b"},
		{"emoji_of_several", "👩\u200d💻", "👩\u200d💻"},
		{"icon", "\ue0b0", "\ue0b0"},
		{"line_end", "a\nb\u2028c", "a^Jb<U+2028>c"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := safe(tt.text); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestSafeCutsLongLines(t *testing.T) {
	for _, text := range []string{strings.Repeat("x", 1<<20), strings.Repeat("é", 1<<19), "x" + strings.Repeat("日", 1<<18)} {
		got := safe(text)
		if len(got) > maxLine+len("…") || !strings.HasSuffix(got, "…") || strings.Contains(got, "<") {
			t.Errorf("got %d bytes: %q", len(got), got[max(len(got)-20, 0):])
		}
	}
}

func TestPrompt(t *testing.T) {
	got := Prompt([]Comment{
		{File: "b.go", Side: OldSide, Line: 7, Quote: "\x1b[201~rm -rf", Text: "why\nnot"},
		{File: "a.go", Side: NewSide, Line: 12, Quote: "    x := 1", Text: "name it"},
		{File: "a.go", Side: NewSide, Line: 3, Text: "say why"},
	})
	want := `Comments on the changes in this worktree:

In a.go, line 3 (new): say why

In a.go, line 12 (new): name it
> x := 1

In b.go, line 7 (old): why^Jnot
> ^[[201~rm -rf
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestSettle(t *testing.T) {
	lines := []line{
		{kind: hunkLine, text: "@@"},
		{old: 1, new: 1, text: "same"},
		{kind: deletedLine, old: 2, text: "was"},
		{kind: addedLine, new: 2, text: "is"},
		{old: 9, new: 9, text: "same"},
	}
	on := func(side Side, n int, quote string) Comment {
		return Comment{File: "f", Side: side, Line: n, Quote: quote, Text: "?"}
	}
	tests := []struct {
		name            string
		comments, after []Comment
		lost            []line
	}{
		{"stays", []Comment{on(NewSide, 9, "same")}, []Comment{on(NewSide, 9, "same")}, nil},
		{"moved_to_the_nearest", []Comment{on(NewSide, 7, "same")}, []Comment{on(NewSide, 9, "same")}, nil},
		{"without_another", []Comment{on(NewSide, 8, "same"), on(NewSide, 9, "same")}, []Comment{on(NewSide, 1, "same"), on(NewSide, 9, "same")}, nil},
		{"on_its_side", []Comment{on(OldSide, 2, "was")}, []Comment{on(OldSide, 2, "was")}, nil},
		{"lost", []Comment{on(NewSide, 2, "was")}, []Comment{on(NewSide, 2, "was")}, []line{{kind: lostLine, new: 2, text: "was"}}},
		{"of_another_file", []Comment{{File: "g", Side: NewSide, Line: 3, Quote: "same"}}, []Comment{{File: "g", Side: NewSide, Line: 3, Quote: "same"}}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			lost := settle(tt.comments, "f", lines)
			if diff := cmp.Diff(tt.after, tt.comments); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.lost, lost, cmp.AllowUnexported(line{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestLargeDiff checks that ten thousand files, and a file of a hundred thousand lines, are parsed at
// once. The limits are far above the usual times (docs/performance.md).
func TestLargeDiff(t *testing.T) {
	var b bytes.Buffer
	for i := range 10_000 {
		fmt.Fprintf(&b, "diff --git a/f%d.go b/f%d.go\nindex 1..2 100644\n--- a/f%d.go\n+++ b/f%d.go\n@@ -1 +1 @@\n-a\n+b\n", i, i, i, i)
	}
	fmt.Fprintf(&b, "diff --git a/big b/big\nnew file mode 100644\nindex 0..2\n--- /dev/null\n+++ b/big\n@@ -0,0 +1,100000 @@\n")
	for i := range 100_000 {
		fmt.Fprintf(&b, "+line %d of a file\n", i)
	}
	began := time.Now()
	files := Parse(b.Bytes(), nil)
	took := time.Since(began)
	if len(files) != 10_001 || files[10_000].Added != 100_000 {
		t.Fatalf("got %d files", len(files))
	}
	began = time.Now()
	if n := len(files[10_000].lines()); n != 100_001 {
		t.Fatalf("got %d lines", n)
	}
	t.Logf("files: %s, lines: %s", took, time.Since(began))
	if took > 5*time.Second || time.Since(began) > 5*time.Second {
		t.Errorf("files took %s, lines %s", took, time.Since(began))
	}
}
