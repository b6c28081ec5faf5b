package screen

import (
	"strconv"
	"strings"

	"dormer/session/grid"
	"dormer/ui/input"
)

// answers are the terminal's replies to questions.
type answers struct {
	complete bool // DA1 was answered
	kitty    bool
	clusters bool // mode 2027 is supported and was off
	schemes  bool // mode 2031 is supported and was off
	statuses bool // OSC 7501 is supported
	colors   Colors
}

// Colors are a terminal's own colours; unknown ones are [grid.DefaultColor].
type Colors struct {
	Foreground, Background, Cursor grid.Color
	Palette                        [16]grid.Color
}

// enter stores an answer in a and in the capabilities that it changes, and returns
// sequences to send.
func (a *answers) take(r input.Reply, c *Capabilities, noColor bool) string {
	switch r.Kind {
	case input.PrimaryDA:
		a.complete = true
	case input.Version:
		a.version(r.Text, c, noColor)
	case input.ModeReport:
		return a.mode(r.Params, c)
	case input.KittyFlags:
		if !a.kitty {
			a.kitty = true
			return otherKeysOff
		}
	case input.TakesStatus:
		a.statuses = true
	case input.Color:
		a.color(r)
	case input.CursorPosition: // to widthQuestion, which is asked once
		if !a.complete && len(r.Params) > 1 {
			c.AmbiguousWide = r.Params[0] == 1 && r.Params[1] == 3
		}
	}
	return ""
}

func (a *answers) version(text string, c *Capabilities, noColor bool) {
	switch {
	case modernVersion(text):
		c.modern()
		if !noColor {
			c.Profile = TrueColor
		}
	case strings.HasPrefix(text, "XTerm("):
		c.Repeat = true
	}
}

// mode handles the answer to DECRQM: the mode and its state (0 unknown, 1 set, 2 reset, 3
// permanently set, 4 permanently reset).
func (a *answers) mode(params []int, c *Capabilities) string {
	if len(params) < 2 {
		return ""
	}
	there := params[1] >= 1 && params[1] <= 3
	switch params[0] {
	case 2026:
		c.Sync = there
	case 2027:
		if params[1] == 2 && !a.clusters {
			a.clusters = true
			return clustersOn
		}
	case 2031:
		if params[1] == 2 && !a.schemes {
			a.schemes = true
			return schemesOn
		}
	}
	return ""
}

func (a *answers) color(r input.Reply) {
	c, ok := parseColor(r.Text)
	if !ok || len(r.Params) == 0 {
		return
	}
	switch r.Params[0] {
	case 4:
		if len(r.Params) == 2 && r.Params[1] >= 0 && r.Params[1] < len(a.colors.Palette) {
			a.colors.Palette[r.Params[1]] = c
		}
	case 10:
		a.colors.Foreground = c
	case 11:
		a.colors.Background = c
	case 12:
		a.colors.Cursor = c
	}
}

// parseColor parses a colour in X11's format: rgb:r/g/b with one to four hexadecimal digits each,
// or #rrggbb (XParseColor).
func parseColor(s string) (grid.Color, bool) {
	if hex, ok := strings.CutPrefix(s, "#"); ok && len(hex) == 6 {
		s = "rgb:" + hex[:2] + "/" + hex[2:4] + "/" + hex[4:]
	}
	_, list, ok := strings.Cut(s, ":")
	parts := strings.Split(list, "/")
	if !ok || len(parts) < 3 || !strings.HasPrefix(s, "rgb") {
		return 0, false
	}
	var rgb [3]uint8
	for i := range rgb {
		n, err := strconv.ParseUint(parts[i], 16, 16)
		if err != nil || len(parts[i]) > 4 {
			return 0, false
		}
		whole := uint64(1)<<(4*len(parts[i])) - 1
		rgb[i] = uint8((n*255 + whole/2) / whole)
	}
	return grid.RGB(rgb[0], rgb[1], rgb[2]), true
}
