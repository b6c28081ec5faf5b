// Package bind maps keys to commands.
//
// A [Keymap] is made from the table of commands and the configuration: the preset (tmux's
// keys, which are in the rows of the table, and optionally zellij's), the prefix, and the
// user's own bindings, which replace others with the same keys. For each mode of the keyboard it
// is a tree: sequences start at [Keymap.Root], and [Node.Find] follows a key.
// [State] is the position within a sequence: [State.Press] handles a key and says whether it
// goes to the pane, is part of a sequence, or is bound.
//
// For messages, menus, hints and help, [Keymap.KeyOf] returns the key of a command. The
// package also explains keys and commands for `dormer keys explain`, and lists the actions of the
// mouse ([MouseActions]).
//
// The package is pure: it has no side effects, does not know whether a command can run now, and
// gets the time as an argument.
//
// Invariants: no bound sequence is the beginning of another one in the same mode. Keys are
// stored by the names that [dormer/ui/keys.Key.Name] returns. Among the sequences of a command,
// those that every terminal can send come first.
package bind
