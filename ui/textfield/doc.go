// Package textfield is the field for one line of text that prompts, lists and the help
// share: the textinput of bubbles, fed with dormer's keys and cut to a number of
// columns.
//
// It does not know what the text is for, nor where on the screen the field is.
// Columns are those of the terminal: a wide character takes two.
package textfield
