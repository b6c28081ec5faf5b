package located

import "fmt"

// Place is a place in a file; Line and Col count from one, and are zero where it is
// not known.
type Place struct {
	File      string
	Line, Col int
}

// Problem is something that is wrong at a place of a file.
type Problem struct {
	At  Place
	Err error
}

func (p Problem) Error() string {
	if at := p.At.String(); at != "" {
		return at + ": " + p.Err.Error()
	}
	return p.Err.Error()
}

func (p Problem) Unwrap() error { return p.Err }

func (p Place) String() string {
	switch {
	case p.Line > 0 && p.Col > 0:
		return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
	case p.Line > 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return p.File
}

// plain is a value for a sentence.
func plain(value any) string {
	switch value.(type) {
	case *Table:
		return "a table"
	case []*Table:
		return "a list of tables"
	}
	return fmt.Sprint(value)
}
