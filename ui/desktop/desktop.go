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
	timeout  time.Duration
}

// programs are the programs that were found, with their arguments.
type programs struct {
	copy, open []string
	// setSelection puts text into the primary selection, getSelection prints the selection.
	setSelection, getSelection []string
}

// ErrNone means that there is no desktop to open an address on or to ask for a selection.
var ErrNone = errors.New("there is no desktop here")

// maxSelected is the maximum size of a selection in bytes.
const maxSelected = 16 << 20

// tool is a program and the environment variable for its display; "" if it needs none.
type tool struct {
	needs string
	argv  []string
}

// copyTools are programs that put their standard input on the clipboard, the best first.
var copyTools = []tool{
	{"WAYLAND_DISPLAY", []string{"wl-copy"}},
	{"DISPLAY", []string{"xclip", "-selection", "clipboard", "-in"}},
	{"DISPLAY", []string{"xsel", "--clipboard", "--input"}},
	{"", []string{"pbcopy"}},
}

// setSelectionTools put their standard input into the primary selection, which the middle button pastes on
// desktops that have one; getSelectionTools print the selection.
var (
	setSelectionTools = []tool{
		{"WAYLAND_DISPLAY", []string{"wl-copy", "--primary"}},
		{"DISPLAY", []string{"xclip", "-selection", "primary", "-in"}},
		{"DISPLAY", []string{"xsel", "--primary", "--input"}},
	}
	getSelectionTools = []tool{
		{"WAYLAND_DISPLAY", []string{"wl-paste", "--primary", "--no-newline"}},
		{"DISPLAY", []string{"xclip", "-selection", "primary", "-out"}},
		{"DISPLAY", []string{"xsel", "--primary", "--output"}},
	}
)

// openers are programs that open an address.
var openers = []tool{
	{"WAYLAND_DISPLAY", []string{"xdg-open"}},
	{"DISPLAY", []string{"xdg-open"}},
}

// timeout is the maximum run time of a program.
const runTimeout = 3 * time.Second

// Find returns the desktop of this machine. It searches for the desktop's programs when one is
// first needed. goos is the operating system: the program open is used only on Darwin, because
// elsewhere it is a different program.
func Find(getenv func(string) string, goos string) *Desktop {
	return &Desktop{
		programs: sync.OnceValue(func() programs { return look(getenv, goos) }),
		remote:   getenv("SSH_CONNECTION") != "" || getenv("SSH_TTY") != "",
		timeout:  runTimeout,
	}
}

// look finds the installed programs.
func look(getenv func(string) string, goos string) programs {
	opening := openers
	if goos == "darwin" {
		opening = append([]tool{{"", []string{"open"}}}, openers...)
	}
	return programs{
		copy: first(copyTools, getenv), open: first(opening, getenv), setSelection: first(setSelectionTools, getenv), getSelection: first(getSelectionTools, getenv),
	}
}

// first returns the first program that is installed and has its display.
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

// Copy puts text on the desktop's clipboard and into its primary selection. Without these it does
// nothing.
func (d *Desktop) Copy(text string) error {
	var problems []error
	for _, argv := range [][]string{d.programs().copy, d.programs().setSelection} {
		if len(argv) > 0 {
			problems = append(problems, d.run(text, nil, argv))
		}
	}
	return errors.Join(problems...)
}

// Selected returns the text of the primary selection, which is the latest selection in any window.
// If there is no primary selection, the error is [ErrNone].
func (d *Desktop) Selected() (string, error) {
	chosen := d.programs().getSelection
	if len(chosen) == 0 {
		return "", ErrNone
	}
	var out limited
	if err := d.run("", &out, chosen); err != nil {
		return "", fmt.Errorf("selection: %w", err)
	}
	return out.String(), nil
}

// limited keeps the first maxSelected bytes of its input.
type limited struct{ strings.Builder }

func (l *limited) Write(p []byte) (int, error) {
	l.Builder.Write(p[:min(len(p), maxSelected-l.Len())])
	return len(p), nil
}

// Open opens an address. Over ssh, and without a desktop, it returns [ErrNone].
func (d *Desktop) Open(uri string) error {
	open := d.programs().open
	if len(open) == 0 || d.remote {
		return ErrNone
	}
	return d.run("", nil, append(slices.Clip(open), uri))
}

// run runs a program in its own session, so that no key of this terminal reaches it and none of its
// children writes here.
func (d *Desktop) run(input string, output io.Writer, argv []string) error {
	ctx, cancel := context.WithTimeout(context.Background(), d.timeout)
	defer cancel()
	c := exec.CommandContext(ctx, argv[0], argv[1:]...)
	c.Stdin, c.Stdout = strings.NewReader(input), output
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	c.WaitDelay = d.timeout
	if err := c.Run(); err != nil {
		if ctx.Err() != nil {
			return fmt.Errorf("%s did not end within %s", filepath.Base(argv[0]), d.timeout)
		}
		return fmt.Errorf("%s: %w", filepath.Base(argv[0]), err)
	}
	return nil
}
