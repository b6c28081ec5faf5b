//go:build linux

package vt

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/term"
)

// realXterm is an xterm in slave mode on an invisible display: it shows the text that is written to its
// tty, and its replies are read from there.
type realXterm struct {
	tty     *os.File
	answers chan string
	heard   string
}

// xtermName is the end of xterm's reply to XTVERSION, and so of the replies to anything that ends with
// that query.
const xtermName = "XTerm(379)\x1b\\"

// xtermResources allow all window operations, keep combining marks unchanged, and switch off features of
// painting. Jump scrolling would make erasing depend on the progress of painting.
var xtermResources = []string{
	"allowWindowOps: true", "disallowedWindowOps:", "combiningChars: 5", "precompose: false",
	"boldColors: false", "jumpScroll: false", "locale: true", "utf8: 2", "scrollBar: false", "visualBell: true",
}

// startXterm starts an xterm of a size, on a display of its own. It skips the test if either is not
// installed.
func startXterm(t *testing.T, rows, cols int) *realXterm {
	t.Helper()
	display := startDisplay(t)
	master, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := term.MakeRaw(int(tty.Fd())); err != nil {
		t.Fatal(err)
	}
	args := []string{"-display", display, "-geometry", fmt.Sprintf("%dx%d", cols, rows), fmt.Sprintf("-S%s/3", tty.Name())}
	for _, r := range xtermResources {
		args = append(args, "-xrm", "XTerm*"+r)
	}
	runBeside(t, "xterm", master, args...)
	x := &realXterm{tty: tty, answers: make(chan string, 64)}
	t.Cleanup(func() { _ = tty.Close() })
	go x.listen()
	if _, err := x.until("\n"); err != nil { // the window's number comes first
		t.Skipf("xterm does not come up: %v", err)
	}
	if _, err := x.ask("\x1b[>q"); err != nil {
		t.Skipf("this is no %q: %v", xtermName, err)
	}
	return x
}

// startDisplay starts an X server without a screen and returns its name.
func startDisplay(t *testing.T) string {
	t.Helper()
	for _, program := range []string{"Xvfb", "xterm"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("there is no %s to compare with", program)
		}
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	runBeside(t, "Xvfb", w, "-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp")
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Skipf("Xvfb does not come up: %v", err)
	}
	return ":" + strings.TrimSpace(number)
}

// runBeside runs a program until the test ends, and gives it a file as its descriptor 3.
// A shell waits for that end, because a test that is killed cannot say so itself.
func runBeside(t *testing.T, program string, file *os.File, args ...string) {
	t.Helper()
	cmd := exec.Command("sh", append([]string{"-c", `"$@" & read -r end; kill $!; wait $!`, "sh", program}, args...)...)
	cmd.ExtraFiles = []*os.File{file}
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	alive, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = file.Close()
	t.Cleanup(func() {
		_ = alive.Close()
		_ = cmd.Wait()
	})
}

func (x *realXterm) listen() {
	defer close(x.answers)
	b := make([]byte, 64<<10)
	for {
		n, err := x.tty.Read(b)
		if err != nil {
			return
		}
		x.answers <- string(b[:n])
	}
}

// until returns the replies up to and including a mark.
func (x *realXterm) until(mark string) (string, error) {
	late := time.After(time.Minute)
	for {
		if at := strings.Index(x.heard, mark); at >= 0 {
			said := x.heard[:at+len(mark)]
			x.heard = x.heard[at+len(mark):]
			return said, nil
		}
		select {
		case s, ok := <-x.answers:
			if !ok {
				return x.heard, io.EOF
			}
			x.heard += s
		case <-late:
			return x.heard, errors.New("no answer within a minute")
		}
	}
}

// ask writes a text that ends with XTVERSION, and returns the replies before xterm's name.
func (x *realXterm) ask(out string) (string, error) {
	if _, err := io.WriteString(x.tty, out); err != nil {
		return "", err
	}
	return x.until(xtermName)
}
