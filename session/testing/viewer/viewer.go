// Package viewer attaches to sessions in tests and waits for their output.
package viewer

import (
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
)

// Patience bounds each wait of a test.
const Patience = time.Minute

// Viewer is a viewer of a session.
type Viewer struct {
	*client.Session
	Events []client.Event // the events taken so far
	t      testing.TB
	woken  chan struct{}
}

// Attach attaches a viewer of a size to a session.
func Attach(t testing.TB, conn wire.Conn, size session.Size) *Viewer {
	v := &Viewer{t: t, woken: make(chan struct{}, 1)}
	v.Session = client.Attach(conn, size, func() {
		select {
		case v.woken <- struct{}{}:
		default:
		}
	})
	return v
}

// Until waits until is reports true. It checks whenever the session has changed.
func (v *Viewer) Until(what string, is func() bool) {
	v.t.Helper()
	limit := time.After(Patience)
	for !is() {
		select {
		case <-v.woken:
		case <-limit:
			v.t.Fatalf("timed out waiting until %s; status %+v; the screen:\n%s", what, v.Status(), v.Text())
		}
	}
}

// Shows waits until the screen shows text.
func (v *Viewer) Shows(text string) {
	v.t.Helper()
	v.Until("the screen shows "+text, func() bool { return strings.Contains(v.Text(), text) })
}

// Exit waits until the child has exited and returns how.
func (v *Viewer) Exit() session.Exit {
	v.t.Helper()
	v.Until("the child exits", func() bool { return v.Status().Runtime == session.Exited })
	return v.Status().Exit
}

// Event waits for an event that wanted accepts, among all since the viewer attached.
func (v *Viewer) Event(what string, wanted func(client.Event) bool) (found client.Event) {
	v.t.Helper()
	v.Until(what, func() bool {
		v.Events = append(v.Events, v.TakeEvents()...)
		for _, e := range v.Events {
			if wanted(e) {
				found = e
				return true
			}
		}
		return false
	})
	return found
}

// Text returns the screen as lines of text, without trailing blanks.
func (v *Viewer) Text() string {
	var b strings.Builder
	v.View(func(r *client.Replica) {
		rows, _ := r.Size()
		for y := range rows {
			b.WriteString(strings.TrimRight(RowText(r, r.Row(y)), " "))
			b.WriteByte('\n')
		}
	})
	return strings.TrimRight(b.String(), "\n")
}

// RowText returns the text of cells of a replica.
func RowText(r *client.Replica, cells []grid.Cell) string {
	var text []byte
	for _, c := range cells {
		text = r.Palette().AppendText(text, c)
	}
	return string(text)
}
