package editor

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"dormer/ui/homedir"
)

// Tab is a tab with an editor: its name, its command, and the command's directory.
type Tab struct {
	Name, Dir string
	Command   []string
}

// File returns a tab that edits a file.
func File(file string) Tab {
	return Tab{filepath.Base(file), filepath.Dir(file), shell(`exec ${VISUAL:-${EDITOR:-vi}} "$1"`, file)}
}

// Line returns a tab that edits a file at a line, counted from 1. dir is the directory that the
// file's name was found in. It is an error if the file does not exist. home is the home directory,
// empty for none.
func Line(file string, line int, dir, home string) (Tab, error) {
	if st, err := os.Stat(file); err != nil || !st.Mode().IsRegular() {
		return Tab{}, errors.New("there is no file " + homedir.Short(file, home) + ": is the pane in another directory?")
	}
	return Tab{filepath.Base(file), dir, shell(`exec ${VISUAL:-${EDITOR:-vi}} "+$2" "$1"`, file, strconv.Itoa(max(line, 1)))}, nil
}

// Text returns a tab that edits a text in a file that is removed afterwards. The editor starts at
// the end of the text if atEnd is set, or else at its default place.
func Text(name, dir, text string, atEnd bool) (Tab, error) {
	file, lines, err := write(text)
	if !atEnd {
		lines = 0
	}
	return Tab{name, dir, shell(editText, file, strconv.Itoa(lines))}, err
}

func shell(script string, args ...string) []string {
	return append([]string{"/bin/sh", "-c", script, "dormer"}, args...)
}

// editText opens the editor on a file ($1) and removes the file afterwards. The shell waits for the
// editor, whatever signal it gets meanwhile. A line ($2) is passed only to editors that are known
// to understand +N.
const editText = `trap 'exit 129' HUP INT TERM; trap 'rm -f -- "$1"' EXIT
editor=${VISUAL:-${EDITOR:-vi}}
name=${editor%% *}
case $2,${name##*/} in
0,*) $editor "$1" ;;
*,vi | *,vim | *,nvim | *,nano | *,emacs | *,emacsclient | *,micro | *,kak | *,joe | *,less | *,view) $editor "+$2" "$1" ;;
*) $editor "$1" ;;
esac`

// write writes text to a file that only this user can read, and returns its name and its number of
// lines.
func write(text string) (file string, lines int, err error) {
	text = strings.TrimRight(text, "\n") + "\n"
	f, err := os.CreateTemp("", "dormer-*.txt") // mode 0600
	if err == nil {
		_, err = f.WriteString(text)
		if closed := f.Close(); err == nil {
			err = closed
		}
		if err != nil {
			_ = os.Remove(f.Name())
		}
	}
	if err != nil {
		return "", 0, fmt.Errorf("write the text for the editor: %w: is there room in %s?", err, os.TempDir())
	}
	return f.Name(), strings.Count(text, "\n"), nil
}
