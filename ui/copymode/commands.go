package copymode

// Command is a command of copy mode, with its default keys in tmux's two key tables:
// copy-mode-vi, and copy-mode for emacs keys.
type Command struct {
	Name, Title string
	Vi, Emacs   []string
	// move moves the cursor; a number before it repeats it. verb is set for all other
	// commands.
	move func(*Mode, Text)
	verb func(*Pane) Result
}

// Commands returns the table of copy mode. It is not a variable because its calls would then
// run at the start of every process, including each host.
func Commands() []Command {
	return []Command{
		{Name: "left", Title: "left", Vi: []string{"h", "left", "backspace", "ctrl+h"}, Emacs: []string{"ctrl+b", "left"}, move: (*Mode).Left},
		{Name: "right", Title: "right", Vi: []string{"l", "right"}, Emacs: []string{"ctrl+f", "right"}, move: (*Mode).Right},
		{Name: "up", Title: "up", Vi: []string{"k", "up", "ctrl+p"}, Emacs: []string{"ctrl+p", "up"}, move: vertical(-1)},
		{Name: "down", Title: "down", Vi: []string{"j", "down", "ctrl+n"}, Emacs: []string{"ctrl+n", "down"}, move: vertical(1)},
		{Name: "next-word", Title: "next word", Vi: []string{"w"}, move: words((*Mode).NextWord, false)},
		{Name: "next-space", Title: "next word between blanks", Vi: []string{"W"}, move: words((*Mode).NextWord, true)},
		{Name: "word-end", Title: "end of the word", Vi: []string{"e", "ctrl+right"}, Emacs: []string{"alt+f", "ctrl+right"}, move: words((*Mode).WordEnd, false)},
		{Name: "space-end", Title: "end of the word between blanks", Vi: []string{"E"}, move: words((*Mode).WordEnd, true)},
		{Name: "previous-word", Title: "previous word", Vi: []string{"b", "ctrl+left"}, Emacs: []string{"alt+b", "ctrl+left"}, move: words((*Mode).PreviousWord, false)},
		{Name: "previous-space", Title: "previous word between blanks", Vi: []string{"B"}, move: words((*Mode).PreviousWord, true)},
		{Name: "line-start", Title: "beginning of the line", Vi: []string{"0", "home"}, Emacs: []string{"ctrl+a", "home"}, move: (*Mode).LineStart},
		{Name: "indent", Title: "first character of the line", Vi: []string{"^", "_"}, Emacs: []string{"alt+m"}, move: (*Mode).IndentEnd},
		{Name: "line-end", Title: "end of the line", Vi: []string{"$", "end"}, Emacs: []string{"ctrl+e", "end"}, move: (*Mode).LineEnd},
		{Name: "top", Title: "the oldest line", Vi: []string{"g"}, Emacs: []string{"alt+<", "ctrl+home"}, verb: goFirst},
		{Name: "bottom", Title: "the newest line", Vi: []string{"G"}, Emacs: []string{"alt+>", "ctrl+end"}, verb: goLast},
		{Name: "screen-top", Title: "first row shown", Vi: []string{"H"}, Emacs: []string{"alt+shift+r"}, move: row(0)},
		{Name: "screen-middle", Title: "middle row", Vi: []string{"M"}, Emacs: []string{"alt+r"}, move: row(1)},
		{Name: "screen-bottom", Title: "last row shown", Vi: []string{"L"}, move: row(2)},
		{Name: "half-up", Title: "half a page up", Vi: []string{"ctrl+u"}, Emacs: []string{"alt+up"}, move: pages(-1, 2)},
		{Name: "half-down", Title: "half a page down", Vi: []string{"ctrl+d"}, Emacs: []string{"alt+down"}, move: pages(1, 2)},
		{Name: "page-up", Title: "a page up", Vi: []string{"ctrl+b", "pgup"}, Emacs: []string{"alt+v", "pgup"}, move: pages(-1, 1)},
		{Name: "page-down", Title: "a page down", Vi: []string{"ctrl+f", "pgdown"}, Emacs: []string{"ctrl+v", "pgdown", "space"}, move: pages(1, 1)},
		{Name: "scroll-up", Title: "scroll a line up", Vi: []string{"ctrl+y", "K", "ctrl+up"}, Emacs: []string{"ctrl+up"}, move: scroll(-1)},
		{Name: "scroll-down", Title: "scroll a line down", Vi: []string{"ctrl+e", "J", "ctrl+down"}, Emacs: []string{"ctrl+down"}, move: scroll(1)},
		{Name: "center", Title: "scroll this line to the middle", Vi: []string{"z"}, Emacs: []string{"ctrl+l"}, move: func(c *Mode, t Text) { c.Show(t, 1) }},
		{Name: "paragraph-up", Title: "previous empty line", Vi: []string{"{"}, Emacs: []string{"alt+{"}, move: func(c *Mode, t Text) { c.Paragraph(t, -1) }},
		{Name: "paragraph-down", Title: "next empty line", Vi: []string{"}"}, Emacs: []string{"alt+}"}, move: func(c *Mode, t Text) { c.Paragraph(t, 1) }},
		{Name: "bracket", Title: "matching bracket", Vi: []string{"%"}, Emacs: []string{"ctrl+alt+f"}, move: (*Mode).Matching},
		{Name: "bracket-back", Title: "previous matching bracket", Emacs: []string{"ctrl+alt+b"}, move: (*Mode).MatchingBack},
		{Name: "find", Title: "go to a character", Vi: []string{"f"}, Emacs: []string{"f"}, verb: toChar(false, false)},
		{Name: "find-back", Title: "back to a character", Vi: []string{"F"}, Emacs: []string{"F"}, verb: toChar(true, false)},
		{Name: "till", Title: "go to just before a character", Vi: []string{"t"}, Emacs: []string{"t"}, verb: toChar(false, true)},
		{Name: "till-back", Title: "back to just after a character", Vi: []string{"T"}, Emacs: []string{"T"}, verb: toChar(true, true)},
		{Name: "find-again", Title: "the same character again", Vi: []string{";"}, Emacs: []string{";"}, move: func(c *Mode, t Text) { c.SeekAgain(t, false) }},
		{Name: "find-reverse", Title: "the same character, backward", Vi: []string{","}, Emacs: []string{","}, move: func(c *Mode, t Text) { c.SeekAgain(t, true) }},

		{Name: "select", Title: "select by character", Vi: []string{"v"}, Emacs: []string{"ctrl+space", "ctrl+@"}, verb: selecting(Chars)},
		{Name: "select-anew", Title: "start a new selection here", Vi: []string{"space"}, verb: selectAnew},
		{Name: "select-lines", Title: "select by line", Vi: []string{"V"}, verb: selecting(Lines)},
		{Name: "select-block", Title: "select a block", Vi: []string{"ctrl+v"}, Emacs: []string{"R"}, verb: selecting(Block)},
		{Name: "select-word", Title: "select this word", verb: selecting(Words)},
		{Name: "other-end", Title: "other end of the selection", Vi: []string{"o"}, Emacs: []string{"ctrl+x"}, move: (*Mode).OtherEnd},
		{Name: "copy", Title: "copy and return", Vi: []string{"y", "enter", "ctrl+j"}, Emacs: []string{"alt+w", "ctrl+w", "enter"}, verb: copyAndReturn},
		{Name: "copy-stay", Title: "copy and stay", Vi: []string{"Y"}, verb: copyAndStay},
		{Name: "copy-append", Title: "add to what was copied last, and return", Vi: []string{"A"}, verb: copyAppended},
		{Name: "copy-line-end", Title: "copy to the end of the line", Vi: []string{"D"}, Emacs: []string{"ctrl+k"}, verb: copyToLineEnd},
		{Name: "clear", Title: "clear the selection", Vi: []string{"esc"}, Emacs: []string{"ctrl+g"}, verb: clearOrReturn},
		{Name: "mark", Title: "mark this place", Vi: []string{"m", "X"}, Emacs: []string{"X"}, verb: setMark},
		{Name: "jump-mark", Title: "go to the mark", Vi: []string{"'", "`", "alt+x"}, Emacs: []string{"alt+x"}, verb: jumpMark},

		{Name: "search", Title: "search forward", Vi: []string{"/"}, Emacs: []string{"ctrl+s"}, verb: openSearch(false)},
		{Name: "search-back", Title: "search backward", Vi: []string{"?"}, Emacs: []string{"ctrl+r"}, verb: openSearch(true)},
		{Name: "next-match", Title: "next match", Vi: []string{"n"}, Emacs: []string{"n"}, verb: searchAgain(false)},
		{Name: "previous-match", Title: "previous match", Vi: []string{"N"}, Emacs: []string{"N"}, verb: searchAgain(true)},
		{Name: "search-word", Title: "search for this word", Vi: []string{"*"}, Emacs: []string{"*"}, verb: searchWord(false)},
		{Name: "search-word-back", Title: "search backward for this word", Vi: []string{"#"}, Emacs: []string{"#"}, verb: searchWord(true)},
		{Name: "goto", Title: "go to a line, counted from the end", Vi: []string{":"}, Emacs: []string{"g", "alt+g"}, verb: asking(AskLine{})},
		{Name: "previous-prompt", Title: "previous prompt", Vi: []string{"["}, Emacs: []string{"alt+p", "["}, verb: goToPrompt(promptAbove)},
		{Name: "next-prompt", Title: "next prompt", Vi: []string{"]"}, Emacs: []string{"alt+n", "]"}, verb: goToPrompt(promptBelow)},
		{Name: "last-output", Title: "select the output of the command here", Vi: []string{"O"}, Emacs: []string{"O"}, verb: selectOutput},
		{Name: "links", Title: "choose a link by letter", Vi: []string{"u"}, Emacs: []string{"u"}, verb: asking(ChooseLink{})},
		{Name: "edit", Title: "open everything in your editor", Vi: []string{"i"}, Emacs: []string{"i"}, verb: asking(EditText{})},
		{Name: "position", Title: "hide or show the position", Vi: []string{"P"}, Emacs: []string{"P"}, verb: togglePosition},
		{Name: "refresh", Title: "refresh from the pane", Vi: []string{"r"}, Emacs: []string{"r"}, verb: refresh},
		{Name: "return", Title: "return to the live screen", Vi: []string{"q", "ctrl+c"}, Emacs: []string{"q", "esc", "ctrl+c"}, verb: leave},
	}
}

