package vt

// killedCode is the lowest exit code that shells report for a command killed by a signal:
// 128 plus the signal's number (POSIX, Shell Command Language 2.8.2).
const killedCode = 129

// afterKilled resets the state that a killed command had no time to reset: the alternate
// screen, mouse and keyboard modes, a hidden cursor. The shell's marks report the death
// of the command before the shell sets its modes.
func (t *Terminal) afterKilled() {
	if t.scr != t.main {
		t.switchScreen1049(false)
	}
	t.softReset()
	m := &t.modes
	m.Mouse, m.MouseEncoding, m.FocusEvents, m.BracketedPaste = 0, 0, false, false
	m.ReverseScreen, m.Sync = false, false
	t.cursor = cursorLook{}
	t.inner.sizeReports, t.inner.schemeReports = false, false
}
