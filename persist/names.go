package persist

import (
	"fmt"
	"slices"

	"dormer/workspace"
)

// The names on disk of values that are numbers in memory; a value is the index of its name.
var (
	axisNames   = []string{"row", "column"}
	sideNames   = []string{"left", "right", "up", "down"}
	presetNames = []string{"", "evenColumns", "evenRows", "mainLeft", "mainTop", "tiled"}
)

// nameIn returns the name of value, or an empty string.
func nameIn[T ~uint8](words []string, value T) string {
	if int(value) < len(words) {
		return words[value]
	}
	return ""
}

func parseName[T ~uint8](what string, words []string, w string) (T, error) {
	if i := slices.Index(words, w); i >= 0 {
		return T(i), nil
	}
	return 0, fmt.Errorf("unknown %s %q", what, w)
}

// parsePreset takes an unknown preset as none, which affects only the layout that Space
// selects next.
func parsePreset(w string) workspace.Preset {
	p, err := parseName[workspace.Preset]("preset", presetNames, w)
	if err != nil {
		return workspace.NoPreset
	}
	return p
}

// oneOf returns an error for an unknown name.
func oneOf[T ~string](what string, got T, known ...T) error {
	if slices.Contains(known, got) {
		return nil
	}
	return fmt.Errorf("unknown %s %q", what, got)
}
