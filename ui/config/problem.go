package config

import (
	"errors"
	"fmt"
	"path/filepath"
)

// FirstProblem is the first of some problems with a file, and the command that lists
// the others; empty where there is none. The file is called by its last name.
func FirstProblem(problems []error, list string) string {
	if len(problems) == 0 {
		return ""
	}
	first := problems[0]
	var p Problem
	if errors.As(first, &p) {
		p.At.File = filepath.Base(p.At.File)
		first = p
	}
	text := first.Error()
	if n := len(problems) - 1; n > 0 {
		text += fmt.Sprintf(" (%d more: %s)", n, list)
	}
	return text
}
