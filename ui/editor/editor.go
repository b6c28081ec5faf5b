package editor

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// On is the command that edits a file.
func On(file string) []string { return shell(`exec ${VISUAL:-${EDITOR:-vi}} "$1"`, file) }

// At is the command that edits a file at a line, counted from 1.
func At(file string, line int) []string {
	return shell(`exec ${VISUAL:-${EDITOR:-vi}} "+$2" "$1"`, file, strconv.Itoa(max(line, 1)))
}

// OnText is the command that edits a file and removes it afterwards. It begins at a line, 0
// for wherever the editor does.
func OnText(file string, line int) []string { return shell(editText, file, strconv.Itoa(line)) }

func shell(script string, args ...string) []string {
	return append([]string{"/bin/sh", "-c", script, "dormer"}, args...)
}

// editText has the editor show a file ($1) and removes it afterwards. The shell waits
// for the editor, whatever signal it gets meanwhile. Only those editors are told a
// line ($2) that are known to understand +N.
const editText = `trap 'exit 129' HUP INT TERM; trap 'rm -f -- "$1"' EXIT
editor=${VISUAL:-${EDITOR:-vi}}
name=${editor%% *}
case $2,${name##*/} in
0,*) $editor "$1" ;;
*,vi | *,vim | *,nvim | *,nano | *,emacs | *,emacsclient | *,micro | *,kak | *,joe | *,less | *,view) $editor "+$2" "$1" ;;
*) $editor "$1" ;;
esac`

// Write writes text to a file that only this user can read, and returns its name and the
// number of its lines.
func Write(text string) (file string, lines int, err error) {
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
