package command

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"dormer/ui/geometry"
	"dormer/ui/keys"
)

// locking resolves keys.lock: it needs one key that this terminal can send, and that
// nothing before it in a sequence would keep.
func locking(c Focus) Result {
	if c.UnlockKey == "" {
		return c.cannotBut("no key would unlock it, bind one to keys.lock", "help", "lists all")
	}
	return Ask(ToggleLock{})
}

// toggleSidebar resolves the command that opens and closes the sidebar.
func toggleSidebar(c Focus) Result {
	if c.Screen.Size.Cols < geometry.ColsForSidebar || c.Screen.Size.Rows < geometry.RowsForTabBar {
		return Cannot(fmt.Sprintf("the screen is smaller than %dx%d: %s shows the same", geometry.ColsForSidebar, geometry.RowsForTabBar, c.KeyOf("overview")))
	}
	return Ask(ToggleSidebar{})
}

// sending sends keys to the pane's child.
func sending(args []string) (func(Focus) Result, error) {
	if len(args) == 0 {
		return nil, errors.New("no key is named")
	}
	var sent []keys.Key
	for _, word := range args {
		name, err := keys.ReadName(word)
		if err != nil {
			return nil, err
		}
		k, err := keys.Parse(name)
		if err != nil {
			return nil, err
		}
		sent = append(sent, k)
	}
	return withPane(func(Focus) Result {
		return Ask(SendKeys{sent})
	}), nil
}

// exportEndings are the ends of the files' names that a screen can be written to.
var exportEndings = []string{".svg", ".png", ".ansi", ".txt"}

// ExportEnds are the ends as a sentence lists them.
const ExportEnds = ".svg, .png, .ansi or .txt"

// exporting writes the screen to a file that is named as an argument.
func exporting(args []string) (func(Focus) Result, error) {
	if len(args) != 1 {
		return nil, errors.New("it needs a file")
	}
	if !slices.Contains(exportEndings, filepath.Ext(args[0])) {
		return nil, fmt.Errorf("%q does not end in %s", args[0], ExportEnds)
	}
	return func(c Focus) Result {
		path := args[0]
		if c.Dir != "" {
			path = c.path(path, c.Dir)
		}
		return Ask(ExportScreen{path})
	}, nil
}
