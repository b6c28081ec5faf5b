package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/copymode"
	"dormer/ui/keys"
)

// copyCommand is what can be done in copy mode, and the keys of the two sets that do
// it: tmux's (copy-mode-vi and copy-mode). Each is a row of the command table too.
type copyCommand struct {
	name, title string
	vi, emacs   []string
	// move moves the cursor; it is done as often as the number before it says. verb is
	// anything else.
	move func(*copymode.Mode, copymode.Text)
	verb func(*copyPane) tea.Cmd
}

type (
	copyMode = copymode.Mode
	copyIn   = copymode.Text
)

// copyCommands is the table of copy mode. It is made when it is asked for: many rows are
// made by calls, and as a variable every process would make them, each host too.
func copyCommands() []copyCommand {
	return []copyCommand{
		{name: "left", title: "left", vi: []string{"h", "left", "backspace", "ctrl+h"}, emacs: []string{"ctrl+b", "left"}, move: (*copyMode).Left},
		{name: "right", title: "right", vi: []string{"l", "right"}, emacs: []string{"ctrl+f", "right"}, move: (*copyMode).Right},
		{name: "up", title: "up", vi: []string{"k", "up", "ctrl+p"}, emacs: []string{"ctrl+p", "up"}, move: vertical(-1)},
		{name: "down", title: "down", vi: []string{"j", "down", "ctrl+n"}, emacs: []string{"ctrl+n", "down"}, move: vertical(1)},
		{name: "next-word", title: "next word", vi: []string{"w"}, move: words((*copyMode).NextWord, false)},
		{name: "next-space", title: "next word, to blanks", vi: []string{"W"}, move: words((*copyMode).NextWord, true)},
		{name: "word-end", title: "end of the word", vi: []string{"e", "ctrl+right"}, emacs: []string{"alt+f", "ctrl+right"}, move: words((*copyMode).WordEnd, false)},
		{name: "space-end", title: "end of the word, to blanks", vi: []string{"E"}, move: words((*copyMode).WordEnd, true)},
		{name: "previous-word", title: "previous word", vi: []string{"b", "ctrl+left"}, emacs: []string{"alt+b", "ctrl+left"}, move: words((*copyMode).PreviousWord, false)},
		{name: "previous-space", title: "previous word, to blanks", vi: []string{"B"}, move: words((*copyMode).PreviousWord, true)},
		{name: "line-start", title: "beginning of the line", vi: []string{"0", "home"}, emacs: []string{"ctrl+a", "home"}, move: (*copyMode).LineStart},
		{name: "indent", title: "first character of the line", vi: []string{"^", "_"}, emacs: []string{"alt+m"}, move: (*copyMode).IndentEnd},
		{name: "line-end", title: "end of the line", vi: []string{"$", "end"}, emacs: []string{"ctrl+e", "end"}, move: (*copyMode).LineEnd},
		{name: "top", title: "the oldest line", vi: []string{"g"}, emacs: []string{"alt+<", "ctrl+home"}, verb: goFirst},
		{name: "bottom", title: "the newest line", vi: []string{"G"}, emacs: []string{"alt+>", "ctrl+end"}, verb: goLast},
		{name: "screen-top", title: "first row shown", vi: []string{"H"}, emacs: []string{"alt+shift+r"}, move: row(0)},
		{name: "screen-middle", title: "middle row", vi: []string{"M"}, emacs: []string{"alt+r"}, move: row(1)},
		{name: "screen-bottom", title: "last row shown", vi: []string{"L"}, move: row(2)},
		{name: "half-up", title: "half a page up", vi: []string{"ctrl+u"}, emacs: []string{"alt+up"}, move: pages(-1, 2)},
		{name: "half-down", title: "half a page down", vi: []string{"ctrl+d"}, emacs: []string{"alt+down"}, move: pages(1, 2)},
		{name: "page-up", title: "a page up", vi: []string{"ctrl+b", "pgup"}, emacs: []string{"alt+v", "pgup"}, move: pages(-1, 1)},
		{name: "page-down", title: "a page down", vi: []string{"ctrl+f", "pgdown"}, emacs: []string{"ctrl+v", "pgdown", "space"}, move: pages(1, 1)},
		{name: "scroll-up", title: "scroll a line up", vi: []string{"ctrl+y", "K", "ctrl+up"}, emacs: []string{"ctrl+up"}, move: scroll(-1)},
		{name: "scroll-down", title: "scroll a line down", vi: []string{"ctrl+e", "J", "ctrl+down"}, emacs: []string{"ctrl+down"}, move: scroll(1)},
		{name: "center", title: "this line in the middle", vi: []string{"z"}, emacs: []string{"ctrl+l"}, move: func(c *copyMode, t copyIn) { c.Show(t, 1) }},
		{name: "paragraph-up", title: "previous empty line", vi: []string{"{"}, emacs: []string{"alt+{"}, move: func(c *copyMode, t copyIn) { c.Paragraph(t, -1) }},
		{name: "paragraph-down", title: "next empty line", vi: []string{"}"}, emacs: []string{"alt+}"}, move: func(c *copyMode, t copyIn) { c.Paragraph(t, 1) }},
		{name: "bracket", title: "the other bracket", vi: []string{"%"}, emacs: []string{"ctrl+alt+f"}, move: (*copyMode).Matching},
		{name: "bracket-back", title: "back to the other bracket", emacs: []string{"ctrl+alt+b"}, move: (*copyMode).MatchingBack},
		{name: "find", title: "go to a character", vi: []string{"f"}, emacs: []string{"f"}, verb: seek(false, false)},
		{name: "find-back", title: "back to a character", vi: []string{"F"}, emacs: []string{"F"}, verb: seek(true, false)},
		{name: "till", title: "go till a character", vi: []string{"t"}, emacs: []string{"t"}, verb: seek(false, true)},
		{name: "till-back", title: "back till a character", vi: []string{"T"}, emacs: []string{"T"}, verb: seek(true, true)},
		{name: "find-again", title: "the same character again", vi: []string{";"}, emacs: []string{";"}, move: func(c *copyMode, t copyIn) { c.SeekAgain(t, false) }},
		{name: "find-reverse", title: "the same, other way", vi: []string{","}, emacs: []string{","}, move: func(c *copyMode, t copyIn) { c.SeekAgain(t, true) }},

		{name: "select", title: "select by character", vi: []string{"v"}, emacs: []string{"ctrl+space", "ctrl+@"}, verb: selecting(copymode.Chars)},
		{name: "select-anew", title: "select from here on", vi: []string{"space"}, verb: selectAnew},
		{name: "select-lines", title: "select by line", vi: []string{"V"}, verb: selecting(copymode.Lines)},
		{name: "select-block", title: "select a block", vi: []string{"ctrl+v"}, emacs: []string{"R"}, verb: selecting(copymode.Block)},
		{name: "select-word", title: "select this word", verb: selecting(copymode.Words)},
		{name: "other-end", title: "other end of the selection", vi: []string{"o"}, emacs: []string{"ctrl+x"}, move: (*copyMode).OtherEnd},
		{name: "copy", title: "copy and return", vi: []string{"y", "enter", "ctrl+j"}, emacs: []string{"alt+w", "ctrl+w", "enter"}, verb: copyAndReturn},
		{name: "copy-stay", title: "copy and stay", vi: []string{"Y"}, verb: copyAndStay},
		{name: "copy-append", title: "add to what was copied last, and return", vi: []string{"A"}, verb: copyAppended},
		{name: "copy-line-end", title: "copy to the end of the line", vi: []string{"D"}, emacs: []string{"ctrl+k"}, verb: copyToLineEnd},
		{name: "clear", title: "select nothing", vi: []string{"esc"}, emacs: []string{"ctrl+g"}, verb: clearOrReturn},
		{name: "mark", title: "mark this place", vi: []string{"m", "X"}, emacs: []string{"X"}, verb: setMark},
		{name: "jump-mark", title: "go to the mark", vi: []string{"'", "`", "alt+x"}, emacs: []string{"alt+x"}, verb: jumpMark},

		{name: "search", title: "search forward", vi: []string{"/"}, emacs: []string{"ctrl+s"}, verb: searching(false)},
		{name: "search-back", title: "search backward", vi: []string{"?"}, emacs: []string{"ctrl+r"}, verb: searching(true)},
		{name: "next-match", title: "next match", vi: []string{"n"}, emacs: []string{"n"}, verb: searchOn(false)},
		{name: "previous-match", title: "previous match", vi: []string{"N"}, emacs: []string{"N"}, verb: searchOn(true)},
		{name: "search-word", title: "search this word", vi: []string{"*"}, emacs: []string{"*"}, verb: searchWord(false)},
		{name: "search-word-back", title: "search this word backward", vi: []string{"#"}, emacs: []string{"#"}, verb: searchWord(true)},
		{name: "goto", title: "go to a line from the end", vi: []string{":"}, emacs: []string{"g", "alt+g"}, verb: askLine},
		{name: "previous-prompt", title: "previous prompt", vi: []string{"["}, emacs: []string{"alt+p", "["}, verb: prompts(true)},
		{name: "next-prompt", title: "next prompt", vi: []string{"]"}, emacs: []string{"alt+n", "]"}, verb: prompts(false)},
		{name: "last-output", title: "select the output of the command here", vi: []string{"O"}, emacs: []string{"O"}, verb: selectOutput},
		{name: "links", title: "choose a link by letter", vi: []string{"u"}, emacs: []string{"u"}, verb: func(p *copyPane) tea.Cmd { return p.m.hintLinks() }},
		{name: "edit", title: "open all of it in the editor", vi: []string{"i"}, emacs: []string{"i"}, verb: func(p *copyPane) tea.Cmd { return p.m.editHistory() }},
		{name: "position", title: "hide where one is, or show it", vi: []string{"P"}, emacs: []string{"P"}, verb: togglePlace},
		{name: "refresh", title: "take up what the pane shows now", vi: []string{"r"}, emacs: []string{"r"}, verb: func(p *copyPane) tea.Cmd { p.refresh(); return nil }},
		{name: "return", title: "return to the live screen", vi: []string{"q", "ctrl+c"}, emacs: []string{"q", "esc", "ctrl+c"}, verb: func(p *copyPane) tea.Cmd { p.leave(); return nil }},
	}
}

