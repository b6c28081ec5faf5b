package persist

import (
	"fmt"
	"slices"

	"dormer/workspace"
)

// The words on disk of values that are numbers in memory; a value's number is
// its place in the list.
var (
	axisNames   = []string{"row", "column"}
	sideNames   = []string{"left", "right", "up", "down"}
	presetNames = []string{"", "evenColumns", "evenRows", "mainLeft", "mainTop", "tiled"}
)

// nameIn gives the word of value, and the empty one for a value without any.
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

// parsePreset takes a preset that it does not know for none: all that is lost is
// which layout Space brings next.
func parsePreset(w string) workspace.Preset {
	p, err := parseName[workspace.Preset]("preset", presetNames, w)
	if err != nil {
		return workspace.NoPreset
	}
	return p
}

// oneOf reports a word that is none of those known.
func oneOf[T ~string](what string, got T, known ...T) error {
	if slices.Contains(known, got) {
		return nil
	}
	return fmt.Errorf("unknown %s %q", what, got)
}
