package vt

import (
	"fmt"
	"strings"

	"dormer/session/grid"
)

// reportSetting answers DECRQSS: the state of a setting, named by the end of its control
// sequence. The answer to an unknown one does not repeat it.
func (t *Terminal) reportSetting(b []byte) {
	if state, ok := t.setting(string(b)); ok {
		t.reply("\x1bP1$r" + state + string(b) + "\x1b\\")
		return
	}
	t.reply("\x1bP0$r\x1b\\")
}

// setting returns the state of the setting whose control sequence has this end.
func (t *Terminal) setting(end string) (state string, ok bool) {
	s := t.scr
	switch end {
	case "m":
		state = sgrOf(t.pen.style)
	case "r": // DECSTBM
		state = fmt.Sprintf("%d;%d", s.top+1, s.bottom)
	case "s": // DECSLRM
		if t.level() < 4 {
			return "", false
		}
		state = fmt.Sprintf("%d;%d", s.left+1, s.right)
	case "t", "*|": // DECSLPP, DECSNLS
		state = fmt.Sprint(s.rows)
	case "$|": // DECSCPP
		state = fmt.Sprint(s.cols)
	case " q": // DECSCUSR
		state = fmt.Sprint(t.cursor.style())
	case `"q`: // DECSCA
		state = fmt.Sprint(t.guardReport())
	case `"p`: // DECSCL
		state = t.levelReport()
	case "*x": // DECSACE
		state = fmt.Sprint(t.inner.extent)
	case "$}", "$~": // DECSASD, DECSSDT: there is no status line
		state = "0"
	}
	return state, state != ""
}

// sgrOf returns a look as parameters of SGR.
func sgrOf(st grid.Style) string {
	var b strings.Builder
	b.WriteByte('0')
	for i, a := range attributes {
		if st.Attrs&a.attr != 0 {
			fmt.Fprintf(&b, ";%d", a.param)
		}
		if i == 0 && st.Underline == grid.SingleUnderline {
			b.WriteString(";4")
		}
	}
	switch {
	case st.Underline == grid.DoubleUnderline:
		b.WriteString(";21")
	case st.Underline > grid.DoubleUnderline:
		fmt.Fprintf(&b, ";4:%d", st.Underline)
	}
	reportColor(&b, 38, st.FG)
	reportColor(&b, 48, st.BG)
	reportColor(&b, 58, st.UL)
	return b.String()
}