func vertical(by int) func(*copyMode, copyIn) {
	return func(c *copyMode, t copyIn) { c.Vertical(t, by) }
}

func scroll(by int) func(*copyMode, copyIn) {
	return func(c *copyMode, t copyIn) { c.Scroll(t, by) }
}

func row(part int) func(*copyMode, copyIn) { return func(c *copyMode, t copyIn) { c.Row(t, part) } }

func words(move func(*copyMode, copyIn, bool), big bool) func(*copyMode, copyIn) {
	return func(c *copyMode, t copyIn) { move(c, t, big) }
}

// pages moves by a part of a page.
func pages(direction, part int) func(*copyMode, copyIn) {
	return func(c *copyMode, t copyIn) {
		rows, _ := t.Size()
		by := max(rows-2, 1)
		if part > 1 {
			by = max(rows/part, 1)
		}
		c.Page(t, direction*by)
	}
}

// goFirst goes to the oldest line, goLast to the newest. They are verbs, for a number
// before them means nothing.
func goFirst(p *copyPane) tea.Cmd {
	p.mode.First(p.text)
	return nil
}

func goLast(p *copyPane) tea.Cmd {
	p.mode.Last(p.text)
	return nil
}

// seek waits for the character to go to.
func seek(back, till bool) func(*copyPane) tea.Cmd {
	return func(p *copyPane) tea.Cmd {
		n := max(p.count, 1)
		p.next = func(p *copyPane, k keys.Key) tea.Cmd {
			char := []rune(k.Text)
			if len(char) != 1 {
				return nil
			}
			p.mode.Seek(p.text, char[0], back, till)
			for range n - 1 {
				p.mode.SeekAgain(p.text, false)
			}
			return nil
		}
		return nil
	}
}

