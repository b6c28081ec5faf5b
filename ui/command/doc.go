// Package command is everything in dormer that can be asked for by name: the table of
// commands, their arguments, and what each means for what has the focus.
//
// A [Table] finds a [Command] by its name, reads a command line ([Table.Parse]) into a
// [Call], and says which name was meant perhaps. A call and a [Focus] give a [Result]:
// a change of the workspace ([dormer/workspace.Action]), a [Request] to the program, or
// the reason why it cannot be done just now. A [Subject] is what a menu is about, and
// which commands that menu has.
//
// To add a command is to add a row (rows.go): name, title, group, keys, and a function
// from the focus to a result. One that asks something of the program which no request
// says yet gets a type in request.go too.
//
// The package is pure: the time, new ids and records come from a [Maker] in the focus.
// It knows neither the model nor the screen, nor which keys are bound: a reason that
// names a command asks [Focus.KeyOf] how that is reached. The keys in the rows are those
// of the preset "tmux"; what is bound in the end, [dormer/ui/bind] says. The rows of
// copy mode are given to [NewTable].
//
// What always holds: names are unique. An action names its targets by id. A reason is
// one sentence: why, a colon, and what can be done instead. Each request is handled by
// the program in one place.
package command
