package lists

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/ui/attention"
	"dormer/ui/buffers"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/homedir"
	"dormer/ui/labels"
	"dormer/ui/notices"
	"dormer/workspace"
)

// Lists holds the input of all lists: the workspace and the texts about its sessions, the active
// pane, and the user's history.
type Lists struct {
	*labels.Labels
	Pane session.ID
	// Dirs are the directories of earlier sessions, the latest first.
	Dirs []string
	// Inbox holds the events, Notices the messages, and Buffers the copied texts.
	Inbox *attention.Inbox
	// Choice returns the question of a session's agent, if its options are known.
	Choice  func(session.ID) agent.Choice
	Notices *notices.Notices
	Buffers *buffers.Buffers
	// Kept is how long closed panes and tabs are kept.
	Kept time.Duration
}

// known reports whether a session is still in the workspace.
func (l Lists) known(id session.ID) bool {
	_, known := l.State.Sessions[id]
	return known
}

// short returns a directory with the home directory abbreviated to ~.
func (l Lists) short(dir string) string { return homedir.Short(dir, l.Home) }

// Counted returns a number with a noun: "1 pane", "3 panes".
func Counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// Opened returns what a template has opened: "Site: 2 tabs".
func Opened(title string, tabs int) string {
	if title == "" {
		return Counted(tabs, "tab")
	}
	return title + ": " + Counted(tabs, "tab")
}

// Line is a line of the tree: its session, and a function that makes its item. Items are made only
// for visible lines, which are few in a long tree.
type Line struct {
	Session session.ID
	Item    func() dialog.Item
}

// Sidebar returns the lines of the tree, without texts that change with time.
func (l Lists) Sidebar() []Line {
	lines := l.treeLines(nil)
	closed := lines[len(lines)-len(l.State.Undo):]
	for i, line := range closed {
		closed[i].Item = func() dialog.Item {
			it := line.Item()
			it.Right = ""
			return it
		}
	}
	return lines
}

// Tree returns the items of the tree, with a remark about each session at the right, unless told is
// nil.
func (l Lists) Tree(told Remark) []dialog.Item {
	lines := l.treeLines(told)
	out := make([]dialog.Item, len(lines))
	for i, line := range lines {
		out[i] = line.Item()
	}
	return out
}

func (l *Lists) treeLines(told Remark) []Line {
	out := make([]Line, 0, len(l.State.Sessions)+len(l.State.Views))
	depth, repos := 0, l.treesOf()
	for _, v := range l.State.Views {
		if len(l.State.Views) > 1 {
			out = append(out, Line{Item: func() dialog.Item { return l.viewItem(v) }})
			depth = 1
		}
		out = l.viewLines(out, v, repos, depth, told)
	}
	for _, it := range l.Closed() {
		it.Detail += ", can be brought back"
		out = append(out, Line{it.Session, func() dialog.Item { return it }})
	}
	return out
}

func (l Lists) viewItem(v workspace.View) dialog.Item {
	running := 0
	for _, t := range v.Tabs {
		running += len(t.Panes())
	}
	return dialog.Item{
		ID: "view " + string(v.ID), Text: v.Name, Mark: l.ViewMark(v),
		Detail: Counted(len(v.Tabs), "tab") + ", " + Counted(running, "session"),
		Choose: command.Act(workspace.SwitchView{View: v.ID}), About: &command.Subject{Kind: command.AboutView, View: v.ID},
	}
}

// tabLines adds a tab and, if it has several panes, those. A tab with one pane is one line.
func (l *Lists) tabLines(out []Line, index int, t *workspace.Tab, depth int, told Remark) []Line {
	ids := t.Panes()
	if len(ids) == 1 {
		return append(out, Line{ids[0], func() dialog.Item {
			it := l.paneItem(ids[0], depth, told)
			it.Text = strconv.Itoa(index+1) + " " + l.State.TabTitle(*t)
			it.About = &command.Subject{Kind: command.AboutTab, Tab: t.ID}
			return it
		}})
	}
	out = append(out, Line{t.Active, func() dialog.Item {
		return dialog.Item{
			ID: "tab " + t.ID.String(), Text: strconv.Itoa(index+1) + " " + l.State.TabTitle(*t), Depth: depth,
			Detail: Counted(len(ids), "pane"), Session: t.Active, Mark: l.TabMark(*t), Note: l.Status(t.Active).Note(),
			Choose: command.Ask(command.GoTo{Session: t.Active}), About: &command.Subject{Kind: command.AboutTab, Tab: t.ID},
		}
	}})
	for _, id := range ids {
		out = append(out, Line{id, func() dialog.Item { return l.paneItem(id, depth+1, told) }})
	}
	return out
}

