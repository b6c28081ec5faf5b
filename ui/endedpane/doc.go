// Package endedpane decides what a key, a paste or a moment does in a pane whose session has no
// process or cannot be shown. It returns what is to be done ([dormer/ui/command.Result]). It knows
// neither the model nor the screen; [dormer/ui/ending] says in words what became of the session.
package endedpane
