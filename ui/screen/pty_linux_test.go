package screen

import (
	"math"
	"os"
	"testing"
)

func TestWhichTerminalIsNeverSlow(t *testing.T) {
	o := newOuter(t)
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = null.Close() }()
	for _, c := range []struct {
		file *os.File
		want bool
	}{{o.tty, true}, {null, false}} {
		if got := isPTY(int(c.file.Fd())); got != c.want {
			t.Errorf("%s: got %v, want %v", c.file.Name(), got, c.want)
		}
	}
	d, err := openDevice(int(o.tty.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	if d.quick != math.MaxInt {
		t.Errorf("at most %d bytes are written quickly", d.quick)
	}
}
