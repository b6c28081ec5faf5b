//go:build linux

package drive

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"dormer/session/grid"
)

// tmuxReader is a private tmux server with one pane. The program in the pane copies a FIFO to the
// pane. The input that tmux sends to the pane comes back through a second FIFO. So when the answer
// to a status report request arrives, tmux has shown all output before the request.
type tmuxReader struct {
	t          testing.TB
	socket     string
	in, out    *os.File
	rows, cols int
	widths     map[rune]int
}

// relay runs in the pane. It writes "ready" to the second FIFO when the pane's terminal is in raw
// mode.
const relay = `stty raw -echo; printf ready >"$1"; cat "$0" & exec cat >"$1"`

func newTmuxReader(t testing.TB, rows, cols int) *tmuxReader {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("this test reads the screen through tmux, which is not installed")
	}
	dir, err := os.MkdirTemp("", "drive")
	if err != nil {
		t.Fatal(err)
	}
	r := &tmuxReader{t: t, socket: filepath.Join(dir, "s"), rows: rows, cols: cols, widths: map[rune]int{}}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	r.in, r.out = fifo(t, filepath.Join(dir, "in")), fifo(t, filepath.Join(dir, "out"))
	r.run("new-session", "-d", "-x", strconv.Itoa(cols), "-y", strconv.Itoa(rows),
		"sh", "-c", relay, r.in.Name(), r.out.Name())
	r.run("set", "-g", "window-size", "manual")
	r.resize(rows, cols)
	r.hear("ready")
	return r
}

// fifo makes a FIFO and opens it for reading and writing, so that opening does not wait for the
// other side.
func fifo(t testing.TB, path string) *os.File {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// run runs tmux commands, separated by ";", on the private server.
func (r *tmuxReader) run(args ...string) string {
	cmd := exec.Command("tmux", append([]string{"-u", "-f", os.DevNull, "-S", r.socket}, args...)...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "TERM=xterm-256color", "HOME=" + filepath.Dir(r.socket)}
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Errorf("tmux %s: %v: %s", args[0], err, out)
	}
	return string(out)
}

func (r *tmuxReader) show(tokens []token) {
	var b bytes.Buffer
	for _, t := range tokens {
		b.Write(t.raw)
	}
	if _, err := r.in.Write(b.Bytes()); err != nil {
		r.t.Errorf("show output in tmux: %v", err)
	}
}

// settle waits until tmux has shown everything written so far.
func (r *tmuxReader) settle() {
	if _, err := io.WriteString(r.in, "\x1b[5n"); err != nil {
		r.t.Errorf("ask tmux: %v", err)
		return
	}
	r.hear("\x1b[0n")
}

// hear reads the second FIFO until the bytes read end with the given words.
func (r *tmuxReader) hear(words string) {
	var got []byte
	one := make([]byte, 1)
	for !bytes.HasSuffix(got, []byte(words)) {
		n, err := r.out.Read(one)
		if err != nil {
			r.t.Errorf("hear from tmux: %v", err)
			return
		}
		got = append(got, one[:n]...)
	}
}

func (r *tmuxReader) resize(rows, cols int) {
	r.rows, r.cols = rows, cols
	r.run("resize-window", "-x", strconv.Itoa(cols), "-y", strconv.Itoa(rows))
}

func (r *tmuxReader) screen() Screen {
	r.settle()
	out := r.run("display-message", "-p", "#{cursor_x} #{cursor_y} #{cursor_flag}", ";",
		"capture-pane", "-p", "-e", "-N")
	first, rows, _ := strings.Cut(out, "\n")
	s := newScreen(r.rows, r.cols)
	r.learn(rows)
	pen := grid.Style{}
	for y, row := range strings.Split(strings.TrimSuffix(rows, "\n"), "\n") {
		pen = s.paint(y, row, pen, r.width)
	}
	var visible int
	if _, err := fmt.Sscan(first, &s.Cursor.Col, &s.Cursor.Row, &visible); err != nil {
		r.t.Errorf("read tmux's cursor: %q: %v", first, err)
	}
	s.Cursor.Visible = visible == 1
	return s
}

// learn asks tmux for the widths of the characters of text that are not known yet.
func (r *tmuxReader) learn(text string) {
	var args []string
	var asked []rune
	for _, c := range text {
		if _, known := r.widths[c]; known || c < utf8.RuneSelf {
			continue
		}
		r.widths[c] = 1
		asked = append(asked, c)
		args = append(args, "set", "-g", "@c", string(c), ";", "display-message", "-p", "#{w:@c}", ";")
	}
	if len(asked) == 0 {
		return
	}
	for i, w := range strings.Fields(r.run(args...)) {
		r.widths[asked[i]] = number(w, 1)
	}
}

func (r *tmuxReader) width(c rune) int {
	if c < utf8.RuneSelf {
		return 1
	}
	return r.widths[c]
}

func (r *tmuxReader) close() {
	r.run("kill-server")
	_ = r.in.Close()
	_ = r.out.Close()
}
