package loop

import (
	"context"
	"fmt"
	"os"
	"strings"
	"syscall"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/paint"
	"dormer/ui/screen"
	"dormer/ui/signals"
	"dormer/ui/textfield"
	"dormer/workspace"
)

// Show runs a model that draws itself as text (View) on the whole of an opened terminal, which is
// read from in, until the model quits or the context ends. It restores the terminal before it
// returns, even on a panic.
//
// The model gets the messages that bubbletea would send: keys, pastes, presses of the mouse, sizes,
// and the terminal's colours of text and background. Of a view, the content, the position of the
// cursor and the title are used. [tea.Raw] writes to the terminal.
func Show(ctx context.Context, term *screen.Terminal, in *os.File, m tea.Model) error {
	rows, cols, err := term.Size()
	if err != nil {
		return fmt.Errorf("ask the terminal for its size: %w", err)
	}
	// SIGHUP ends the process: by that its host can tell that the machine is going off.
	l := New(term, in, signals.Only(syscall.SIGWINCH, syscall.SIGCONT, syscall.SIGINT, syscall.SIGTERM))
	v := &viewer{model: m, loop: l, size: session.Size{Rows: max(rows, 1), Cols: max(cols, 1)}}
	l.Prepare(v, v.size)
	return l.Run(ctx)
}

// viewer is the model of [Show]: it translates between the loop and a model that draws itself as text.
type viewer struct {
	model  tea.Model
	loop   *Loop
	size   session.Size
	pasted []byte
}

func (v *viewer) Init() tea.Cmd { return v.guarded(v.model.Init()) }
func (v *viewer) Finish()       {}
func (v *viewer) Save()         {}

// Update implements [tea.Model].
func (v *viewer) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case Input:
		defer msg.Taken()
		var cmds []tea.Cmd
		for _, e := range msg.Events {
			cmds = append(cmds, v.event(e))
		}
		return v, tea.Batch(cmds...)
	case Size:
		v.size = msg.Size
		return v, v.tell(tea.WindowSizeMsg{Width: msg.Size.Cols, Height: msg.Size.Rows})
	case Leave:
		return v, tea.Quit
	case Resumed: // is drawn again
		return v, nil
	case tea.RawMsg:
		v.loop.term.Say(fmt.Append(nil, msg.Msg))
		return v, nil
	}
	return v, v.tell(msg)
}

// tell gives the model a message.
func (v *viewer) tell(msg tea.Msg) (cmd tea.Cmd) {
	v.model, cmd = v.model.Update(msg)
	return v.guarded(cmd)
}

// guarded returns a command that restores the terminal if it panics.
func (v *viewer) guarded(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		defer v.loop.recovered()
		msg := cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i := range batch {
				batch[i] = v.guarded(batch[i])
			}
		}
		return msg
	}
}

// event gives the model an event of the terminal, as messages of bubbletea.
func (v *viewer) event(e input.Event) tea.Cmd {
	switch e := e.(type) {
	case input.Key:
		if e.Kind != keys.Release {
			return v.tell(textfield.Key(e.Key))
		}
	case input.Text:
		var cmds []tea.Cmd
		for _, k := range keys.Typed(e.Text) {
			cmds = append(cmds, v.tell(textfield.Key(k)))
		}
		return tea.Batch(cmds...)
	case input.Paste:
		v.pasted = append(v.pasted, e.Data...)
		if !e.More {
			text := strings.ToValidUTF8(string(v.pasted), "")
			v.pasted = nil
			return v.tell(tea.PasteMsg{Content: text})
		}
	case input.Mouse:
		m := tea.Mouse{X: e.X, Y: e.Y, Button: tea.MouseButton(e.Button)}
		switch {
		case e.Kind != keys.MousePress:
		case e.Button.Wheel():
			return v.tell(tea.MouseWheelMsg(m))
		default:
			return v.tell(tea.MouseClickMsg(m))
		}
	case input.Reply:
		return v.reply(e)
	case input.Focus: // bubbletea reports it only if the view asks for it
	}
	return nil
}

// reply takes an answer of the terminal.
func (v *viewer) reply(r input.Reply) tea.Cmd {
	v.loop.term.Answer(r)
	switch {
	case r.Kind == input.Scheme:
		v.loop.term.AskColors()
	case r.Kind == input.Color && len(r.Params) > 0 && r.Params[0] == 10:
		return v.tell(tea.ForegroundColorMsg{Color: ansi.XParseColor(r.Text)})
	case r.Kind == input.Color && len(r.Params) > 0 && r.Params[0] == 11:
		return v.tell(tea.BackgroundColorMsg{Color: ansi.XParseColor(r.Text)})
	}
	return nil
}

// View has the painter draw the model's view. The event loop calls it after each message.
func (v *viewer) View() tea.View {
	view := v.model.View()
	page := paint.Overlay{Rect: workspace.Rect{W: v.size.Cols, H: v.size.Rows}, Text: view.Content}
	if c := view.Cursor; c != nil {
		page.Cursor = grid.Cursor{Row: c.Y, Col: c.X, Visible: true}
	}
	v.loop.Painter.ShowNext(&paint.Scene{
		Geometry: geometry.Screen{Size: v.size}, Overlays: []paint.Overlay{page}, Title: view.WindowTitle, Mouse: true,
	})
	return tea.View{}
}
