package screen

import (
	"strconv"
	"strings"
)

// Capabilities describe what the outer terminal understands beyond the basics. With the zero
// value, nothing is written that a VT220 would not understand.
type Capabilities struct {
	Profile Profile
	// Sync: synchronized output (DECSET 2026).
	Sync bool
	// Repeat: REP, CSI Ps b.
	Repeat bool
	// EraseColor: erased cells take the current background colour (bce).
	EraseColor bool
	// ScrollCount: SU and SD, CSI Ps S and CSI Ps T.
	ScrollCount bool
	// Underlines: underline shapes and colours (SGR 4:Ps, 58, 59).
	Underlines bool
	// Hyperlinks: understands OSC 8, or at least ignores it.
	Hyperlinks bool
	// CursorShape: DECSCUSR, CSI Ps SP q.
	CursorShape bool
	// Standout: SGR 3 means reverse video, as in GNU screen, instead of italics.
	Standout bool
	// AmbiguousWide: East Asian ambiguous characters are drawn in two columns.
	AmbiguousWide bool
}

// capabilitiesOf returns what can be assumed from the environment before the terminal has
// answered anything.
func capabilitiesOf(env func(string) string) Capabilities {
	c := Capabilities{Profile: profileOf(env)}
	term := env("TERM")
	if plainTerm(term) {
		c.EraseColor = term == "linux"
		return c
	}
	c.ScrollCount, c.Hyperlinks, c.CursorShape = true, true, true
	inScreen := strings.HasPrefix(term, "screen") // or an old tmux
	c.EraseColor, c.Standout = !inScreen, inScreen
	if modernTerm(term) || modernProgram(env) {
		c.modern()
	}
	return c
}

// modern adds the capabilities that all recent terminals have.
func (c *Capabilities) modern() {
	c.Repeat, c.Underlines, c.Standout = true, true, false
}

// plainTerm reports whether a terminal of that name gets no questions and only basic
// sequences: consoles and hardware terminals print sequences that they do not know.
func plainTerm(term string) bool {
	return term == "linux" || strings.HasPrefix(term, "vt") || strings.HasPrefix(term, "cons") ||
		term == "ansi" || term == "sun" || term == "cygwin"
}

// modernTerm reports whether TERM alone identifies a terminal with 24-bit colours and underline
// shapes.
func modernTerm(term string) bool {
	for _, name := range []string{"kitty", "ghostty", "foot", "alacritty", "wezterm", "contour", "rio"} {
		if strings.HasPrefix(strings.TrimPrefix(term, "xterm-"), name) {
			return true
		}
	}
	return false
}

// modernProgram reports whether other variables identify such a terminal. They are ignored
// within another multiplexer, which passes them on.
func modernProgram(env func(string) string) bool {
	if strings.HasPrefix(env("TERM"), "screen") || strings.HasPrefix(env("TERM"), "tmux") {
		return false
	}
	switch env("TERM_PROGRAM") {
	case "iTerm.app", "WezTerm", "ghostty", "vscode", "rio":
		return true
	}
	vte, _ := strconv.Atoi(env("VTE_VERSION"))
	return vte >= 5200 || env("WT_SESSION") != "" || env("KITTY_WINDOW_ID") != ""
}

// modernVersion reports whether an answer to XTVERSION identifies such a terminal.
func modernVersion(version string) bool {
	for _, name := range []string{"kitty", "ghostty", "foot", "alacritty", "wezterm", "contour", "iterm2", "vte", "konsole", "rio", "tmux"} {
		if strings.HasPrefix(strings.ToLower(version), name) {
			return true
		}
	}
	return false
}