func vertical(by int) func(*Mode, Text) {
	return func(c *Mode, t Text) { c.Vertical(t, by) }
}

func scroll(by int) func(*Mode, Text) {
	return func(c *Mode, t Text) { c.Scroll(t, by) }
}

func row(part int) func(*Mode, Text) { return func(c *Mode, t Text) { c.Row(t, part) } }

func words(move func(*Mode, Text, bool), big bool) func(*Mode, Text) {
	return func(c *Mode, t Text) { move(c, t, big) }
}

// pages moves by a page, or by a fraction of one: 2 for half a page.
func pages(direction, part int) func(*Mode, Text) {
	return func(c *Mode, t Text) {
		rows, _ := t.Size()
		by := max(rows-2, 1)
		if part > 1 {
			by = max(rows/part, 1)
		}
		c.Page(t, direction*by)
	}
}

// goFirst goes to the oldest line, goLast to the newest. They are verbs because they ignore a
// number before them.
func goFirst(p *Pane) Result {
	p.mode.First(p.text)
	return Result{}
}

func goLast(p *Pane) Result {
	p.mode.Last(p.text)
	return Result{}
}

// toChar waits for the character to go to.
func toChar(back, till bool) func(*Pane) Result {
	return func(p *Pane) Result {
		p.char = &charSeek{back: back, till: till, times: max(p.count, 1)}
		return Result{}
	}
}