// selectAnew begins a selection at the cursor, whatever was selected.
func selectAnew(p *copyPane) tea.Cmd {
	p.mode.Unselect()
	return selecting(copymode.Chars)(p)
}

func selecting(k copymode.Kind) func(*copyPane) tea.Cmd {
	return func(p *copyPane) tea.Cmd {
		if p.m.keys().config.Emacs && k == copymode.Chars {
			p.mode.Unselect() // a new mark, where one is set
		}
		p.mode.Toggle(k)
		p.mode.Selection.Open = p.m.keys().config.Emacs
		return nil
	}
}

// clearOrReturn selects nothing, and where nothing was selected ends copy mode.
func clearOrReturn(p *copyPane) tea.Cmd {
	if p.mode.Selection.Kind == copymode.Nothing && !p.found.on {
		p.leave()
		return nil
	}
	p.mode.Unselect()
	p.forget()
	return nil
}

// togglePlace hides the numbers at the pane's corner, which stand before text, or shows
// them again.
func togglePlace(p *copyPane) tea.Cmd {
	p.unplaced = !p.unplaced
	return nil
}

func setMark(p *copyPane) tea.Cmd {
	p.mode.SetMark()
	p.m.say("marked: " + p.m.copyKeyOf("jump-mark") + " comes back here")
	return nil
}

func jumpMark(p *copyPane) tea.Cmd {
	if !p.mode.JumpMark(p.text) {
		p.m.say("no place is marked: " + p.m.copyKeyOf("mark") + " marks one")
	}
	return nil
}

// copyRows are the rows of the command table for what can be done in copy mode.
func copyRows() []command.CopyRow {
	all := copyCommands()
	out := make([]command.CopyRow, 0, len(all))
	for _, c := range all {
		out = append(out, command.CopyRow{Name: c.name, Title: c.title, Vi: c.vi, Emacs: c.emacs})
	}
	return out
}

// copyNamed is the command of copy mode with a name.
func copyNamed(name string) *copyCommand {
	for _, c := range copyCommands() {
		if c.name == name {
			return &c
		}
	}
	return nil
}

// readBy does a command of copy mode in the active pane.
func (m *Model) readBy(name string) tea.Cmd {
	return m.whileCopying(m.activePane(), keys.Key{}, func(p *copyPane) tea.Cmd { return p.do(copyNamed(name)) })
}

// copyKeyOf is the first key of a command of copy mode, as people write it.
func (m *Model) copyKeyOf(name string) string {
	if all := m.keys().sequencesOf(config.Copy, "copy-mode."+name); len(all) > 0 {
		return all[0].printed()
	}
	return m.keys().keyOf("copy-mode." + name)
}

// digit is the digit that a key adds to the number before a command: by itself in
// vi's set, with Alt in emacs'.
func (m *Model) digit(k keys.Key) (int, bool) {
	name := k.Name()
	if m.keys().config.Emacs {
		if len(name) != 5 || name[:4] != "alt+" {
			return 0, false
		}
		name = name[4:]
	}
	if len(name) == 1 && name[0] >= '0' && name[0] <= '9' {
		return int(name[0] - '0'), true
	}
	return 0, false
}
