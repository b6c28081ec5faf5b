package host_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"dormer/session/client"
	"dormer/session/host"
	"dormer/session/wire"
)

// Of several logs that are requested at once, the last one is written. Those between it and the one
// that is just starting are not started.
func TestTheLogThatWasRequestedLastCounts(t *testing.T) {
	s := open(t, sh(`stty -echo; echo ready; while read x; do echo got $x; done`)...)
	s.Shows("ready")
	dir := t.TempDir()
	file := func(n int) string { return filepath.Join(dir, strconv.Itoa(n)) }
	release := host.HoldLogs(s.host)
	const last = 9
	for n := range last + 1 {
		s.Log(wire.Log{File: file(n)})
	}
	s.Input([]byte("one\n"))
	s.Shows("got one") // the host has received them
	release()
	s.Event("it is logged", func(e client.Event) bool {
		l, is := e.(wire.Logging)
		return is && l.To == file(last)
	})
	s.Input([]byte("two\n"))
	s.Shows("got two")
	for until := time.Now().Add(patience); ; runtime.Gosched() {
		text, _ := os.ReadFile(file(last))
		if strings.Contains(string(text), "got two") {
			break
		}
		if time.Now().After(until) {
			t.Fatalf("the last log has %q", text)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) > 2 {
		t.Errorf("%d logs were started, %v", len(files), err)
	}
}
