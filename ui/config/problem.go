package config

import "fmt"

// Problem is something that is wrong at a place of the configuration.
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
