package launch

import (
	"context"
	"strings"
	"time"

	"dormer/session"
	"dormer/session/host"
	"dormer/session/wire"
)

// Screen is the content of a session's screen at a time, as text with colours and attributes (SGR).
type Screen struct {
	Size session.Size
	At   time.Time
	Text string
}

// Screen returns a session's screen, or the saved one of a session without a host. If there is none
// the error is [io/fs.ErrNotExist].
func (p *Provider) Screen(ctx context.Context, id session.ID) (Screen, error) {
	var text strings.Builder
	q := wire.Capture{ANSI: true}
	name, err := p.Find(id)
	if err != nil {
		last, err := p.Kept(id)
		if err != nil {
			return Screen{}, err
		}
		err = last.Capture(q, &text)
		return Screen{last.Size(), last.At, text.String()}, err
	}
	info, err := p.Info(ctx, name)
	if err == nil {
		err = p.Capture(ctx, name, q, &text)
	}
	return Screen{info.Size, time.Now(), text.String()}, err
}

// KeepScreen saves the screen of a session that was never started on this machine, to be shown in
// the session's place.
func (p *Provider) KeepScreen(id session.ID, s Screen) error {
	return host.KeepScreen(p.o.Dir(id), s.Size, s.At, s.Text)
}
