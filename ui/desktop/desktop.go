package desktop

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// Desktop runs the programs that were found.
type Desktop struct {
	copy, open []string
	remote     bool
	patience   time.Duration
}

// ErrNone says that there is no desktop to open anything on.
var ErrNone = errors.New("there is no desktop here")

// tool is a program and the variable of the environment without which it has no
// display; "" where it needs none.
type tool struct {
	needs string
	argv  []string
}

// copiers are the programs that put their standard input on the clipboard, the best
// first.
var copiers = []tool{
	{"WAYLAND_DISPLAY", []string{"wl-copy"}},
	{"DISPLAY", []string{"xclip", "-selection", "clipboard", "-in"}},
	{"DISPLAY", []string{"xsel", "--clipboard", "--input"}},
	{"", []string{"pbcopy"}},
}

// openers are the programs that open an address.
var openers = []tool{
	{"WAYLAND_DISPLAY", []string{"xdg-open"}},
	{"DISPLAY", []string{"xdg-open"}},
}

// patience is how long a program may take.
const patience = 3 * time.Second

// Find looks which programs there are. goos is the kind of system: only that of
// Darwin opens with a program called open, which is another one elsewhere.
func Find(getenv func(string) string, goos string) *Desktop {
	remote := getenv("SSH_CONNECTION") != "" || getenv("SSH_TTY") != ""
	d := &Desktop{copy: first(copiers, getenv), remote: remote, patience: patience}
	if goos == "darwin" {
		openers := append([]tool{{"", []string{"open"}}}, openers...)
		d.open = first(openers, getenv)
	} else {
		d.open = first(openers, getenv)
	}
	return d
}

// first is the first of some programs that is there and has its display.
func first(tools []tool, getenv func(string) string) []string {
	for _, t := range tools {
		if t.needs != "" && getenv(t.needs) == "" {
			continue
		}
		if path, err := exec.LookPath(t.argv[0]); err == nil && filepath.IsAbs(path) {
			return append([]string{path}, t.argv[1:]...)
		}
	}
	return nil
}

// Copy puts text on the desktop's clipboard; where there is none it does nothing.
func (d *Desktop) Copy(text string) error {
	if len(d.copy) == 0 {
		return nil
	}
	return d.run(text, d.copy)
}

// Open opens an address. Over ssh, and without a desktop, it is [ErrNone].
func (d *Desktop) Open(uri string) error {
	if len(d.open) == 0 || d.remote {
		return ErrNone
	}
	return d.run("", append(d.open[:len(d.open):len(d.open)], uri))
}

// run runs a program in a session of its own, so that no key of this terminal
// reaches it and none of its children writes here.
func (d *Desktop) run(input string, argv []string) error {
	ctx, cancel := context.WithTimeout(context.Background(), d.patience)
	defer cancel()
	c := exec.CommandContext(ctx, argv[0], argv[1:]...)
	c.Stdin = strings.NewReader(input)
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	c.WaitDelay = d.patience
	if err := c.Run(); err != nil {
		if ctx.Err() != nil {
			return fmt.Errorf("%s did not end within %s", filepath.Base(argv[0]), d.patience)
		}
		return fmt.Errorf("%s: %w", filepath.Base(argv[0]), err)
	}
	return nil
}
