// Package editor says how the user's editor ($VISUAL, $EDITOR, else vi) is opened in a tab: on a
// file ([File]), at a line of it ([Line]), or on text, which it writes to a file ([Text]).
//
// It runs nothing and does not know which tabs there are.
package editor
