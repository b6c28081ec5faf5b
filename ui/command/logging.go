package command

import (
	"errors"
	"path/filepath"
	"strings"
	"unicode"

	"dormer/session"
)

// logging begins a log of the pane in a file that is named after the pane and the time, or
// ends the log that there is.
func logging(c Focus) Result {
	name := "dormer-"
	if of := fileName(c.State.Sessions[c.Pane].DisplayTitle()); of != "" {
		name += of + "-"
	}
	name += c.Maker.Now().Format("20060102-150405") + ".log"
	return Ask(LogPane{Session: c.Pane, File: filepath.Join(c.Home, name), Toggle: true})
}

// fileName is the first word of a title, as far as it can stand in the name of a file.
func fileName(title string) string {
	title, _, _ = strings.Cut(title, " ")
	title = filepath.Base(title)
	return strings.Trim(strings.Map(func(r rune) rune {
		if r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' || r == '.') {
			return r
		}
		return -1
	}, title), ".-")
}

// loggingTo begins a log in a file.
func loggingTo(args []string) (func(Focus) Result, error) {
	if len(args) != 1 || strings.TrimSpace(args[0]) == "" {
		return nil, errors.New("it needs one file")
	}
	return withPane(func(c Focus) Result {
		return Ask(LogPane{Session: c.Pane, File: c.path(args[0], c.Base())})
	}), nil
}

// piping passes what the pane prints to a shell command; as with tmux's pipe-pane none ends
// that, and with -o a command that runs already is only ended.
func piping(args []string) (func(Focus) Result, error) {
	toggle := len(args) > 0 && args[0] == "-o"
	if toggle {
		args = args[1:]
	}
	line := strings.TrimSpace(strings.Join(args, " "))
	if toggle && line == "" {
		return nil, errors.New("-o needs a command")
	}
	return withPane(func(c Focus) Result {
		return Ask(LogPane{Session: c.Pane, Command: line, Toggle: toggle})
	}), nil
}

// Requests that these commands make.
type (
	// LogPane has what a session prints written to a file, or passed to a shell command;
	// with neither it ends that. With Toggle it only ends a log that there is.
	LogPane struct {
		Session       session.ID
		File, Command string
		Toggle        bool
	}
)

func (LogPane) isRequest() {}
