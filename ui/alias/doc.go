// Package alias knows other names for dormer's commands: those of tmux, zellij and screen,
// with their flags, and everyday words. The palette, the help, the configuration, `dormer do`,
// `dormer help` and `dormer keys explain` use it.
//
// It knows commands only by their names. [dormer/ui/command] defines what they do, and whether
// arguments are valid.
package alias
