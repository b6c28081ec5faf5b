package screen

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/sys/unix"

	"dormer/session/grid"
	"dormer/ui/input"
)

// Answer handles an answer to a question of [Terminal.Start]; other replies are ignored.
// A question that is not answered before [input.PrimaryDA] never will be. Changes to how cells
// look are drawn with the next frame.
func (t *Terminal) Answer(r input.Reply) {
	t.mu.Lock()
	sequence := []byte(t.answers.take(r, &t.caps, t.noColor))
	if r.Kind == input.TakesStatus && t.wants.status != "" {
		sequence = appendStatus(sequence, t.wants.status)
	}
	t.mu.Unlock()
	t.Say(sequence)
	t.tellGuard()
}

// Capabilities returns what the terminal understands, as far as it has answered.
func (t *Terminal) Capabilities() Capabilities {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.caps
}

// Kitty reports whether the terminal speaks the kitty keyboard protocol.
func (t *Terminal) Kitty() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.answers.kitty
}

// Colors returns the terminal's own colours as far as it has reported them.
func (t *Terminal) Colors() Colors {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.answers.colors
}

// AskColors asks the terminal for its colours again, for example after it has reported a change
// to dark or light (mode 2031). The last of the answers is [input.PrimaryDA].
func (t *Terminal) AskColors() {
	if !t.plain {
		t.Say([]byte(colorQuestions + "\x1b[c"))
	}
}

// Size returns the terminal's current size in cells. If the terminal reports 0x0, as on a serial
// line, it returns the last known size, initially 24x80. Of an absurdly large terminal only a
// part is used; see [Terminal.Oversize].
func (t *Terminal) Size() (rows, cols int, err error) {
	ws, err := unix.IoctlGetWinsize(t.device.fd, unix.TIOCGWINSZ)
	if err != nil {
		return 0, 0, fmt.Errorf("ask for the terminal's size: %w", err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if ws.Row > 0 && ws.Col > 0 {
		t.size = [2]int{int(ws.Row), int(ws.Col)}
	}
	rows, cols = bounded(t.size[0], t.size[1])
	return rows, cols, nil
}

const (
	// maxSide is the maximum number of rows and of columns that are used, maxCells that of
	// cells: a terminal of 65535x65535 would take more memory than there is.
	maxSide  = 4096
	maxCells = 4_000_000
)

// bounded returns the part of a terminal that is used.
func bounded(rows, cols int) (int, int) {
	rows, cols = min(rows, maxSide), min(cols, maxSide)
	return min(rows, maxCells/cols), cols
}

// Oversize returns a message for the user if the last [Terminal.Size] did not use all of the
// terminal, else "".
func (t *Terminal) Oversize() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	rows, cols := bounded(t.size[0], t.size[1])
	if rows == t.size[0] && cols == t.size[1] {
		return ""
	}
	return fmt.Sprintf("the terminal says that it has %d rows and %d columns: dormer uses %d rows and %d columns", t.size[0], t.size[1], rows, cols)
}

// SetMouse sets which mouse events the terminal reports, initially [grid.MouseButton].
// Reports of all motion ([grid.MouseAny]) wake the program at every move and should be on
// only while they are needed. [grid.MouseX10] counts as presses and releases.
func (t *Terminal) SetMouse(m grid.MouseMode) {
	t.mu.Lock()
	var sequence []byte
	if !t.plain {
		sequence = appendMouse(nil, t.wants.mouse, m)
	}
	t.wants.mouse = m
	t.mu.Unlock()
	t.Say(sequence)
}

// SetKeyboard sets the flags of the kitty keyboard protocol that the child with the focus
// needs, besides those that dormer always sets (disambiguate and alternate keys): CSI =
// flags u.
func (t *Terminal) SetKeyboard(flags uint8) {
	t.mu.Lock()
	var sequence []byte
	if !t.plain && kittyBase|flags != kittyBase|t.wants.kitty {
		sequence = append(appendKitty([]byte("\x1b[="), flags), 'u')
	}
	t.wants.kitty = flags
	t.mu.Unlock()
	t.Say(sequence)
}

// maxTitle bounds a title, in bytes.
const maxTitle = 512

// SetTitle sets the terminal's title (OSC 0), without control characters. Stop restores the
// previous one.
func (t *Terminal) SetTitle(s string) {
	s = cleanTitle(s)
	t.mu.Lock()
	if t.plain || s == t.title {
		t.mu.Unlock()
		return
	}
	t.title = s
	t.mu.Unlock()
	t.Say(appendTitle(nil, s))
}

// cleanTitle returns s without control, format and bidirectional characters, cut to
// [maxTitle].
func cleanTitle(s string) string {
	s = strings.ToValidUTF8(s, "")
	s = strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' {
			return ' '
		}
		if !drawableRune(r, true) {
			return -1
		}
		return r
	}, s)
	if len(s) > maxTitle {
		s = strings.ToValidUTF8(s[:maxTitle], "")
	}
	return s
}

