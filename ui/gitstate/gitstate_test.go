package gitstate

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// A directory on a file system that does not answer is read only once, and only a few such reads
// run at a time; other directories are still read.
func TestHangingDirectoryBlocksNothing(t *testing.T) {
	l := New(func(Message) {})
	defer l.Close()
	if l.Check("/hangs", "") == nil || l.Check("/hangs", "") != nil {
		t.Error("a hanging directory is not read exactly once")
	}
	for i := range 3 {
		if l.Check(fmt.Sprintf("/there/%d", i), "") == nil {
			t.Errorf("directory %d is not read beside a hanging one", i)
		}
	}
	if l.Check("/late", "") != nil {
		t.Error("too many are read at a time")
	}
	if l.Handle(Branch{Dir: "/there/0"}, true) == nil {
		t.Error("a waiting directory is not read after another was done")
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
	if got := l.Check(dir, "")(); got != (Branch{dir, "topic"}) {
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
