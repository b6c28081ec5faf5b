package command

import (
	"errors"
	"path/filepath"
	"strings"
	"unicode"

	"dormer/session"
)

// logging starts logging the pane to a file named after the pane and the time, or stops the
// current log.
func logging(c Focus) Result {
	name := "dormer-"
	if of := fileName(c.State.Sessions[c.Pane].DisplayTitle()); of != "" {
		name += of + "-"
	}
	name += c.Maker.Now().Format("20060102-150405") + ".log"
	return Ask(LogPane{Session: c.Pane, File: filepath.Join(c.Home, name), Toggle: true})
}

// fileName returns the characters of a title's first word that are safe in a file name.
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

// loggingTo parses the file name for logging.
func loggingTo(args []string) (func(Focus) Result, error) {
	if len(args) != 1 || strings.TrimSpace(args[0]) == "" {
		return nil, errors.New("it needs one file")
	}
	return withPane(func(c Focus) Result {
		return Ask(LogPane{Session: c.Pane, File: c.path(args[0], c.Base())})
	}), nil
}

// piping passes the pane's output to a shell command. As with tmux's pipe-pane, an empty
// command stops that, and -o only stops a command that is already running.
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
	// LogPane writes a session's output to a file or passes it to a shell command; with
	// neither it stops that. With Toggle it only stops a log that is already running.
	LogPane struct {
		Session       session.ID
		File, Command string
		Toggle        bool
	}
)

func (LogPane) isRequest() {}
