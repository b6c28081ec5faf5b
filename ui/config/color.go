package config

import (
	"fmt"
	"strconv"
	"strings"

	"dormer/session/grid"
)

// colorNames are the first sixteen colours of a terminal's palette.
var colorNames = []string{
	"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white",
	"bright-black", "bright-red", "bright-green", "bright-yellow", "bright-blue", "bright-magenta", "bright-cyan", "bright-white",
}

// ParseColor reads a colour: "#rrggbb", "#rgb", a number from 0 to 255, the name of
// one of the first sixteen, or "default".
func ParseColor(s string) (grid.Color, error) {
	if s == "default" {
		return grid.DefaultColor, nil
	}
	if hex, ok := strings.CutPrefix(s, "#"); ok {
		if len(hex) == 3 {
			hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
		}
		n, err := strconv.ParseUint(hex, 16, 32)
		if err != nil || len(hex) != 6 {
			return 0, fmt.Errorf(`%q is not a colour: write it like "#7aa2f7"`, s)
		}
		return grid.RGB(uint8(n>>16), uint8(n>>8), uint8(n)), nil
	}
	if n, err := strconv.Atoi(s); err == nil {
		if n < 0 || n > 255 {
			return 0, fmt.Errorf("colour %d is not between 0 and 255", n)
		}
		return grid.Indexed(uint8(n)), nil
	}
	for i, name := range colorNames {
		if s == name {
			return grid.Indexed(uint8(i)), nil
		}
	}
	if best, ok := Nearest(s, colorNames); ok {
		return 0, fmt.Errorf("%q is not a colour: did you mean %q?", s, best)
	}
	return 0, fmt.Errorf(`%q is not a colour: write "#rrggbb", 0 to 255, or a name like "blue"`, s)
}
