package ui

// What cannot be done just now is said in one sentence: why, a colon, and what can be
// done instead or first.

const (
	noTab     = "no tab is open"
	noOther   = "this is the only pane of the tab"
	noOtherTb = "this is the only tab"
	noView    = "this is the only view"
)

// nothingClosed, nothingChanged and nothingWaits say that there is nothing; what there
// is shows elsewhere.
const (
	nothingClosed  = "nothing is closed that can be brought back"
	nothingChanged = "nothing is closed or changed that could be undone"
	nothingWaits   = "nothing waits for you"
)

// cannotBut says why a command cannot be done, and which one can be, with its key.
func (f focus) cannotBut(why, command, does string) resolved {
	return cannot(f.refusal(why, command, does))
}

func (f focus) refusal(why, command, does string) string {
	return why + ": " + f.keyOf(command) + " " + does
}

func (f focus) withoutTab() resolved { return f.cannotBut(noTab, "tab.new", "opens one") }
func (f focus) withoutOther() resolved {
	return f.cannotBut(noOther, "pane.split-right", "splits it")
}
func (f focus) withoutOtherTab() resolved {
	return f.cannotBut(noOtherTb, "tab.new", "opens another")
}
func (f focus) withoutOtherView() resolved { return f.cannotBut(noView, "view.new", "makes another") }

// withoutFloat is for what needs a floating pane. The only pane of a tab cannot be
// one.
func (f focus) withoutFloat(why string) resolved {
	if f.tab.Root.Pane() {
		return f.cannotBut(why, "float.new", "opens one that does")
	}
	return f.cannotBut(why, "float.toggle", "lets one float")
}

func (f focus) withoutClosed() resolved {
	return f.cannotBut(nothingClosed, "overview", "shows what is open")
}

const noRoom = "no room: close a pane, or enlarge the terminal"
