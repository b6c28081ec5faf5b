package persist

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName bounds a workspace's name, in bytes, so that it is a file name
// everywhere and leaves room in a title.
const maxName = 64

// checkName returns an error if name is not a valid workspace name. A name is used as the name
// of a directory, the value of an environment variable and a word on command lines, and must be
// usable as all three.
func checkName(name string) error {
	if why := nameProblem(name); why != "" {
		return fmt.Errorf("workspace name %q %s: use letters, digits, '-', '_' and '.', such as \"work\"", name, why)
	}
	return nil
}

func nameProblem(name string) string {
	switch {
	case name == "":
		return "is empty"
	case len(name) > maxName:
		return fmt.Sprintf("is longer than %d bytes", maxName)
	case !utf8.ValidString(name):
		return "is not valid UTF-8"
	case name[0] == '.' || name[0] == '-':
		return fmt.Sprintf("begins with %q", name[0])
	case strings.TrimSpace(name) != name:
		return "begins or ends with a space"
	case strings.ContainsAny(name, `/\:`):
		return "contains a separator"
	case strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsGraphic(r) }):
		return "contains an invisible character"
	}
	return ""
}

var errNoHome = errors.New("no home directory is known: set HOME, or DORMER_HOME to a directory for everything that dormer keeps")
