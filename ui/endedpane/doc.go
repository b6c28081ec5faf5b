// Package endedpane decides what a key, a paste or the passing of time does in a pane whose session
// has no process or cannot be shown. It returns what to do ([dormer/ui/command.Result]). It knows
// neither the model nor the screen; [dormer/ui/ending] describes in words what became of the
// session.
package endedpane
