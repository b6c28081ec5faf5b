package bind

import "strings"

// MouseAction is an action of the mouse: the gesture, what it does, and further search terms.
type MouseAction struct{ By, Title, Words string }

// MouseActions are all actions of the mouse, as listed in the help.
var MouseActions = []MouseAction{
	{"click", "go to a pane, a title or a tab", "focus select"},
	{"click on a mark", "go to its pane, and say what happened", "attention"},
	{"click on the status line", "open what is named there: inbox, shelf, zoom, overview, other views", ""},
	{"right click", "menu of what is there; Alt-click in programs that use the mouse", "context popup display-menu"},
	{"middle click on a tab", "close it (undo brings it back)", ""},
	{"drag a line", "resize the panes beside it", ""},
	{"drag a title, a tab", "move it, swap it; Esc lets go", "rearrange join"},
	{"double click on a title", "zoom the pane, and back", "double"},
	{"wheel", "scroll the history; over the tabs go through them", ""},
	{"drag over text", "copy it; with Alt a block", "select"},
	{"double, triple click", "copy words, copy lines", "double triple select"},
	{"Ctrl-click", "open a link", "url"},
	{"middle click", "paste the last selection", "primary selection"},
	{"Shift-drag", "select text with your terminal", "copy"},
}

// mouseWords map words in a question about the mouse, in lower case (tmux's MouseDown1Pane,
// WheelUpPane, and everyday words), to words in [MouseAction.By]. The first match counts.
var mouseWords = []struct{ said, means string }{
	{"wheel", "wheel"}, {"scroll", "wheel"},
	{"double", "two"}, {"triple", "three"}, {"secondclick", "two"},
	{"mousedown2", "middle"}, {"mouseup2", "middle"}, {"button2", "middle"}, {"middle", "middle"},
	{"mousedown3", "right"}, {"mouseup3", "right"}, {"button3", "right"}, {"right", "right"},
	{"drag", "drag"},
	{"click", "click"}, {"mouse", "click"}, {"button", "click"},
}

// explainMouse returns lines that describe what the mouse does; none if the text is not about the
// mouse.
func explainMouse(text string) (out []string) {
	asked := strings.ToLower(strings.NewReplacer(" ", "", "-", "", "+", "").Replace(text))
	for _, w := range mouseWords {
		if !strings.Contains(asked, w.said) {
			continue
		}
		for _, a := range MouseActions {
			if strings.Contains(strings.ToLower(a.By), w.means) {
				out = append(out, a.By+": "+a.Title)
			}
		}
		return out
	}
	return nil
}
