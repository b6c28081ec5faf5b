// Package editor makes the command that opens the user's editor ($VISUAL, $EDITOR, else vi) in a
// tab: on a file ([File]), at a line of a file ([Line]), or on a text, which it writes to a file
// ([Text]).
//
// It runs nothing and does not know which tabs exist.
package editor
