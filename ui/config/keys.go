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

// Mode names what the keyboard is in: each mode has bindings of its own.
type Mode string

// The modes.
const (
	// Normal is where everything typed goes to the pane, but for what is bound.
	Normal Mode = ""
	// Copy is where keys move through a pane's history.
	Copy Mode = "copy"
)

// CopyStyle is whose keys copy mode has.
type CopyStyle string

// The styles of copy mode.
const (
	AnyStyle   CopyStyle = "auto" // by the user's editor
	ViStyle    CopyStyle = "vi"
	EmacsStyle CopyStyle = "emacs"
)

// Keys are the key bindings: a preset, and what is bound beside or instead of it.
type Keys struct {
	Preset Preset
	// Prefix is the key that stands for "prefix" in bindings, empty for none.
	Prefix string
	// Pause is how long after the start of a sequence the keys that can follow are
	// shown; Repeat how long a command that can be repeated needs no prefix.
	Pause, Repeat time.Duration
	// Style is whose keys copy mode has. Emacs says that they are emacs' instead of
	// vi's: what AnyStyle comes to is for whoever knows the environment to say.
	Style CopyStyle
	Emacs bool
	Bind  []Bind
}

// Bind binds a key or a sequence of keys to a command.
type Bind struct {
	Mode Mode
	// Keys is the sequence, its keys between blanks: "prefix g", "ctrl+shift+g".
	Keys string
	// Does is the command and its arguments as one writes them; empty takes a
	// binding away.
	Does string
	// At is where it is written, for whoever asks why a key does what it does.
	At Place
}

// DefaultKeys are the bindings where nothing is configured.
func DefaultKeys() Keys {
	return Keys{Preset: Tmux, Prefix: "ctrl+b", Pause: 500 * time.Millisecond, Repeat: 500 * time.Millisecond, Style: AnyStyle}
}
