package command

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"dormer/session"
	"dormer/ui/keys"
	"dormer/workspace"
)

var errOneView = errors.New("the name of a view is needed")

// openArgs are the arguments of the commands that open a session.
const openArgs = "[--cwd DIR] [--name NAME] [--restart always|ask] [-- COMMAND...]"

// opening gives a command that opens a session the directory, name and command of
// its arguments.
func opening(open func(Focus, workspace.Record) Result) func([]string) (func(Focus) Result, error) {
	return func(args []string) (func(Focus) Result, error) {
		var dir, name string
		var restart session.Restart
		for len(args) > 0 && args[0] != "--" {
			if len(args) < 2 {
				return nil, fmt.Errorf("%q needs a value", args[0])
			}
			switch args[0] {
			case "--cwd":
				dir = args[1]
			case "--name":
				name = args[1]
			case "--restart":
				restart = session.Restart(args[1])
				if args[1] == "" || !restart.Valid() {
					return nil, fmt.Errorf("--restart %q: say always or ask", args[1])
				}
			default:
				return nil, fmt.Errorf("unknown argument %q (a program to run goes behind --)", args[0])
			}
			args = args[2:]
		}
		if len(args) == 1 {
			return nil, errors.New("no program is named behind --")
		}
		return func(c Focus) Result {
			r := c.Maker.NewRecord(c)
			r.Name, r.Restart = name, restart
			if dir != "" {
				r.Dir = c.path(dir, r.Dir)
				r.Source.Dir = r.Dir
			}
			if len(args) > 1 {
				r.Source.Command = args[1:]
			}
			return open(c, r)
		}, nil
	}
}

// digits are the digits up to n as keys that give themselves as arguments.
func digits(n int) (out []ArgumentKey) {
	for i := 1; i <= n; i++ {
		d := strconv.Itoa(i)
		out = append(out, ArgumentKey{d, []string{d}})
	}
	return out
}

// selectNumber goes to a tab by its number.
func selectNumber(args []string) (func(Focus) Result, error) {
	if len(args) != 1 {
		return nil, errors.New("one number is needed")
	}
	number, err := strconv.Atoi(args[0])
	if err != nil || number < 1 {
		return nil, fmt.Errorf("%q is not the number of a tab", args[0])
	}
	return func(c Focus) Result {
		if number > len(c.View.Tabs) {
			return c.cannotBut("there is no tab "+strconv.Itoa(number), "tab.new", "opens one")
		}
		return Act(workspace.FocusTab{Tab: c.View.Tabs[number-1].ID})
	}, nil
}

// SelectTab goes to the tab with a number, or with a name.
func SelectTab(typed string, f Focus) Result {
	if resolve, err := selectNumber([]string{typed}); err == nil {
		return resolve(f)
	}
	return selectNamed(typed)(f)
}

// selectNamed goes to the tab that is called so, or to the only one whose title begins
// so.
func selectNamed(name string) func(Focus) Result {
	return func(c Focus) Result {
		var begin []workspace.TabID
		for _, t := range c.View.Tabs {
			switch title := c.State.TabTitle(t); {
			case title == name:
				return Act(workspace.FocusTab{Tab: t.ID})
			case strings.HasPrefix(title, name):
				begin = append(begin, t.ID)
			}
		}
		if len(begin) != 1 {
			return c.cannotBut("no tab is called "+strconv.Quote(name), "palette", "finds all")
		}
		return Act(workspace.FocusTab{Tab: begin[0]})
	}
}

// bySide are the arrows with Alt as keys that give a side and a number.
func bySide(cells string) (out []ArgumentKey) {
	for _, side := range []string{"left", "down", "up", "right"} {
		out = append(out, ArgumentKey{"alt+" + side, []string{side, cells}})
	}
	return out
}

// sides are the directions as one writes them.
var sides = map[string]workspace.Direction{"left": workspace.Left, "right": workspace.Right, "up": workspace.Up, "down": workspace.Down}

// toSide is a command that takes a side.
func toSide(resolve func(workspace.Direction) func(Focus) Result) func([]string) (func(Focus) Result, error) {
	return func(args []string) (func(Focus) Result, error) {
		if len(args) != 1 {
			return nil, errors.New("one side is needed")
		}
		side, ok := sides[args[0]]
		if !ok {
			return nil, fmt.Errorf("%q is not a side", args[0])
		}
		return resolve(side), nil
	}
}

// resizing resizes to a side, by a number of cells.
func resizing(args []string) (func(Focus) Result, error) {
	if len(args) < 1 || len(args) > 2 {
		return nil, errors.New("a side is needed, and perhaps a number of cells")
	}
	side, ok := sides[args[0]]
	if !ok {
		return nil, fmt.Errorf("%q is not a side", args[0])
	}
	if len(args) == 1 {
		return resize(side), nil
	}
	cells, err := strconv.Atoi(args[1])
	if err != nil || cells < 1 || cells > 1000 {
		return nil, fmt.Errorf("%q is not a number of cells", args[1])
	}
	return resizeBy(side, cells), nil
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

// selectView shows a view by its name.
func selectView(args []string) (func(Focus) Result, error) {
	if len(args) != 1 {
		return nil, errOneView
	}
	return func(c Focus) Result {
		for _, v := range c.State.Views {
			if string(v.ID) == args[0] || v.Name == args[0] {
				return Act(workspace.SwitchView{View: v.ID})
			}
		}
		return Cannot("no view is called `" + args[0] + "`")
	}, nil
}

// exportEndings are the ends of the files' names that a screen can be written to.
var exportEndings = []string{".svg", ".png", ".ansi", ".txt"}

// ExportEnds are the ends as a sentence lists them.
const ExportEnds = ".svg, .png, .ansi or .txt"

// exporting writes the screen to a file that is named as an argument.
func exporting(args []string) (func(Focus) Result, error) {
	if len(args) != 1 {
		return nil, errors.New("one file is needed")
	}
	if !slices.Contains(exportEndings, filepath.Ext(args[0])) {
		return nil, fmt.Errorf("%q ends in none of %s", args[0], ExportEnds)
	}
	return func(c Focus) Result {
		path := args[0]
		if c.Dir != "" {
			path = c.path(path, c.Dir)
		}
		return Ask(ExportScreen{path})
	}, nil
}

// withOne is a request with one argument; what names it.
func withOne(what string, asks func(Focus, string) Request) func([]string) (func(Focus) Result, error) {
	return func(args []string) (func(Focus) Result, error) {
		if len(args) != 1 || strings.TrimSpace(args[0]) == "" {
			return nil, fmt.Errorf("one %s is to be named", what)
		}
		return func(c Focus) Result {
			return Ask(asks(c, args[0]))
		}, nil
	}
}
