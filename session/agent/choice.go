package agent

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"
)

// Choice is a question on the screen with known options.
type Choice struct {
	// Question are the lines above the options.
	Question []string
	Options  []Option
	// Hash is the hash of the lines on the screen: another question has a different one, and so
	// does a changed question.
	Hash string
}

// Option is an answer to a dialog.
type Option struct {
	Name  string // "1", or "y"
	Label string // "Yes, and don't ask again"
	// Keys is the input that chooses it.
	Keys string
}

// Find returns the option with this name or label.
func (c Choice) Find(word string) (Option, bool) {
	for _, o := range c.Options {
		if strings.EqualFold(o.Name, word) || strings.EqualFold(o.Label, word) {
			return o, true
		}
	}
	return Option{}, false
}

const (
	// questionLines is the number of lines above the options that are shown as the question.
	questionLines = 6
	// optionGap is the largest number of lines between two options: their labels wrap.
	optionGap = 3
	// below is the largest number of lines with text after the options: a hint.
	below = 3
)

var (
	// numbered is an option with its number: "❯ 1. Yes".
	numbered = onUse(`^[\s│|┃]*[❯›>●•*]?\s*(\d)[.)]\s+(\S.*?)[\s│|┃]*$`)
	// lettered are options at the end of a line: "(Y)es/(N)o/(D)on't ask again".
	lettered = onUse(`\(([A-Z])\)([a-z][A-Za-z' ]*)`)
	// yesNo is a question at the end of a line: "[y/N]".
	yesNo = onUse(`[(\[]([yY])(?:es)?/([nN])(?:o)?[)\]]\s*[:?]?\s*$`)
)

// ReadChoice finds the dialog at the end of a screen, given as lines.
func ReadChoice(screen []string) (Choice, bool) {
	var lines []string
	for _, l := range screen {
		if l = strings.TrimRight(l, " "); l != "" {
			lines = append(lines, l)
		}
	}
	first, last, options := numberedOptions(lines)
	if len(options) == 0 && len(lines) > 0 {
		first, last = len(lines)-1, len(lines)-1
		options = letters(lines[last])
	}
	if len(options) < 2 {
		return Choice{}, false
	}
	c := Choice{Options: options}
	for _, l := range lines[max(first-questionLines, 0):first] {
		switch text := Line(strings.Trim(l, " │|┃─━╭╮╰╯")); {
		case text != "":
			c.Question = append(c.Question, text)
		case strings.ContainsAny(l, "─━"): // the box begins below this line
			c.Question = nil
		}
	}
	if first == last {
		c.Question = append(c.Question, Line(lines[last]))
	}
	sum := fnv.New64a()
	for _, l := range lines[max(first-questionLines, 0) : last+1] {
		_, _ = sum.Write([]byte(l + "\n")) // a hash never fails
	}
	c.Hash = fmt.Sprintf("%016x", sum.Sum64())
	return c, true
}

// numberedOptions returns the last options of the lines that are numbered from 1, and the lines of
// the first and the last.
func numberedOptions(lines []string) (first, last int, options []Option) {
	for i, l := range lines {
		m := numbered().FindStringSubmatch(l)
		if m == nil {
			continue
		}
		switch n, _ := strconv.Atoi(m[1]); {
		case n == 1:
			first, options = i, nil
		case n != len(options)+1 || i-last > optionGap:
			options = nil
			continue
		}
		last = i
		options = append(options, Option{Name: m[1], Label: Line(m[2]), Keys: m[1]})
	}
	if len(lines)-1-last > below {
		return 0, 0, nil
	}
	return first, last, options
}

// letters returns the options of a line that ends with a question.
func letters(line string) (options []Option) {
	for _, m := range lettered().FindAllStringSubmatch(line, -1) {
		key := strings.ToLower(m[1])
		options = append(options, Option{Name: key, Label: Line(m[1] + m[2]), Keys: key + "\r"})
	}
	if m := yesNo().FindStringSubmatch(line); m != nil && options == nil {
		return []Option{{Name: "y", Label: "Yes", Keys: "y\r"}, {Name: "n", Label: "No", Keys: "n\r"}}
	}
	return options
}
