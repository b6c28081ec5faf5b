// Package pages draws the pages that say what one can do: that of a first launch, and that of
// a view in which nothing is open. They list commands with the keys that they have.
//
// The package is pure. Lines have SGR.
package pages

import (
	"dormer/ui/bind"
	"dormer/ui/theme"
)

// Page is what a page is made with.
type Page struct {
	Keys  *bind.Keymap
	Mouse bool // the mouse is used
	Looks theme.Looks
}
