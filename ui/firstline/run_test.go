//go:build linux

package firstline

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestRun(t *testing.T) {
	for _, tt := range []struct{ name, command, want, err string }{
		{"first_line", "echo one; echo two", "one", ""},
		{"blank_lines", `printf '\n  \n one \n'`, "one", ""},
		{"colours", `printf '\033[31mred\033[0m \033]2;title\007end\n'`, "red end", ""},
		{"control_characters", `printf 'a\tb\001\r\033\n'`, "a b", ""},
		{"directions", `printf 'a\342\200\256b\n'`, "ab", ""},
		{"nothing", "true", "", ""},
		{"no_newline", "printf x", "x", ""},
		{"long", "yes x | head -c 100000 | tr -d '\n'", strings.Repeat("x", maxOutput), ""},
		{"environment", "echo $PLACE", "/src", ""},
		{"no_input", "cat; echo end", "end", ""},
		{"fails", "echo out; echo why >&2; exit 3", "", "it exited with code 3: why"},
		{"fails_silently", "exit 1", "", "it exited with code 1"},
		{"signal", "kill -9 $$", "", "signal: killed"},
		{"no_such_command", "exec /no/such/command", "", "code 127"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := Run(t.Context(), tt.command, append(os.Environ(), "PLACE=/src"))
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("the error is %v, want %q", err, tt.err)
			}
		})
	}
}

// ending is a context that a test can end.
type ending struct {
	context.Context
	done chan struct{}
	err  error
}

func (e ending) Done() <-chan struct{} { return e.done }

func (e ending) Err() error {
	select {
	case <-e.done:
		return e.err
	default:
		return nil
	}
}

// The processes that a command has started are ended when its time is over, when its line is no
// longer wanted, and when it has ended.
func TestNoProcessIsLeftBehind(t *testing.T) {
	for _, tt := range []struct {
		name, command string
		ends          error // the context's error, once the command has started something
		want          error
	}{
		{"takes_too_long", "sleep 1000 & echo $! > $FIFO; wait", context.DeadlineExceeded, ErrTimeout},
		{"heeds_no_signal", "trap '' HUP TERM INT; sleep 1000 & echo $! > $FIFO; while :; do wait; done", context.DeadlineExceeded, ErrTimeout},
		{"is_left", "sleep 1000 & echo $! > $FIFO; wait", context.Canceled, context.Canceled},
		{"has_ended", "sleep 1000 & echo $! > $FIFO; echo done", nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "fifo")
			if err := syscall.Mkfifo(path, 0o600); err != nil {
				t.Fatal(err)
			}
			fifo, err := os.OpenFile(path, os.O_RDWR, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = fifo.Close() }()
			ctx := ending{t.Context(), make(chan struct{}), tt.ends}
			pid := make(chan int, 1)
			go func() {
				text := make([]byte, 32)
				n, _ := fifo.Read(text)
				id, _ := strconv.Atoi(strings.TrimSpace(string(text[:n])))
				pid <- id
				if tt.ends != nil {
					close(ctx.done)
				}
			}()
			if _, err := Run(ctx, tt.command, append(os.Environ(), "FIFO="+path)); !errors.Is(err, tt.want) {
				t.Errorf("the error is %v, want %v", err, tt.want)
			}
			awaitEnd(t, <-pid)
		})
	}
}

// awaitEnd waits until a process has ended. Its new parent may take a moment to reap it.
func awaitEnd(t *testing.T, pid int) {
	t.Helper()
	for until := time.Now().Add(20 * time.Second); time.Now().Before(until); runtime.Gosched() {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if errors.Is(err, os.ErrNotExist) || strings.Contains(string(stat), ") Z ") {
			return
		}
	}
	t.Errorf("process %d still runs", pid)
}