func appendTitle(dst []byte, s string) []byte {
	return append(append(append(dst, "\x1b]0;"...), s...), "\x1b\\"...)
}

// SetProgress makes the terminal show progress, on its tab or in the task bar (OSC 9 ; 4 ;
// state ; percent, ConEmu). Stop removes it. Terminals that know only the older OSC 9 show
// a notification instead.
func (t *Terminal) SetProgress(p grid.Progress) {
	t.mu.Lock()
	if t.plain || p == t.wants.progress {
		t.mu.Unlock()
		return
	}
	t.wants.progress = p
	t.mu.Unlock()
	t.Say(appendProgress(nil, p))
	t.tellGuard()
}

func appendProgress(dst []byte, p grid.Progress) []byte {
	return fmt.Appendf(dst, "\x1b]9;4;%d;%d\x1b\\", p.State, p.Percent)
}

// SetStatus reports the state of the agents to a terminal that supports OSC 7501, as state and
// kind: "working", "blocked:kind=auth"; empty if there are no agents. Stop clears it.
func (t *Terminal) SetStatus(status string) {
	t.mu.Lock()
	news := status != t.wants.status && t.answers.statuses
	t.wants.status = status
	t.mu.Unlock()
	if news {
		t.Say(appendStatus(nil, status))
	}
}

func appendStatus(dst []byte, status string) []byte {
	return append(append(append(dst, "\x1b]7501;state="...), cmp.Or(status, "clear")...), stringEnd...)
}

// Notify makes the terminal notify its user: with OSC 777 ; notify ; title ; text if it is
// known for that (urxvt, VTE, foot), else with OSC 9 ; text (iTerm2, kitty, WezTerm,
// Ghostty). Control characters are left out. Other terminals ignore it.
func (t *Terminal) Notify(title, text string) {
	if !t.plain {
		t.Say(appendNotification(nil, t.term, title, text))
	}
}

func appendNotification(dst []byte, term, title, text string) []byte {
	title, text = cleanTitle(title), cleanTitle(text)
	if strings.HasPrefix(term, "rxvt") || strings.HasPrefix(term, "foot") || strings.HasPrefix(term, "vte") {
		return fmt.Appendf(dst, "\x1b]777;notify;%s;%s\x1b\\", strings.ReplaceAll(title, ";", ","), text)
	}
	// A number first would be a command (ConEmu).
	return fmt.Appendf(dst, "\x1b]9;dormer: %s: %s\x1b\\", title, text)
}

// Bell rings the terminal (BEL).
func (t *Terminal) Bell() { t.Say([]byte{'\a'}) }

// maxClipboard bounds the text for a clipboard, in bytes: terminals drop longer ones.
const maxClipboard = 1 << 20

// SetClipboard puts text on a clipboard of the terminal (OSC 52). selection is one of
// xterm's letters, "c" for the clipboard and "p" for the primary selection; anything else
// is taken as "c". The error says why nothing was sent. Terminals do not report whether
// they accept it.
func (t *Terminal) SetClipboard(selection, text string) error {
	if t.plain {
		return fmt.Errorf("this terminal has no clipboard that programs can reach: copy with the mouse instead")
	}
	if len(text) > maxClipboard {
		return fmt.Errorf("%d bytes are more than a terminal's clipboard takes (%d): copy less", len(text), maxClipboard)
	}
	if len(selection) != 1 || !strings.Contains("cpqs01234567", selection) {
		selection = "c"
	}
	t.Say([]byte("\x1b]52;" + selection + ";" + base64.StdEncoding.EncodeToString([]byte(text)) + "\x1b\\"))
	return nil
}
