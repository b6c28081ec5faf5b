// Package textfield is a field for one line of text, shared by prompts, lists and the help: the
// textinput of bubbles, given dormer's keys and cut to a number of columns.
//
// It knows neither what the text is for nor where the field is. Columns are those of the
// terminal: a wide character takes two.
package textfield
