package picture

import (
	"context"
	"errors"
	"time"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
)

// MostRows is the maximum number of rows in a picture. If there are more, the last ones are used.
const MostRows = 2000

// ErrNoAnswer means that a session did not send its screen.
var ErrNoAnswer = errors.New("its host did not send its screen: try again, or look at dormer ps")

// answerTime is the maximum time for a session to send its screen.
const answerTime = 5 * time.Second

// Of returns the screen of a session, with up to above lines of its history, over a
// connection that only watches. The connection is closed when it returns.
func Of(ctx context.Context, conn wire.Conn, above int) (Screen, error) {
	changed := make(chan struct{}, 1)
	s := client.Attach(conn, session.Size{}, func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	})
	defer func() { _ = s.Detach() }() // the connection is no longer needed
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	for {
		if out, whole := take(s, above); whole {
			return out, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return Screen{}, ErrNoAnswer
		}
	}
}

// take returns the screen as received so far, and whether it is complete.
func take(s *client.Session, above int) (out Screen, whole bool) {
	var lines wire.Range
	var palette *grid.Palette
	flip := false
	s.View(func(r *client.Replica) {
		out.Rows, out.Cols = r.Size()
		lines, palette = r.History(), r.Palette()
		flip = r.Modes().ReverseScreen
	})
	if out.Rows == 0 {
		return out, false
	}
	most := min(above, MostRows-out.Rows, lines.Len())
	lines.First = lines.End - uint64(max(most, 0))
	whole = s.HistoryLines(lines, func(_ uint64, cells []grid.Cell) { out.Row(palette, cells, flip) })
	s.View(func(r *client.Replica) {
		out.Cursor = r.Cursor()
		out.Cursor.Row += len(out.Cells)
		rows, _ := r.Size()
		for y := range rows {
			out.Row(r.Palette(), r.Row(y), flip)
		}
	})
	return out, whole
}
