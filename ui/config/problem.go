package config

import (
	"errors"
	"fmt"
	"path/filepath"
)

// FirstProblem returns the first problem with a file, and the command that lists the others; empty
// if there are no problems. It shows only the last element of the file's path.
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
