package solo

import (
	"slices"

	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/input"
	"dormer/ui/keys"
)

// usualPrefix is the default prefix, the only key that the session's program does not get.
const usualPrefix = "ctrl+b"

// wheelLines is the number of lines that a notch of the wheel scrolls.
const wheelLines = 3

// take handles input events, and reports whether the user left.
func (s *solo) take(events []input.Event) (leave bool) {
	for _, e := range events {
		switch e := e.(type) {
		case input.Key:
			if s.key(e.Key) {
				return true
			}
		case input.Text:
			if s.text(e.Text) {
				return true
			}
		case input.Paste:
			s.showLive()
			if s.readOnly {
				s.say(readOnlyNotice)
			} else {
				s.client.Paste(e.Data, e.More)
			}
		case input.Mouse:
			s.mouse(e.Mouse)
		case input.Focus:
			if s.readOnly {
				continue
			}
			s.input(keys.EncodeFocus(nil, e.In, s.modes()))
		case input.Reply:
			s.reply(e)
		}
	}
	return false
}

// reply passes an answer of the outer terminal to [screen.Terminal], and the terminal's colours to
// the session.
func (s *solo) reply(e input.Reply) {
	s.term.Answer(e)
	switch e.Kind {
	case input.Scheme:
		s.term.AskColors()
	case input.PrimaryDA:
		if s.readOnly {
			return
		}
		s.client.Colors(wire.Colors(s.term.Colors()))
	}
}

// readOnlyNotice tells the user that input is ignored.
const readOnlyNotice = "this session is attached read-only: your keys are ignored"

// input sends bytes to the program, unless the session is read-only.
func (s *solo) input(data []byte) {
	if s.readOnly && len(data) > 0 {
		s.say(readOnlyNotice)
		return
	}
	s.client.Input(data)
}

func (s *solo) modes() (modes grid.Modes) {
	s.client.View(func(r *client.Replica) { modes = r.Modes() })
	return modes
}

// key handles a key: the prefix, the key after it, or a key for the program.
func (s *solo) key(k keys.Key) (leave bool) {
	switch {
	case k.Kind == keys.Release, k.Modifier():
		if !s.prefixed {
			s.input(keys.Encode(nil, k, s.modes()))
		}
	case s.prefixed:
		s.prefixed = false
		return s.afterPrefix(k)
	case k.Name() == s.prefix:
		s.prefixed = true
	default:
		s.sendKey(k)
	}
	return false
}

func (s *solo) afterPrefix(k keys.Key) (leave bool) {
	switch k.Name() {
	case "d":
		return true
	case s.prefix:
		s.sendKey(k)
	case "esc":
		s.showLive()
	default:
		p := keys.Printed(s.prefix)
		s.say(p + " d leaves, " + p + " " + p + " sends " + p + ": the session goes on either way")
	}
	return false
}

func (s *solo) sendKey(k keys.Key) {
	s.showLive()
	s.input(keys.Encode(nil, k, s.modes()))
}

// text handles a run of text, which never contains the prefix. If the prefix was pressed before, it
// handles the characters as single keys.
func (s *solo) text(text string) (leave bool) {
	if !s.prefixed {
		s.showLive()
		s.input(keys.EncodeText(nil, text, s.modes()))
		return false
	}
	return slices.ContainsFunc(keys.Typed(text), s.key)
}

// mouse handles a mouse event. It goes to the program if that asked for the mouse. Otherwise the
// wheel sends arrow keys to a full-screen program, and scrolls the history of any other.
func (s *solo) mouse(e keys.Mouse) {
	modes := s.modes()
	switch {
	case e.Mod&keys.Shift != 0:
	case s.readOnly && (modes.Mouse != grid.MouseOff || modes.AltScreen):
	case modes.Mouse != grid.MouseOff:
		s.input(keys.EncodeMouse(nil, s.clampMouse(e), modes))
	case e.Kind != keys.MousePress:
	case e.Button != keys.WheelUp && e.Button != keys.WheelDown:
	case modes.AltScreen:
		s.input(keys.EncodeWheelAsArrows(nil, e.Button == keys.WheelDown, wheelLines, modes))
	case e.Button == keys.WheelUp:
		s.scroll(-wheelLines)
	default:
		s.scroll(wheelLines)
	}
}

// clampMouse returns an event with its position clamped to the session's screen.
func (s *solo) clampMouse(e keys.Mouse) keys.Mouse {
	s.client.View(func(r *client.Replica) {
		rows, cols := r.Size()
		e.X = min(e.X, max(cols-1, 0))
		e.Y = min(e.Y, max(rows-1, 0))
	})
	return e
}

// scroll moves the visible part of history and screen down by n lines.
func (s *solo) scroll(n int) {
	var kept wire.Range
	s.client.View(func(r *client.Replica) { kept = scrollRange(r, s.picture.size.Rows) })
	s.show(func(p *picture) { p.scroll(kept, n) })
}

// showLive returns to the current screen and removes the notice.
func (s *solo) showLive() {
	s.show(func(p *picture) { p.scrolled, p.notice = false, "" })
}
