// Package pages draws the pages that list what the user can do: that of a first launch, and that of
// a view without tabs. They show commands with their keys.
//
// The package is pure. Its lines contain SGR sequences.
package pages

import (
	"dormer/ui/bind"
	"dormer/ui/theme"
)

// Page holds the settings of a page.
type Page struct {
	Keys  *bind.Keymap
	Mouse bool // the mouse is in use
	Looks theme.Looks
}
