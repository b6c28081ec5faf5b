package branch

import (
	"strings"
	"testing"
)

// A directory whose file system does not answer is looked at once, and no more than a few such
// are at a time; the others go on. One that may have changed meanwhile is looked at again.
func TestLooks(t *testing.T) {
	var l Looks
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
	l.Add("/a") // it may be on another branch by now
	l.Done("/a")
	if got := next(); got != "/late" {
		t.Errorf("after one was done, next is %q", got)
	}
	l.Done("/b")
	l.Done("/c")
	if one, two := next(), next(); one != "/a" || two != "" {
		t.Errorf("then %q and %q, want what changed meanwhile, once", one, two)
	}
}
