package main

import (
	"strings"
	"testing"
	"time"
)

func TestWorktreeListIsAligned(t *testing.T) {
	l := worktreeList{
		Worktrees: []worktreeRow{{Branch: "main", Path: "/r"}, {Branch: "修正", Path: "/r/a"}},
		Removed:   []removedRow{{Branch: "修正2", Path: "/r/b"}},
	}
	var got strings.Builder
	if err := l.write(&got, time.Time{}); err != nil {
		t.Fatal(err)
	}
	want := "BRANCH  STATUS  SESSIONS  DIRECTORY\nmain    clean   0         /r\n修正    clean   0         /r/a\n\n" +
		"REMOVED  LEFT  DIRECTORY\n修正2    0s    /r/b\n"
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}
