package conformance

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Setting is the terminal of a talk: its size and its conformance level.
type Setting struct{ Rows, Cols, Level int }

var (
	blank  = regexp.MustCompile(`\{([^{}]+)\}`)
	times  = regexp.MustCompile(`^(?s:(.*?))([HW])([-+*/])?(\d+)?$`)
	rowSet = regexp.MustCompile(`^\{(rows0|rows|empty)(?: from (\d+))?(?: to H-(\d+))?\}$`)
)

// fill replaces the variables of a text: {H}, {W-1} and {L} are numbers, {xW} is W times x,
// {numbers} are the rows numbered from 1, each in its place.
func (z Setting) fill(text string) string {
	return blank.ReplaceAllStringFunc(text, func(open string) string {
		switch inner := open[1 : len(open)-1]; inner {
		case "L":
			return strconv.Itoa(z.Level)
		case "numbers":
			return z.numbers(func(y int) string { return fmt.Sprintf(`\e[%d;1H%04d`, y, y) })
		case "numbers0":
			return strings.TrimSuffix(z.numbers(func(y int) string { return fmt.Sprintf(`%04d\r\n`, y-1) }), `\r\n`)
		default:
			m := times.FindStringSubmatch(inner)
			if m == nil {
				return open
			}
			n := z.number(m[2], m[3], m[4])
			if m[1] == "" {
				return strconv.Itoa(n)
			}
			return strings.Repeat(m[1], n)
		}
	})
}

func (z Setting) numbers(row func(y int) string) string {
	var b strings.Builder
	for y := range z.Rows {
		b.WriteString(row(y + 1))
	}
	return b.String()
}

// number returns the height or the width after an operation.
func (z Setting) number(side, op, by string) int {
	n := z.Cols
	if side == "H" {
		n = z.Rows
	}
	k, _ := strconv.Atoi(by)
	switch op {
	case "-":
		n -= k
	case "+":
		n += k
	case "*":
		n *= k
	case "/":
		n /= k
	}
	return n
}

// rows returns the rows of a rectangle: one for each line, or several for one line, such as
// {rows from 3} for 0003, 0004 and so on to the last.
func (z Setting) rows(lines []string) []string {
	var out []string
	for _, line := range lines {
		m := rowSet.FindStringSubmatch(line)
		if m == nil {
			out = append(out, z.fill(line))
			continue
		}
		from, last := 1, z.Rows
		if m[1] == "rows0" {
			from, last = 0, z.Rows-1
		}
		if m[2] != "" {
			from, _ = strconv.Atoi(m[2])
		}
		if m[3] != "" {
			last = z.number("H", "-", m[3])
		}
		for y := from; y <= last; y++ {
			row := fmt.Sprintf("%04d", y)
			if m[1] == "empty" {
				row = strings.Repeat(string(erased), 4)
			}
			out = append(out, row)
		}
	}
	return out
}
