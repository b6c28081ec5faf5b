package desktop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Desktop runs the programs of the machine's desktop.
type Desktop struct {
	programs func() programs
	remote   bool
	patience time.Duration
}

// programs are those that were found, with their arguments.
type programs struct {
	copy, open []string
	// choose puts text into the primary selection, chosen gives that.
	choose, chosen []string
}

// ErrNone says that there is no desktop to open anything on, or to have a selection.
var ErrNone = errors.New("there is no desktop here")

// mostSelected is the most that is taken of a selection, in bytes.
const mostSelected = 16 << 20

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

// choosers put their standard input into the primary selection, which the middle
// button pastes on the desktops that have one; givers print it.
var (
	choosers = []tool{
		{"WAYLAND_DISPLAY", []string{"wl-copy", "--primary"}},
		{"DISPLAY", []string{"xclip", "-selection", "primary", "-in"}},
		{"DISPLAY", []string{"xsel", "--primary", "--input"}},
	}
	givers = []tool{
		{"WAYLAND_DISPLAY", []string{"wl-paste", "--primary", "--no-newline"}},
		{"DISPLAY", []string{"xclip", "-selection", "primary", "-out"}},
		{"DISPLAY", []string{"xsel", "--primary", "--output"}},
	}
)

// openers are the programs that open an address.
var openers = []tool{
	{"WAYLAND_DISPLAY", []string{"xdg-open"}},
	{"DISPLAY", []string{"xdg-open"}},
}

// patience is how long a program may take.
const patience = 3 * time.Second

// Find is the desktop of this machine; which of its programs there are is looked for
// when one is needed first. goos is the kind of system: only that of Darwin opens with a
// program called open, which is another one elsewhere.
func Find(getenv func(string) string, goos string) *Desktop {
	return &Desktop{
		programs: sync.OnceValue(func() programs { return look(getenv, goos) }),
		remote:   getenv("SSH_CONNECTION") != "" || getenv("SSH_TTY") != "",
		patience: patience,
	}
}

// look looks which programs there are.
func look(getenv func(string) string, goos string) programs {
	opening := openers
	if goos == "darwin" {
		opening = append([]tool{{"", []string{"open"}}}, openers...)
	}
	return programs{
		copy: first(copiers, getenv), open: first(opening, getenv), choose: first(choosers, getenv), chosen: first(givers, getenv),
	}
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

// Copy puts text on the desktop's clipboard and into its primary selection; where
// there is none it does nothing.
func (d *Desktop) Copy(text string) error {
	var problems []error
	for _, argv := range [][]string{d.programs().copy, d.programs().choose} {
		if len(argv) > 0 {
			problems = append(problems, d.run(text, nil, argv))
		}
	}
	return errors.Join(problems...)
}

// Selected is the text of the primary selection: what was selected last, in whatever
// window. Where there is no such thing it is [ErrNone].
func (d *Desktop) Selected() (string, error) {
	chosen := d.programs().chosen
	if len(chosen) == 0 {
		return "", ErrNone
	}
	var out limited
	if err := d.run("", &out, chosen); err != nil {
		return "", fmt.Errorf("selection: %w", err)
	}
	return out.String(), nil
}

// limited keeps the first bytes of what is written.
type limited struct{ strings.Builder }

func (l *limited) Write(p []byte) (int, error) {
	l.Builder.Write(p[:min(len(p), mostSelected-l.Len())])
	return len(p), nil
}

// Open opens an address. Over ssh, and without a desktop, it is [ErrNone].
func (d *Desktop) Open(uri string) error {
	open := d.programs().open
	if len(open) == 0 || d.remote {
		return ErrNone
	}
	return d.run("", nil, append(slices.Clip(open), uri))
}

// run runs a program in a session of its own, so that no key of this terminal
// reaches it and none of its children writes here.
func (d *Desktop) run(input string, output io.Writer, argv []string) error {
	ctx, cancel := context.WithTimeout(context.Background(), d.patience)
	defer cancel()
	c := exec.CommandContext(ctx, argv[0], argv[1:]...)
	c.Stdin, c.Stdout = strings.NewReader(input), output
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
