// Package bind says what keys mean: sequences of keys to commands with their arguments.
//
// A [Keymap] is made of the table of commands and what a user has configured: the preset
// (tmux's keys, which are in the rows of the table, or zellij's besides), the prefix, and
// the user's own bindings, which take the place of what shares their keys. For each mode
// of the keyboard it is a tree: [Keymap.Root] is where a sequence begins, and [Node.Find]
// where a key leads to.
//
// The other way round it says how a command is reached ([Keymap.KeyOf]), for messages,
// menus, hints and help, and explains keys and commands for `dormer keys explain`. What
// the mouse does is listed here too ([MouseActions]); that nothing binds.
//
// [State] is where in a sequence the keyboard is: [State.Press] takes a key and says
// whether it is the pane's, begins or goes on with a sequence, or is bound to something.
//
// The package is pure. It does not carry commands out and does not know whether they can
// be just now. The time is passed in.
//
// What always holds: no sequence is the beginning of another one that is bound in the
// same mode. Keys are held by the names that [dormer/ui/keys.Key.Name] gives. Of the
// sequences of a command those come first that every terminal can send.
package bind