// paneItem returns the item of a pane in the tree.
func (l Lists) paneItem(id session.ID, depth int, told Remark) dialog.Item {
	r := l.State.Sessions[id]
	it := dialog.Item{
		ID: "session " + id.String(), Text: r.DisplayTitle(), Depth: depth, Mark: l.Mark(id),
		Detail: strings.TrimSpace(l.short(r.Dir) + " " + l.Branch(id)), Session: id,
		Choose: command.Ask(command.GoTo{Session: id}), About: &command.Subject{Kind: command.AboutOther, Pane: id},
		Note: l.Status(id).Note(), Other: command.Synonyms{Words: l.Status(id).Words()},
	}
	if told != nil {
		it.Right = told(id)
	}
	return it
}

// archived returns the archived sessions, the latest first.
func (l Lists) archived() []dialog.Item {
	var out []dialog.Item
	for _, id := range l.State.ArchivedIDs() {
		r := l.State.Sessions[id]
		out = append(out, dialog.Item{
			ID: "archived " + id.String(), Text: r.DisplayTitle(), Detail: session.Archived.Note() + ", " + l.short(r.Dir),
			Right: l.Ago(r.LastActive), Session: id, Choose: command.Ask(command.Unarchive{Session: id}),
		})
	}
	return out
}

// Remark returns a text about a session for a list.
type Remark func(session.ID) string

// Closed returns the closed panes and tabs, the newest first.
func (l Lists) Closed() []dialog.Item {
	var out []dialog.Item
	for i := len(l.State.Undo) - 1; i >= 0; i-- {
		c := l.State.Undo[i]
		what := "pane"
		if c.Pane == nil {
			what = "tab"
			if n := len(c.Sessions); n > 1 {
				what = fmt.Sprintf("tab of %d panes", n)
			}
		}
		holding := c.Sessions[0]
		out = append(out, dialog.Item{
			ID: "closed " + holding.String(), Text: c.Title, Detail: "closed " + what, Mark: "↶",
			Right: l.Left(c.ExpiresAt), Session: holding,
			Choose: command.Ask(command.BringBack{Holding: holding}), About: &command.Subject{Kind: command.AboutClosed, Pane: holding},
		})
	}
	return out
}

// Sessions returns the panes of all views except the active one.
func (l Lists) Sessions() []dialog.Item {
	out := make([]dialog.Item, 0, len(l.State.Sessions))
	active := l.Pane
	for _, v := range l.State.Views {
		for i, t := range v.Tabs {
			for _, id := range t.Panes() {
				if id != active {
					out = append(out, l.sessionItem(v, i, t, id))
				}
			}
		}
	}
	return out
}

// sessionItem returns the item of a pane in the palette.
func (l Lists) sessionItem(v workspace.View, index int, t workspace.Tab, id session.ID) dialog.Item {
	r := l.State.Sessions[id]
	where := strconv.Itoa(index + 1)
	if title := l.State.TabTitle(t); title != r.DisplayTitle() {
		where += " " + title
	}
	if len(l.State.Views) > 1 {
		where = v.Name + " / " + where
	}
	return dialog.Item{
		ID: "session " + id.String(), Text: r.DisplayTitle(), Detail: l.short(r.Dir), Right: where,
		Mark: l.Mark(id), Session: id, Other: command.Synonyms{Words: l.Status(id).Words()},
		Choose: command.Ask(command.GoTo{Session: id}), About: command.AboutIn(t, id),
	}
}

// recent returns the directories of open sessions and then those of earlier ones, the latest first,
// without that of the active pane.
func (l Lists) recent() []string {
	here := l.State.Sessions[l.Pane].Dir
	var out []string
	add := func(dir string) {
		if dir != "" && dir != here && !slices.Contains(out, dir) {
			out = append(out, dir)
		}
	}
	for _, id := range l.State.OpenIDs() {
		add(l.State.Sessions[id].Dir)
	}
	for _, dir := range l.Dirs {
		add(dir)
	}
	return out
}

// Directories returns items that open a tab in a recent directory.
func (l Lists) Directories() []dialog.Item {
	var out []dialog.Item
	for _, dir := range l.recent() {
		out = append(out, l.directory(l.short(dir), dir))
	}
	return out
}

func (l Lists) directory(text, dir string) dialog.Item {
	return dialog.Item{
		ID: "dir " + dir, Text: text, Detail: "opens a tab there", Mark: "+",
		Choose: command.Ask(command.OpenTabIn{Dir: dir}),
	}
}

// DirectoriesFor returns the directories for a text that begins with "~": the recent ones, and the
// one whose path was typed. The path is relative to the home directory; after a blank it is
// absolute or relative to the pane's directory.
func (l Lists) DirectoriesFor(typed string) ([]dialog.Item, string) {
	out, path := l.Directories(), typed
	if rest := strings.TrimSpace(typed[1:]); strings.HasPrefix(typed, "~ ") && rest != "" || strings.HasPrefix(rest, ".") {
		path = rest
	} else if rest != "" && rest[0] != '/' {
		return out, typed[1:]
	}
	dir := homedir.Full(path, l.State.Sessions[l.Pane].Dir, l.Home)
	if !slices.ContainsFunc(out, func(it dialog.Item) bool { return it.ID == "dir "+dir }) {
		out = append(out, l.directory(path, dir))
	}
	return out, strings.TrimSpace(typed[1:])
}
