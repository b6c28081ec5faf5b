package outputlog

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dormer/session/printed"
)

func closed(t *testing.T, l *Log) {
	t.Helper()
	select {
	case <-l.Close():
	case <-time.After(10 * time.Second):
		t.Fatal("the log is not written")
	}
}

func TestToFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.log")
	if err := os.WriteFile(path, []byte("before\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := ToFile(path, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"$ \x1b[1mma", "ke\x1b[m\r\n\r\nok\x1b]0;title\a\r\n", "$ "} {
		l.Write([]byte(part))
	}
	closed(t, l)
	l.Write([]byte("late"))
	got, err := os.ReadFile(path)
	if want := "before\n$ make\n\nok\n$ \n"; err != nil || string(got) != want {
		t.Errorf("the file has %q, %v, want %q", got, err, want)
	}
}

func TestToFileRefuses(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{fifo, "/dev/null", t.TempDir(), filepath.Join(t.TempDir(), "none", "a")} {
		if _, err := ToFile(path, nil); err == nil || !strings.HasSuffix(err.Error(), "name another file") && !strings.HasSuffix(err.Error(), "name another one") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestToCommand(t *testing.T) {
	dir := t.TempDir()
	l, err := ToCommand("cat >$NAME; echo end >>$NAME", dir, append(os.Environ(), "NAME=out"), func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	l.Write([]byte("\x1b[31mraw\r\n"))
	closed(t, l)
	want := "\x1b[31mraw\r\nend\n"
	for end := time.Now().Add(10 * time.Second); ; {
		got, _ := os.ReadFile(filepath.Join(dir, "out"))
		if string(got) == want {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("the command got %q, want %q", got, want)
		}
	}
}

// A command that ends ends the log, with its reason.
func TestTheCommandEnds(t *testing.T) {
	for line, want := range map[string]string{"exit 3": "`exit 3` has ended: exit status 3", "true": "`true` has ended"} {
		ended := make(chan error, 2)
		if _, err := ToCommand(line, "/", os.Environ(), func(err error) { ended <- err }); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-ended:
			if err.Error() != want {
				t.Errorf("got %v, want %s", err, want)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("the end is not reported")
		}
	}
}

// The log does not wait for a command that reads nothing, and takes a bounded amount of memory.
func TestASlowCommandIsNotWaitedFor(t *testing.T) {
	l, err := ToCommand("exec sleep 60", "/", os.Environ(), func(error) {})
	if err != nil {
		t.Fatal(err)
	}
	part := make([]byte, 64<<10)
	for range 4 * maxWaiting / len(part) {
		l.Write(part)
	}
	l.mu.Lock()
	waiting, missing := len(l.waiting), l.missing
	l.mu.Unlock()
	if waiting > maxWaiting || missing == 0 {
		t.Errorf("%d bytes waiting, %d left out", waiting, missing)
	}
	if err := l.to.Close(); err != nil { // this ends the waiting write
		t.Error(err)
	}
	<-l.done
}

// A line in place of the missing bytes tells how many they are. While bytes are missing, later output
// is left out too.
func TestMissingBytesAreInOnePlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.log")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	l := newLog(f)
	l.lines = printed.NewLines(l.writeLine)
	l.Write([]byte("before"))
	l.Write(make([]byte, maxWaiting))
	l.Write([]byte("late\n"))
	for _, then := range []string{"after\n", ""} {
		data, missing, _ := l.next()
		if err := l.write(data, missing); err != nil {
			t.Fatal(err)
		}
		l.Write([]byte(then))
	}
	got, err := os.ReadFile(path)
	want := fmt.Sprintf("before\n[dormer: %d bytes are missing here: the file was too slow]\nafter\n", maxWaiting+len("late\n"))
	if err := errors.Join(err, f.Close()); err != nil || string(got) != want {
		t.Errorf("the file has %q, %v, want %q", got, err, want)
	}
}
