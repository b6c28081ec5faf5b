// Package alias knows by which other names people ask for dormer's commands: what
// tmux, zellij and screen call them, with the flags that they take there, and the words
// that one would say. The palette, `dormer do`, the configuration, `dormer help`,
// `dormer keys explain` and the help page all look here.
//
// It knows commands by their names alone: what they do, and whether their arguments
// make sense, is the command table's business.
package alias
