// Package textfield adapts the textinput of bubbles, a field for one line of text, to dormer's keys
// and to a width in columns. Prompts, lists and the help share it.
//
// It knows neither the purpose of the text nor the position of the field. Columns are those of
// the terminal: a wide character takes two.
package textfield
