package checkup

import (
	"context"
	"os"
	"strings"
	"time"

	"dormer/ui/input"
	"dormer/ui/screen"
)

// answerTime is the time limit for the terminal to report its capabilities.
const answerTime = 500 * time.Millisecond

// Terminal checks the outer terminal and queries its capabilities; the terminal blinks once.
func Terminal(ctx context.Context, getenv func(string) string) Section {
	s := Section{Title: "terminal"}
	s.Findings = append(s.Findings, locale(getenv))
	term, err := screen.Open(screen.Options{In: os.Stdin, Out: os.Stdout, Env: getenv})
	if err != nil {
		s.Findings = append(s.Findings, noTerminal(err, getenv))
		return s
	}
	answered, err := ask(ctx, term, os.Stdin)
	if err != nil {
		return Section{s.Title, append(s.Findings, failed(err, "try another terminal"))}
	}
	s.Findings = append(s.Findings, size(term), fine("TERM is %s", getenv("TERM")))
	if !answered {
		s.Findings = append(s.Findings, note("its features are taken from TERM", "it does not report its features"))
	}
	return Section{s.Title, append(s.Findings, abilities(term)...)}
}

// noTerminal returns the finding for a missing terminal, which is no problem for commands that need
// none.
func noTerminal(err error, getenv func(string) string) Finding {
	if term := getenv("TERM"); term == "" || term == "dumb" {
		return failed(err, "")
	}
	f := failed(err, "")
	f.Level = Note
	return f
}

// locale checks whether programs in sessions will write UTF-8.
func locale(getenv func(string) string) Finding {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		value := getenv(name)
		if value == "" {
			continue
		}
		if upper := strings.ToUpper(value); strings.Contains(upper, "UTF-8") || strings.Contains(upper, "UTF8") {
			return fine("%s is %s", name, value)
		}
		return note("set "+name+" to a UTF-8 locale, such as C.UTF-8, or programs in sessions may garble what is not ASCII",
			"%s is %s", name, value)
	}
	return note("set LANG, for example to C.UTF-8, or programs in sessions may garble what is not ASCII", "no locale is set")
}

// ask takes over the terminal until it has answered, and reports whether it did.
func ask(ctx context.Context, term *screen.Terminal, in *os.File) (answered bool, err error) {
	if err := term.Start(); err != nil {
		return false, err
	}
	defer term.StopOnPanic()
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	_ = input.Read(ctx, in, 0, func(events []input.Event) {
		for _, e := range events {
			if r, ok := e.(input.Reply); ok {
				term.Answer(r)
				if r.Kind == input.PrimaryDA { // it comes last
					answered = true
					cancel()
				}
			}
		}
	}) // the answer shows how it ended
	return answered, term.Stop()
}

// smallRows and smallCols are the least useful size.
const smallRows, smallCols = 5, 20

func size(term *screen.Terminal) Finding {
	rows, cols, err := term.Size()
	switch {
	case err != nil:
		return failed(err, "try another terminal")
	case rows < smallRows || cols < smallCols:
		return problem("make it larger", "it has %d rows of %d columns", rows, cols)
	}
	return fine("it has %d rows of %d columns", rows, cols)
}

// abilities lists the terminal's capabilities beyond the basics.
func abilities(term *screen.Terminal) []Finding {
	caps := term.Capabilities()
	found := []Finding{fine("colours: %s", caps.Profile)}
	if caps.Profile == screen.NoColor || caps.Profile == screen.Color16 {
		found[0] = note("set COLORTERM=truecolor if it can show more, and unset NO_COLOR to have colours at all", "colours: %s", caps.Profile)
	}
	return append(found,
		ability(term.Kitty(), "it can tell all keys apart (kitty keyboard protocol)", "keys like Ctrl-Shift-T may not be told apart: what they do is under the prefix too (dormer keys lists it)"),
		ability(caps.Sync, "it shows frames whole (synchronized output)", "half-drawn frames may be seen"),
		ability(caps.Underlines, "it draws shapes and colours of underlines", "all underlines look alike"),
	)
}

func ability(has bool, with, without string) Finding {
	if has {
		return fine("%s", with)
	}
	return note("", "%s", without)
}
