package launch

import (
	"context"
	"fmt"

	"dormer/session/wire"
)

// Mark identifies a line that a host remembers.
type Mark struct {
	number uint64
	host   int
}

func (m Mark) String() string { return fmt.Sprintf("%d.%d", m.number, m.host) }

// ParseMark parses the result of [Mark.String]; ok is false if text is not one.
func ParseMark(text string) (m Mark, ok bool) {
	n, err := fmt.Sscanf(text, "%d.%d", &m.number, &m.host)
	return m, n == 2 && err == nil && m.number > 0 && m.String() == text
}

// LostMark is the reason why a host does not know the line of a mark.
type LostMark string

func (m LostMark) Error() string { return string(m) }

// Mark makes the watched host, by its name, remember the line of the cursor.
func (p *Provider) Mark(ctx context.Context, name string, w *Watched) (Mark, error) {
	made, err := p.Bookmark(ctx, name, 0)
	return Mark{made.Number, w.Info.HostPID}, err
}

// Marked returns the position of a mark's line in the watched host, by its name. The error is a
// [LostMark] if the host does not know it.
func (p *Provider) Marked(ctx context.Context, name string, w *Watched, m Mark) (wire.Position, error) {
	if m.host != w.Info.HostPID {
		return wire.Position{}, LostMark("the mark is from before its host was started")
	}
	at, err := p.Bookmark(ctx, name, m.number)
	if err == nil && at.Err != "" {
		err = LostMark(at.Err)
	}
	return at.Position, err
}
