package vt

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"dormer/session/grid"
)

// Sequences at whose end a buffer goes on take the short way, those at its very
// end the long one; both must set the same pen, however often either was met.
func TestQuickSGRSetsTheSamePen(t *testing.T) {
	rnd := rand.New(rand.NewSource(1))
	quick, slow := New(2, 4, Options{}), New(2, 4, Options{})
	params := []string{"", "0", "1", "4:3", "22", "24", "31", "39", "48;5;7", "38;2;1;2;3", "58:5:9", "38;5", "38;5;300", "4;", ";7", "99999999999", "?1", ">4;2", "1 ", "1\x18"}
	hits := 0
	for i := range 5000 {
		var seq string
		switch rnd.Intn(4) {
		case 0:
			seq = fmt.Sprintf("\x1b[38;5;%dm", rnd.Intn(256))
		case 1:
			seq = fmt.Sprintf("\x1b[38;2;%d;%dm", rnd.Intn(256), rnd.Intn(256)) // too short for a colour
		case 2:
			seq = []string{"\x1b[m", "\x1b[0m", "\x1b[00m"}[rnd.Intn(3)]
		default:
			seq = "\x1b[" + params[rnd.Intn(len(params))] + ";" + params[rnd.Intn(len(params))] + "m"
		}
		if rnd.Intn(50) == 0 {
			seq += fmt.Sprintf("\x1b]8;;http://h/%d\x1b\\", rnd.Intn(3))
		}
		_, _ = quick.Write([]byte(seq + strings.Repeat("\x00", sgrKeyBytes)))
		for _, c := range []byte(seq + "\x00") {
			_, _ = slow.Write([]byte{c})
		}
		if rnd.Intn(3) > 0 { // as programs do: nobody looks at most pens
			continue
		}
		if !samePen(quick, slow) {
			t.Fatalf("after %d sequences, %q made\n got %+v\nwant %+v", i, seq, *quick.penStyle(), *slow.penStyle())
		}
		if quick.palette.Style(quick.penCell().Style) != *quick.penStyle() {
			t.Fatalf("%q: the pen is %+v, its number says %+v", seq, *quick.penStyle(), quick.palette.Style(quick.pen.id))
		}
		if k, n := sgrKeyOf([]byte(seq[2:] + strings.Repeat("\x00", sgrKeyBytes))); n > 0 {
			k.pen = quick.pen.id
			if _, ok := quick.sgrs.find(k); ok {
				hits++
			}
		}
	}
	if hits == 0 || len(slow.sgrs.slots) != 0 {
		t.Errorf("%d sequences were known; the long way remembered %d", hits, len(slow.sgrs.slots))
	}
}

func samePen(a, b *Terminal) bool {
	x, y := *a.penStyle(), *b.penStyle()
	same := a.palette.Link(x.Link) == b.palette.Link(y.Link)
	x.Link, y.Link = 0, 0
	return same && x == y
}

// A sweep gives styles new numbers; what the cache remembered of the old ones must
// not come back.
func TestQuickSGRAfterASweep(t *testing.T) {
	term := New(2, 10, Options{})
	red := "\x1b[31m\x1b[Hx" + strings.Repeat("\x00", sgrKeyBytes)
	_, _ = fmt.Fprint(term, "\x1b[32mx\x1b[m", red)
	for i := 0; term.PaletteEpoch() == 0; i++ { // sequences too long to be remembered
		_, _ = fmt.Fprintf(term, "\x1b[38;2;%03d;%03d;009;48;2;001;002;003m ", i%256, i/256)
	}
	_, _ = fmt.Fprint(term, "\x1b[m", red)
	if got, want := term.palette.Style(term.Row(0)[0].Style), (grid.Style{FG: grid.Indexed(1)}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// The 256 colours of a program that uses them all must find places of their own.
func TestSGRKeysSpread(t *testing.T) {
	slots := map[int]bool{}
	for i := range 256 {
		k, n := sgrKeyOf([]byte(fmt.Sprintf("38;5;%dm%s", i, strings.Repeat("x", sgrKeyBytes))))
		if n == 0 {
			t.Fatalf("colour %d has no key", i)
		}
		slots[k.hash()&(maxSGRSlots-1)] = true
	}
	if len(slots) < 200 { // of chance: 226
		t.Errorf("256 colours go to %d slots", len(slots))
	}
}

// A picture in colours that are met once each must not push out those of the text
// beside it.
func TestColorsMetOnceLeaveOthersKnown(t *testing.T) {
	const often, warm, rounds = 64, 4000, 8000
	term := New(2, 10, Options{})
	behind := strings.Repeat("\x00", sgrKeyBytes)
	known := 0
	for i := range rounds {
		for k := range 4 {
			n := 4*i + k
			_, _ = fmt.Fprintf(term, "\x1b[38;2;%d;%d;%dm\x1b[m%s", n%251, n/251%251, n%7, behind)
		}
		seq := fmt.Sprintf("38;5;%dm", i%often)
		if k, _ := sgrKeyOf([]byte(seq + behind)); i >= warm {
			k.pen = term.pen.id
			if _, ok := term.sgrs.find(k); ok {
				known++
			}
		}
		_, _ = fmt.Fprint(term, "\x1b[", seq, "\x1b[m", behind)
	}
	if known < (rounds-warm)*9/10 {
		t.Errorf("of %d sequences that come again and again %d were known", rounds-warm, known)
	}
}
