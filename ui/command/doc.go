// Package command is everything in dormer that can be asked for by name: the table of
// commands, their arguments, and what each of them means for what has the focus.
//
// A [Table] finds a [Command] by its name, reads a command line into a [Call]
// ([Table.Parse]), and suggests the nearest name for an unknown one. A call and a [Focus] give
// a [Result]: a change of the workspace ([dormer/workspace.Action]), a [Request] to the
// program, or the reason why it cannot be done now. A [Subject] is what a menu is about.
//
// To add a command, add a row to rows.go: name, title, group, keys, and a function from the
// focus to a result. If it asks something new of the program, add a type of request beside
// it; see [Request].
//
// The package is pure: time, new ids and records come from a [Maker] in the focus. It knows
// neither the model nor the screen, nor which keys are bound: a reason that names a command
// asks [Focus.KeyOf] for its key. The keys in the rows are those of the preset "tmux". The
// rows of copy mode are those of [dormer/ui/copymode.Commands].
//
// Invariants: names are unique. Actions name their targets by id. A reason is one sentence:
// why, a colon, and what can be done instead. The program handles each request in one place.
package command
