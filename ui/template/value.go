package template

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"dormer/ui/config/located"
	"dormer/workspace"
)

// Functions that convert the values of keys.

// line returns a value that must be a string. It may contain any character except NUL, which cannot
// be passed to a program.
func line(value any) (string, error) {
	s, ok := value.(string)
	if !ok {
		_, err := located.Text(value)
		return "", err
	}
	if strings.ContainsRune(s, 0) {
		return "", fmt.Errorf("%q contains a NUL character", s)
	}
	return s, nil
}

// lines returns the lines of a value that is a string or a list of strings.
func lines(value any) ([]string, error) {
	list, ok := value.([]any)
	if !ok {
		s, err := line(value)
		return []string{s}, err
	}
	var out []string
	for _, e := range list {
		s, err := line(e)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// shellChars are the characters with a meaning to the shell.
const shellChars = "|&;<>()$`\\\"'*?[]{}#~=%!\n"

// command returns the argument vector for a list of words or a command line. A command line that
// contains shell syntax is run by the shell.
func command(value any) ([]string, error) {
	words, err := lines(value)
	if err != nil {
		return nil, err
	}
	if s, ok := value.(string); ok {
		if strings.ContainsAny(s, shellChars) {
			return []string{"/bin/sh", "-c", s}, nil
		}
		words = strings.Fields(s)
	}
	if len(words) == 0 || words[0] == "" {
		return nil, errors.New(`it names no program: write it like "make watch" or ["make", "watch"]`)
	}
	return words, nil
}

// fullPercent is 100 % in the unit of frames and shares.
const fullPercent = workspace.FrameUnit

// percent converts a percentage, such as "30%" or "12.5%", to parts of fullPercent.
func percent(value any) (int, error) {
	wrong := fmt.Errorf(`%v is not a percentage: write it like "30%%"`, value)
	s, ok := value.(string)
	if !ok {
		return 0, wrong
	}
	number, ok := strings.CutSuffix(s, "%")
	if !ok {
		return 0, wrong
	}
	f, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || f != f {
		return 0, wrong
	}
	if f < 0 || f > 100 {
		return 0, fmt.Errorf("%s is not between 0%% and 100%%", s)
	}
	return int(f*fullPercent/100 + 0.5), nil
}

// share is the size of a part of a split: a weight relative to the other parts, or a percentage.
type share struct {
	at      located.Place
	weight  int
	percent int
}

func shareOf(k located.Key) (share, error) {
	if n, ok := k.Value.(int64); ok {
		if n < 1 || n > workspace.MaxWeight {
			return share{}, fmt.Errorf("%d is not between 1 and %d", n, workspace.MaxWeight)
		}
		return share{at: k.At, weight: int(n)}, nil
	}
	p, err := percent(k.Value)
	if err != nil {
		return share{}, fmt.Errorf(`%v is not a size: write a whole number (twice as large as one of half of it), or "30%%"`, k.Value)
	}
	if p == 0 {
		return share{}, errors.New("a pane of 0% has no room")
	}
	return share{at: k.At, percent: p}, nil
}

// variable returns an environment variable as NAME=value.
func variable(k located.Key) (string, error) {
	if k.Name == "" || strings.ContainsAny(k.Name, "=\x00") {
		return "", fmt.Errorf("%q is not the name of a variable", k.Name)
	}
	switch v := k.Value.(type) {
	case int64, bool:
		return fmt.Sprintf("%s=%v", k.Name, v), nil
	}
	s, err := line(k.Value)
	return k.Name + "=" + s, err
}
