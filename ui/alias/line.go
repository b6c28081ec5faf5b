package alias

import (
	"fmt"
	"slices"
	"strings"
)

// arguments are the arguments after a name: flags, and then words.
type arguments struct {
	flags []flag
	words []string
}

// flag is a flag with its value, which is empty for a flag without one.
type flag struct{ name, value string }

func (f flag) String() string { return strings.TrimSpace(f.name + " " + f.value) }

// read parses arguments as getopt(3) does, given the flags that some rows have: several letters may
// follow one dash, and a value may follow its letter directly.
func read(line []string, rows []name) (out arguments) {
	valued := func(flag string) bool {
		return slices.ContainsFunc(rows, func(r name) bool {
			_, counterpart := r.counterpart(flag)
			return counterpart || strings.HasPrefix(r.selector, flag+" ")
		})
	}
	for len(line) > 0 && len(line[0]) > 1 && line[0][0] == '-' {
		word := line[0]
		line = line[1:]
		if word == "--" {
			break
		}
		letters := []string{word}
		if word[1] != '-' {
			letters = strings.Split(word[1:], "")
		}
		for i, l := range letters {
			f := flag{name: "-" + strings.TrimPrefix(l, "-")}
			if word[1] == '-' {
				f.name = word
			}
			if valued(f.name) {
				if f.value = strings.Join(letters[i+1:], ""); f.value == "" && len(line) > 0 {
					f.value, line = line[0], line[1:]
				}
				out.flags = append(out.flags, f)
				break
			}
			out.flags = append(out.flags, f)
		}
	}
	out.words = line
	return out
}

// counterpart returns dormer's flag for a flag with a value, or "" if the value becomes the
// argument. ok is false if there is no counterpart.
func (n name) counterpart(flag string) (here string, ok bool) {
	for pair := range strings.SplitSeq(n.valueFlags, ",") {
		if theirs, ours, _ := strings.Cut(pair, " "); theirs == flag && flag != "" {
			return ours, true
		}
	}
	return "", false
}

// selects reports whether the arguments select a row.
func (a arguments) selects(r name) bool {
	if r.selector == "" {
		return true
	}
	return slices.ContainsFunc(a.flags, func(f flag) bool { return f.String() == r.selector }) || len(a.words) > 0 && a.words[0] == r.selector
}

// dropSelector removes the flag or word that selects a row.
func (a *arguments) dropSelector(selector string) {
	if len(a.words) > 0 && a.words[0] == selector {
		a.words = a.words[1:]
	}
	a.flags = slices.DeleteFunc(a.flags, func(f flag) bool { return f.String() == selector })
}

func (a arguments) empty() bool { return len(a.flags)+len(a.words) == 0 }

// command returns the command of a row, with the arguments.
func (a arguments) command(named string, r name, rows []name) ([]string, error) {
	does := r.command
	if r.numberCommand != "" && len(a.words) > 0 {
		does = r.numberCommand
	}
	out := strings.Fields(does)
	for i, f := range a.flags {
		here, ok := r.counterpart(f.name)
		switch {
		case !ok:
			return nil, arguments{flags: a.flags[i:]}.refused(named, rows)
		case f.value == "":
			return nil, fmt.Errorf("%s: %s needs a value", named, f.name)
		case here == "":
			out = append(out, target(f.value))
		default:
			out = append(out, here, f.value)
		}
	}
	switch {
	case len(a.words) == 0:
		return out, nil
	case r.remaining == each:
		return append(out, a.words...), nil
	case r.remaining == one:
		return append(out, strings.Join(a.words, " ")), nil
	case r.remaining == program && len(a.words) == 1 && strings.ContainsAny(a.words[0], " \t;|&<>$"):
		return append(out, "--", "/bin/sh", "-c", a.words[0]), nil
	case r.remaining == program:
		return append(append(out, "--"), a.words...), nil
	}
	return nil, arguments{words: a.words}.refused(named, rows)
}

// target returns the part of a tmux target that names a window or a pane: "3" of "main:3".
func target(value string) string {
	if i := strings.LastIndexAny(value, ":.="); i >= 0 {
		return value[i+1:]
	}
	return value
}

// refused returns an error saying that the first argument has no counterpart.
func (a arguments) refused(named string, rows []name) error {
	what := ""
	if len(a.flags) > 0 {
		what = a.flags[0].name
	} else if len(a.words) > 0 {
		what = fmt.Sprintf("%q", a.words[0])
	}
	forms := formsOf(rows)
	switch {
	case len(forms) == 0:
		return fmt.Errorf("%s takes no %s here: leave it out", named, what)
	case slices.Contains(forms, what):
		return fmt.Errorf("%s takes no %s beside what else is given: leave it out", named, what)
	}
	return fmt.Errorf("%s takes no %s here, but %s", named, what, listed(forms, "and"))
}

// formsOf returns the arguments that distinguish rows from each other, and the flags that they
// take.
func formsOf(rows []name) (out []string) {
	add := func(form string) {
		if form != "" && !slices.Contains(out, form) {
			out = append(out, form)
		}
	}
	for _, r := range rows {
		add(r.selector)
	}
	for _, r := range rows {
		for pair := range strings.SplitSeq(r.valueFlags, ",") {
			theirs, _, _ := strings.Cut(pair, " ")
			add(theirs)
		}
	}
	return out
}

func either(words []string) string { return listed(words, "or") }

// listed joins words as in a sentence: "a, b or c".
func listed(words []string, last string) string {
	n := len(words)
	if n < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n-1], ", ") + " " + last + " " + words[n-1]
}
