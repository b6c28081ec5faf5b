package gitstate

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// A directory whose file system does not answer is looked at once, and no more than a few such are
// at a time; the others go on.
func TestHangingDirectoryBlocksNothing(t *testing.T) {
	l := New(func(Message) {})
	defer l.Close()
	if l.Look("/hangs", "") == nil || l.Look("/hangs", "") != nil {
		t.Error("a directory that hangs is not looked at once")
	}
	for i := range 3 {
		if l.Look(fmt.Sprintf("/there/%d", i), "") == nil {
			t.Errorf("directory %d is not looked at beside one that hangs", i)
		}
	}
	if l.Look("/late", "") != nil {
		t.Error("more are looked at than may be")
	}
	if l.Took(Branch{Dir: "/there/0"}, true) == nil {
		t.Error("one that waited is not looked at when another was found")
	}
}

func TestBranchOfADirectory(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".git", "HEAD"), []byte("ref: refs/heads/topic\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	l := New(func(Message) {})
	defer l.Close()
	if got := l.Look(dir, "")(); got != (Branch{dir, "topic"}) {
		t.Errorf("found %+v", got)
	}
}

func TestAboutDirectories(t *testing.T) {
	for _, tt := range []struct {
		msg  Message
		dir  string
		want bool
	}{
		{Branch{Dir: "/src"}, "/src", true},
		{Branch{Dir: "/src"}, "/src/sub", false},
		{Changes{Worktree: "/src"}, "/src/sub", true},
		{Changes{Worktree: "/src"}, "/srcs", false},
		{Touched{Worktree: "/src"}, "/src", true},
		{Touched{Worktree: "/src"}, "/", false},
	} {
		if got := tt.msg.In(tt.dir); got != tt.want {
			t.Errorf("%+v in %s: %v", tt.msg, tt.dir, got)
		}
	}
}
