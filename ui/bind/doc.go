// Package bind maps keys to commands.
//
// A [Keymap] is made from the table of commands and the configuration: the preset (tmux's
// keys, which are in the rows of the table, or zellij's in addition), the prefix, and the
// user's own bindings, which replace what has the same keys. For each mode of the keyboard it
// is a tree: [Keymap.Root] is where a sequence begins, and [Node.Find] follows a key.
// [State] is the position within a sequence: [State.Press] takes a key and says whether it is
// the pane's, part of a sequence, or bound.
//
// For messages, menus, hints and help, [Keymap.KeyOf] says which key reaches a command. The
// package also explains keys and commands for `dormer keys explain`, and lists what the mouse
// does ([MouseActions]).
//
// The package is pure: it carries nothing out, does not know whether a command is possible
// now, and is given the time.
//
// Invariants: no bound sequence is the beginning of another one in the same mode. Keys are
// stored by the names that [dormer/ui/keys.Key.Name] gives. Of the sequences of a command,
// those that every terminal can send come first.
package bind
