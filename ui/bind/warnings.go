package bind

import (
	"errors"
	"fmt"

	"dormer/ui/config"
	"dormer/ui/keys"
)

// Warnings reports bindings that may be mistakes: keys that no longer reach the programs in panes,
// and a configuration without any key to the palette, the help or leaving.
func (m *Keymap) Warnings() (out []error) {
	for _, b := range m.Bindings {
		if b.From != "" || b.Mode != config.Normal {
			continue
		}
		k, err := keys.Parse(b.Keys[0])
		if err != nil || b.Keys[0] == m.Config.Prefix || k.NeedsProtocol() {
			continue
		}
		out = append(out, config.Problem{At: b.at, Err: fmt.Errorf("%s no longer reaches the programs in panes%s", keys.Printed(b.Keys[0]), usedFor(b.Keys[0]))})
	}
	if m.hasNoWayOut() {
		out = append(out, errNoWayOut)
	}
	return out
}

// errNoWayOut is the warning about a configuration without a usable key.
var errNoWayOut = errors.New("no key opens the palette or the help, or leaves: bind one, or set keys.prefix")

// hasNoWayOut reports whether no key opens the palette or the help, or leaves.
func (m *Keymap) hasNoWayOut() bool {
	for _, name := range []string{"palette", "help", "leave"} {
		if len(m.Sequences(config.Normal, name)) > 0 {
			return false
		}
	}
	return true
}

// usedFor says what programs use a key for, as the end of a sentence.
func usedFor(key string) string {
	if use, ok := uses[key]; ok {
		return ", where it " + use
	}
	return ""
}

// uses are the functions of keys in shells and in the terminal driver.
var uses = map[string]string{
	"ctrl+a": "goes to the start of the line", "ctrl+c": "interrupts", "ctrl+d": "ends the input", "ctrl+e": "goes to the end of the line",
	"ctrl+k": "erases to the end of the line", "ctrl+l": "clears the screen", "ctrl+n": "goes down in the history", "ctrl+p": "goes up in the history",
	"ctrl+q": "resumes output", "ctrl+r": "searches the history", "ctrl+s": "stops output", "ctrl+u": "erases the line",
	"ctrl+w": "erases a word", "ctrl+z": "suspends", "enter": "sends the line", "tab": "completes", "space": "types a blank",
	"alt+b": "goes a word back", "alt+f": "goes a word forward", "alt+d": "erases a word", "esc": "leaves a mode", "up": "goes up", "down": "goes down",
}
