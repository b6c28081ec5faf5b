// Package command holds the table of dormer's commands, parses their arguments, and resolves
// them for the focused pane, tab and view.
//
// A [Table] finds a [Command] by its name, reads a command line into a [Call]
// ([Table.Parse]), and suggests the nearest name for an unknown one. A call and a [Focus] give
// a [Result]: a change of the workspace ([dormer/workspace.Action]), a [Request] to the
// program, or the reason why it cannot run now. A [Subject] is the thing that a menu acts on.
//
// To add a command, add a row to rows.go: name, title, group, keys, and a function from the
// focus to a result. If it needs something new from the program, add a type of request beside
// it; see [Request].
//
// The package is pure: time, new ids and records come from a [Maker] in the focus. It knows
// neither the model, the screen nor the key bindings: a reason that names a command
// asks [Focus.KeyOf] for its key. The keys in the rows are those of the preset "tmux". The
// rows of copy mode are generated from [dormer/ui/copymode.Commands].
//
// Invariants: names are unique. Actions name their targets by id. A reason is one sentence:
// the cause, a colon, and what can be done instead. The program handles each request in one place.
package command