// selectAnew starts a new selection at the cursor.
func selectAnew(p *Pane) Result {
	p.mode.Unselect()
	return selecting(Chars)(p)
}

func selecting(k Kind) func(*Pane) Result {
	return func(p *Pane) Result {
		if p.keys.Emacs() && k == Chars {
			p.mode.Unselect() // emacs sets the mark anew
		}
		p.mode.Toggle(k)
		p.mode.Selection.Open = p.keys.Emacs()
		return Result{}
	}
}

// clearOrReturn clears the selection and the search. If there is neither, it leaves copy mode.
func clearOrReturn(p *Pane) Result {
	if p.mode.Selection.Kind == Nothing && !p.found.on {
		return Result{Leave: true}
	}
	p.mode.Unselect()
	p.endSearch()
	return Result{}
}

// togglePosition hides or shows the position in the pane's corner, which covers text.
func togglePosition(p *Pane) Result {
	p.hidePosition = !p.hidePosition
	return Result{}
}

func setMark(p *Pane) Result {
	p.mode.SetMark()
	return say("marked: " + p.keys.KeyOf("jump-mark") + " comes back here")
}

func jumpMark(p *Pane) Result {
	if !p.mode.JumpMark(p.text) {
		return say("no place is marked: " + p.keys.KeyOf("mark") + " marks one")
	}
	return Result{}
}

func asking(r Request) func(*Pane) Result {
	return func(*Pane) Result { return Result{Ask: r} }
}

func refresh(p *Pane) Result {
	p.refresh()
	return Result{}
}

func leave(*Pane) Result { return Result{Leave: true} }

func copyAndReturn(p *Pane) Result { return p.copyAndLeave(false) }

func copyAppended(p *Pane) Result { return p.copyAndLeave(true) }

// copyAndLeave copies the selection and returns to the live screen. If lines are missing, it
// runs again when they have arrived, like the two functions below.
func (p *Pane) copyAndLeave(appends bool) Result {
	span, ok := p.mode.Selected(p.text)
	switch {
	case p.text.Missing():
		return Result{}
	case !ok:
		return Result{Leave: true}
	}
	return Result{Ask: CopyText{Span: span, Append: appends}, Leave: true}
}

func copyAndStay(p *Pane) Result {
	span, ok := p.mode.Selected(p.text)
	if p.text.Missing() || !ok {
		return Result{}
	}
	p.copied = true
	return Result{Ask: CopyText{Span: span}}
}

func copyToLineEnd(p *Pane) Result {
	from := p.mode
	from.Unselect()
	from.Select(Chars)
	from.LineEnd(p.text)
	span, ok := from.Selected(p.text)
	if p.text.Missing() || !ok {
		return Result{}
	}
	return Result{Ask: CopyText{Span: span}, Leave: true}
}
