package config

import "time"

// Preset names a set of key bindings to begin with.
type Preset string

// The presets.
const (
	// Tmux has tmux's keys after the prefix, and a few chords without it.
	Tmux Preset = "tmux"
	// Zellij adds zellij's modes: Ctrl-p for panes, Ctrl-t for tabs and so on.
	Zellij Preset = "zellij"
	// NoPreset binds nothing.
	NoPreset Preset = "none"
)

// Mode is a mode of the keyboard, with its own bindings.
type Mode string

// The modes.
const (
	// Normal passes all keys to the pane, except bound ones.
	Normal Mode = ""
	// Copy moves through a pane's history.
	Copy Mode = "copy"
)

// CopyStyle is the style of copy mode's keys.
type CopyStyle string

// The styles of copy mode.
const (
	AnyStyle   CopyStyle = "auto" // by the user's editor
	ViStyle    CopyStyle = "vi"
	EmacsStyle CopyStyle = "emacs"
)

// Keys are the key bindings: a preset, and the user's own bindings, which override it.
type Keys struct {
	Preset Preset
	// Prefix is the key that stands for "prefix" in bindings, empty for none.
	Prefix string
	// Pause is the time from the start of a sequence until the keys that can follow are shown.
	// Repeat is how long a command that can be repeated needs no prefix.
	Pause, Repeat time.Duration
	// Style is the style of copy mode's keys. Emacs is true for emacs, false for vi; the caller
	// sets it, because AnyStyle depends on the environment.
	Style CopyStyle
	Emacs bool
	Bind  []Bind
}

// Bind binds a key or a sequence of keys to a command.
type Bind struct {
	Mode Mode
	// Keys is the sequence, its keys between blanks: "prefix g", "ctrl+shift+g".
	Keys string
	// Does is the command line; empty removes a binding.
	Does string
	// At is its place in the file.
	At Place
}

// DefaultKeys returns the default bindings.
func DefaultKeys() Keys {
	return Keys{Preset: Tmux, Prefix: "ctrl+b", Pause: 500 * time.Millisecond, Repeat: 500 * time.Millisecond, Style: AnyStyle}
}
