package checkup

import (
	"fmt"
	"io"
	"strings"

	"dormer/session/catalogue"
)

// Level is the severity of a finding.
type Level int

const (
	// Fine findings are as they should be.
	Fine Level = iota
	// Note findings are worth knowing; nothing needs doing.
	Note
	// Problem findings need doing something about.
	Problem
)

func (l Level) String() string {
	switch l {
	case Fine:
		return "ok"
	case Note:
		return "note"
	}
	return "problem"
}

// Finding is one thing that was checked.
type Finding struct {
	Level Level
	// What describes the finding.
	What string
	// Do is the advice about it; every [Problem] has some.
	Do string
}

func fine(format string, args ...any) Finding { return Finding{What: fmt.Sprintf(format, args...)} }

func note(do, format string, args ...any) Finding {
	return Finding{Level: Note, What: fmt.Sprintf(format, args...), Do: do}
}

func problem(do, format string, args ...any) Finding {
	return Finding{Level: Problem, What: fmt.Sprintf(format, args...), Do: do}
}

// failed returns the finding for an error. Without advice in do, it takes the last part of the
// error's sentence.
func failed(err error, do string) Finding {
	what := err.Error()
	if before, after, ok := cutLast(what, ": "); ok && do == "" {
		what, do = before, after
	}
	return problem(do, "%s", what)
}

func cutLast(text, separator string) (before, after string, found bool) {
	if i := strings.LastIndex(text, separator); i >= 0 {
		return text[:i], text[i+len(separator):], true
	}
	return text, "", false
}

// Section is a list of findings about one subject.
type Section struct {
	Title    string
	Findings []Finding
}

// Write writes sections for the user and returns the number of problems.
func Write(w io.Writer, sections []Section) (problems int, err error) {
	var b strings.Builder
	for _, s := range sections {
		fmt.Fprintf(&b, "%s\n", s.Title)
		for _, f := range s.Findings {
			if f.Level == Problem {
				problems++
			}
			fmt.Fprintf(&b, "  %-8s %s\n", f.Level, catalogue.Printable(f.What))
			if f.Do != "" {
				fmt.Fprintf(&b, "  %-8s %s\n", "", "-> "+catalogue.Printable(f.Do))
			}
		}
	}
	switch problems {
	case 0:
		b.WriteString("nothing needs doing\n")
	case 1:
		b.WriteString("1 problem\n")
	default:
		fmt.Fprintf(&b, "%d problems\n", problems)
	}
	_, err = io.WriteString(w, b.String())
	return problems, err
}
