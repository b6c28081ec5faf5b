package host_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/host"
	"dormer/session/wire"
)

// A text can be saved as the last screen of a session, whatever it contains.
func TestKeepScreen(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "session")
	at, size := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), session.Size{Rows: 3, Cols: 10}
	text := "0123456789\n\x1b[31mred\x1b[m\x1b[6n\x1b]52;c;aGk=\a\nlast\n"
	if err := host.KeepScreen(dir, size, at, text); err != nil {
		t.Fatal(err)
	}
	k, err := host.ReadKept(dir)
	if err != nil {
		t.Fatal(err)
	}
	var plain, styled strings.Builder
	if err := k.Capture(wire.Capture{Scrollback: true}, &plain); err != nil {
		t.Fatal(err)
	}
	if err := k.Capture(wire.Capture{ANSI: true}, &styled); err != nil {
		t.Fatal(err)
	}
	if got, want := plain.String(), "0123456789\nred\nlast\n"; got != want || !k.At.Equal(at) || k.Size() != size {
		t.Errorf("got %q of %v, %v, want %q", got, k.At, k.Size(), want)
	}
	if got := styled.String(); !strings.Contains(got, "38;5;1mred") {
		t.Errorf("with colours: %q", got)
	}
}
