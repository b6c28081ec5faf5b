package host

import (
	"slices"
	"testing"

	"dormer/session/vt"
)

// What an earlier process wrote is not on the screen of the present one, whatever size the screen
// gets. What is written in its place is.
func TestRowsOfAnEarlierProcess(t *testing.T) {
	for name, sizes := range map[string][][2]int{
		"not resized": nil, "wider": {{6, 30}}, "narrower": {{6, 7}}, "taller": {{9, 20}}, "lower": {{4, 20}},
		"narrower and back": {{6, 7}, {6, 20}}, "again and again": {{9, 9}, {3, 40}, {8, 11}, {6, 20}},
	} {
		t.Run(name, func(t *testing.T) {
			h := &Host{term: vt.New(6, 20, vt.Options{HistoryLines: 100})}
			write := func(text string) { _, _ = h.term.Write([]byte(text)) }
			shows := func(want ...string) {
				t.Helper()
				got := slices.DeleteFunc(h.screenLines(), func(s string) bool { return s == "" })
				if !slices.Equal(got, want) {
					t.Errorf("it shows %q, want %q", got, want)
				}
			}
			write("above\r\nDo you want to?\r\n 1. Yes\r\n")
			h.noteStart()
			write("ready\r\n> ")
			for _, s := range sizes {
				h.resizeTerm(s[0], s[1])
			}
			shows("ready", ">")
			write("\x1b[2J\x1b[HDo you?")
			shows("Do you?")
		})
	}
}
