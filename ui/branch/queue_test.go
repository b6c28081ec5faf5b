package branch

import (
	"strings"
	"testing"
)

// A directory on a file system that does not answer is read only once, and only a few such reads
// run at a time; other directories are still read. A directory that may have changed meanwhile is
// read again.
func TestLooks(t *testing.T) {
	var l Queue
	next := func() string {
		dir, _ := l.Next()
		return dir
	}
	for _, dir := range strings.Fields("/hangs /hangs /a /b /c /late /late") {
		l.Add(dir)
	}
	l.Add("")
	for _, want := range []string{"/hangs", "/a", "/b", "/c", ""} {
		if got := next(); got != want {
			t.Errorf("next is %q, want %q", got, want)
		}
	}
	l.Add("/a") // its branch may have changed
	l.Done("/a")
	if got := next(); got != "/late" {
		t.Errorf("after one was done, next is %q", got)
	}
	l.Done("/b")
	l.Done("/c")
	if one, two := next(), next(); one != "/a" || two != "" {
		t.Errorf("then %q and %q, want the changed directory once", one, two)
	}
}
