// Package editor makes the commands that open the user's editor ($VISUAL, $EDITOR, else vi): on
// a file ([On]), at a line of it ([At]), or on text that is in a file of its own ([Write],
// [OnText]).
//
// It runs nothing and does not know in which pane a command will run.
package editor
