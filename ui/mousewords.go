package ui

import "strings"

// mouseWords lead from what a text about the mouse may say, in lower case (tmux'
// MouseDown1Pane, WheelUpPane, and what one would say), to a word of the mouse's rows
// in the help. The first that is said counts.
var mouseWords = []struct{ said, means string }{
	{"wheel", "wheel"}, {"scroll", "wheel"},
	{"double", "two"}, {"triple", "three"}, {"secondclick", "two"},
	{"mousedown2", "middle"}, {"mouseup2", "middle"}, {"button2", "middle"}, {"middle", "middle"},
	{"mousedown3", "right"}, {"mouseup3", "right"}, {"button3", "right"}, {"right", "right"},
	{"drag", "drag"},
	{"click", "click"}, {"mouse", "click"}, {"button", "click"},
}

// explainMouse says in lines what the mouse does where a text is about that and not
// about keys; none for others.
func explainMouse(text string) (out []string) {
	asked := strings.ToLower(strings.NewReplacer(" ", "", "-", "", "+", "").Replace(text))
	for _, w := range mouseWords {
		if !strings.Contains(asked, w.said) {
			continue
		}
		for _, row := range helpOfMouse().rows {
			if strings.Contains(strings.ToLower(row.keys[0]), w.means) {
				out = append(out, row.keys[0]+": "+row.title)
			}
		}
		return out
	}
	return nil
}
