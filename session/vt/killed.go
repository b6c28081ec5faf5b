package vt

// killedCode is the least exit code that shells give a command that a signal
// ended: 128 and the signal's number (POSIX, Shell Command Language 2.8.2).
const killedCode = 129

// afterKilled takes back what a command that was killed had no time to take back:
// the alternate screen, the mouse, what it asked of the keyboard, a hidden cursor.
// The shell's marks tell of it, before the shell sets what it wants itself.
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
