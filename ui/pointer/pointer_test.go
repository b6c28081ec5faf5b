package pointer

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/ui/bars"
	"dormer/ui/command"
	"dormer/ui/copymode"
	"dormer/ui/geometry"
	"dormer/ui/keys"
	"dormer/workspace"
)

var (
	left, right   = session.ID{1}, session.ID{2}
	firstTab      = workspace.TabID{11}
	secondTab     = workspace.TabID{12}
	newTab        = workspace.TabID{13}
	namesOfThings = strings.NewReplacer(left.String(), "left", right.String(), "right",
		firstTab.String(), "first", secondTab.String(), "second", newTab.String(), "new", session.ID{}.String(), "none")
)

// maker has a clock that only the test moves.
type maker struct{ now time.Time }

func (*maker) NewTab() workspace.TabID                  { return newTab }
func (*maker) NewRecord(command.Focus) workspace.Record { return workspace.Record{} }
func (m *maker) Now() time.Time                         { return m.now }

// drawn is what a test's screen shows beside its panes.
type drawn struct {
	panes  map[session.ID]Pane
	listed map[int]Listed
	mark   string
}

func (d *drawn) Tabs() []bars.TabSpot {
	return []bars.TabSpot{
		{X: 0, End: 10, Tab: firstTab, Label: " 1 left ! ", Active: true},
		{X: 10, End: 20, Tab: secondTab, Label: " 2 other  "},
		{X: 20, End: 23, Label: " + ", Create: true},
	}
}

func (d *drawn) TabMark(id workspace.TabID) string {
	if id == firstTab {
		return d.mark
	}
	return ""
}

func (d *drawn) StatusAt(x int) string {
	if x < 8 {
		return "overview"
	}
	return ""
}

func (d *drawn) Listed(y int) (Listed, bool) {
	l, ok := d.listed[y]
	return l, ok
}

func (d *drawn) Pane(box geometry.Pane) Pane { return d.panes[box.Session] }

// screen returns a screen of 24 rows and 80 columns with two panes side by side, the right one
// active, beside a sidebar with a number of columns.
func screen(sidebar int) (Screen, *drawn, *maker) {
	d := &drawn{
		panes:  map[session.ID]Pane{left: {Connected: true, Title: " ! left "}, right: {Connected: true, Title: " right "}},
		listed: map[int]Listed{},
	}
	root := &workspace.Node{Axis: workspace.Row, Children: []workspace.Child{{Weight: 1, Node: workspace.Leaf(left)}, {Weight: 1, Node: workspace.Leaf(right)}}}
	first := workspace.Tab{ID: firstTab, Root: root, Active: right}
	second := workspace.Tab{ID: secondTab, Root: workspace.Leaf(session.ID{3}), Active: session.ID{3}}
	view := workspace.View{ID: workspace.MainView, Name: "main", Tabs: []workspace.Tab{first, second}, ActiveTab: firstTab}
	m := &maker{now: time.Unix(1000, 0)}
	f := command.Focus{
		State: workspace.State{Views: []workspace.View{view}, ActiveView: view.ID}, View: view, Tab: first, Pane: right,
		Screen: geometry.Measure(sidebar, session.Size{Rows: 24, Cols: 80}, first), Maker: m,
	}
	return Screen{Focus: f, Menus: true, Pastes: true, Parts: d}, d, m
}

// play sends the mouse events of a script: "left 5,3" presses the left button, "drag 6,3" moves
// while it is pressed, "up 6,3" releases it, "hover 6,3" moves without a button, "esc" is Esc, and
// "+1s" lets a second pass. A selection puts its pane into copy mode.
func play(t *testing.T, s *State, on Screen, m *maker, script string) (out []string) {
	t.Helper()
	held := keys.ButtonLeft
	for step := range strings.SplitSeq(script, "; ") {
		var what string
		var e keys.Mouse
		if _, err := fmt.Sscanf(step, "%s %d,%d", &what, &e.X, &e.Y); err != nil {
			what = step
		}
		switch what {
		case "+1s":
			m.now = m.now.Add(time.Second)
			continue
		case "esc":
			_, asks := s.Cancel(on)
			out = append(out, said(asks)...)
			continue
		case "left", "shift-left", "ctrl-left", "alt-left":
			held = keys.ButtonLeft
		case "middle":
			held = keys.ButtonMiddle
		case "right", "shift-right":
			held = keys.ButtonRight
		case "drag":
			e.Kind = keys.MouseMotion
		case "up":
			e.Kind = keys.MouseRelease
		case "hover":
			e.Kind, held = keys.MouseMotion, keys.NoButton
		case "wheel-up":
			held = keys.WheelUp
		case "wheel-down":
			held = keys.WheelDown
		default:
			t.Fatalf("there is no step %q", step)
		}
		for prefix, mod := range map[string]keys.Mod{"shift-": keys.Shift, "ctrl-": keys.Ctrl, "alt-": keys.Alt} {
			if strings.HasPrefix(what, prefix) {
				e.Mod = mod
			}
		}
		e.Button = held
		asks := s.Event(on, e)
		for _, r := range asks {
			in, _ := r.Request.(command.InCopyMode)
			if _, selects := in.Verb.(copymode.Select); selects {
				on.Parts.(*drawn).panes[in.Session] = Pane{Connected: true, CopyMode: true}
			}
		}
		out = append(out, said(asks)...)
	}
	return out
}

// said returns results as text, without the sizes and times in actions.
func said(rs []command.Result) (out []string) {
	for _, r := range rs {
		switch a := r.Action.(type) {
		case workspace.MoveBorder:
			out = append(out, fmt.Sprintf("MoveBorder to %d", a.Position))
			continue
		case workspace.MovePane:
			out = append(out, namesOfThings.Replace(fmt.Sprintf("MovePane %s at %s, side %d", a.Session, a.At, a.Side)))
			continue
		case workspace.BreakPane:
			out = append(out, namesOfThings.Replace(fmt.Sprintf("BreakPane %s", a.Session)))
			continue
		case workspace.CloseTab:
			out = append(out, namesOfThings.Replace(fmt.Sprintf("CloseTab %s", a.Tab)))
			continue
		}
		text := fmt.Sprintf("%T%+v", r.Request, r.Request)
		if in, ok := r.Request.(command.InCopyMode); ok {
			text = fmt.Sprintf("%s: %T%+v", in.Session, in.Verb, in.Verb)
		}
		if r.Action != nil {
			text = fmt.Sprintf("%T%+v", r.Action, r.Action)
		}
		text = strings.TrimPrefix(strings.TrimPrefix(strings.Replace(text, "copymode.", "", 1), "command."), "workspace.")
		out = append(out, namesOfThings.Replace(text))
	}
	return out
}

func TestEvents(t *testing.T) {
	tests := []struct {
		name   string
		with   func(*Screen, *drawn)
		script string
		want   string
	}{
		{"a_click_on_a_pane_focuses_it", nil, "left 5,5; up 5,5", "FocusPane{Session:left}"},
		{"click_on_the_active_pane_does_nothing", nil, "left 60,5; up 60,5", ""},
		{"a_drag_selects", nil, "left 60,5; drag 65,6; up 65,6",
			"right: Select{Cell:{Row:3 Col:19} Kind:1}; right: Drag{Cell:{Row:4 Col:24}}; right: Release{Cell:{Row:4 Col:24}}"},
		{"a_drag_in_copy_mode_copies", func(_ *Screen, d *drawn) { d.panes[right] = Pane{Connected: true, CopyMode: true} }, "left 60,5; drag 65,6; up 65,6",
			"right: Press{Cell:{Row:3 Col:19}}; right: Select{Cell:{Row:3 Col:19} Kind:1}; right: Drag{Cell:{Row:4 Col:24}}; right: Release{Cell:{Row:4 Col:24}}"},
		{"a_drag_with_alt_selects_a_block", nil, "alt-left 60,5; drag 65,6",
			"right: Select{Cell:{Row:3 Col:19} Kind:4}; right: Drag{Cell:{Row:4 Col:24}}"},
		{"a_drag_beyond_the_edge_scrolls_once", nil, "left 60,5; drag 60,23; drag 61,23",
			"right: Select{Cell:{Row:3 Col:19} Kind:1}; right: Drag{Cell:{Row:20 Col:19}}; ScrollDragSoon{Serial:1}; right: Drag{Cell:{Row:20 Col:20}}"},
		{"a_second_click_selects_a_word", nil, "left 60,5; up 60,5; left 60,5", "right: Select{Cell:{Row:3 Col:19} Kind:2}"},
		{"late_second_click_is_a_first", nil, "left 60,5; up 60,5; +1s; left 60,5", ""},
		{"a_click_with_ctrl_opens_a_link", nil, "ctrl-left 60,5", "OpenLinkAt{Pane:right At:{X:60 Y:5}}"},
		{"the_middle_button_pastes", nil, "middle 60,5; up 60,5", "PasteSelection{Session:right}"},
		{"the_middle_button_may_not_paste", func(s *Screen, _ *drawn) { s.Pastes = false }, "middle 60,5; up 60,5", ""},
		{"the_middle_button_closes_a_tab", nil, "middle 12,0", "CloseTab second"},
		{"unconnected_pane_selects_nothing", func(_ *Screen, d *drawn) { d.panes[right] = Pane{} }, "left 60,5; drag 65,6; up 65,6", ""},
		{"click_on_a_tab_selects_it", nil, "left 12,0; up 12,0", "FocusTab{Tab:second}"},
		{"click_on_a_mark_goes_to_its_pane", func(_ *Screen, d *drawn) { d.mark = "!" }, "left 8,0; up 8,0", "GoToMarkOf{Tab:first}"},
		{"the_plus_opens_a_tab", nil, "left 21,0", "RunNamed{Command:tab.new}"},
		{"the_wheel_steps_through_the_tabs", nil, "wheel-down 12,0; wheel-up 12,0", "RunNamed{Command:tab.next}"},
		{"click_on_the_status_line", nil, "left 3,23", "RunLine{Line:overview}"},
		{"click_closes_the_notice", func(s *Screen, _ *drawn) { s.Notice = true }, "left 30,23", "NextNotice{}"},
		{"a_sentence_beside_a_piece_stays", func(s *Screen, _ *drawn) { s.Notice = true }, "left 3,23", "RunLine{Line:overview}"},
		{"drag_divider", nil, "left 40,5; drag 45,5; up 46,5", "MoveBorder to 45; MoveBorder to 46"},
		{"esc_puts_a_line_back", nil, "left 40,5; drag 45,5; esc; drag 50,5; up 50,5", "MoveBorder to 45; MoveBorder to 40"},
		{"missed_release_ends_the_drag", nil, "left 40,5; hover 50,5; drag 55,5", ""},
		{"drag_title_into_the_middle", nil, "left 2,1; drag 60,11; up 60,11", "FocusPane{Session:left}; SwapPanes{A:left B:right}"},
		{"drag_title_below", nil, "left 2,1; drag 60,21; up 60,21", "FocusPane{Session:left}; MovePane left at right, side 3"},
		{"drag_title_to_a_tab", nil, "left 2,1; drag 12,0; up 12,0", "FocusPane{Session:left}; MovePane left at 03000000-0000-0000-0000-000000000000, side 1"},
		{"a_title_becomes_a_tab", nil, "left 2,1; drag 70,0; up 70,0", "FocusPane{Session:left}; BreakPane left"},
		{"esc_lets_a_title_go", nil, "left 2,1; drag 60,11; esc; up 60,11", "FocusPane{Session:left}"},
		{"click_on_a_title_mark_shows_the_notice", func(_ *Screen, d *drawn) { d.panes[left] = Pane{Connected: true, Title: " ! left ", Mark: "!"} }, "left 2,1; up 2,1",
			"TellMark{Session:left}; FocusPane{Session:left}"},
		{"two_clicks_on_a_title_zoom", nil, "left 4,1; up 4,1; left 4,1", "FocusPane{Session:left}; FocusPane{Session:left}; RunNamed{Command:pane.zoom}"},
		{"drag_is_not_a_click", nil, "left 4,1; drag 9,1; up 9,1; left 4,1", "FocusPane{Session:left}; FocusPane{Session:left}"},
		{"drag_tab", nil, "left 2,0; drag 12,0; up 12,0", "FocusTab{Tab:first}; MoveTab{Tab:first Index:1}"},
		{"child_that_asked_gets_press_and_release", func(_ *Screen, d *drawn) { d.panes[right] = Pane{Connected: true, WantsMouse: true} }, "left 60,5; drag 5,5; up 5,5",
			"SendMouse{Session:right Event:{X:60 Y:5 Button:1 Kind:0 Mod:0}}; SendMouse{Session:right Event:{X:5 Y:5 Button:1 Kind:2 Mod:0}}; SendMouse{Session:right Event:{X:5 Y:5 Button:1 Kind:1 Mod:0}}"},
		{"shift_keeps_the_mouse_from_the_child", func(_ *Screen, d *drawn) { d.panes[right] = Pane{Connected: true, WantsMouse: true} }, "shift-left 60,5; up 60,5", ""},
		{"the_wheel_scrolls", nil, "wheel-up 60,5; wheel-down 60,5", "right: Scroll{Lines:-3}; right: Scroll{Lines:3}"},
		{"wheel_sends_arrows_on_the_alternate_screen", func(_ *Screen, d *drawn) { d.panes[right] = Pane{Connected: true, FullScreen: true} }, "wheel-up 60,5", "SendArrows{Session:right Lines:-3}"},
		{"the_wheel_scrolls_in_copy_mode", func(_ *Screen, d *drawn) {
			d.panes[right] = Pane{Connected: true, FullScreen: true, WantsMouse: true, CopyMode: true}
		}, "wheel-up 60,5", "right: Scroll{Lines:-3}"},
		{"wheel_goes_to_a_child_that_asked", func(_ *Screen, d *drawn) { d.panes[right] = Pane{Connected: true, WantsMouse: true} }, "wheel-up 60,5",
			"SendMouse{Session:right Event:{X:60 Y:5 Button:4 Kind:0 Mod:0}}"},
		{"menu_of_a_pane", nil, "right 5,5", "FocusPane{Session:left}; OpenMenuAt{About:{Kind:1 Pane:left Tab:none View: Link:<nil>} At:{X:5 Y:5} Held:true}"},
		{"menu_of_a_tab", nil, "right 12,0", "OpenMenuAt{About:{Kind:3 Pane:none Tab:second View: Link:<nil>} At:{X:12 Y:0} Held:true}"},
		{"right_button_goes_to_a_child_that_asked", func(_ *Screen, d *drawn) { d.panes[right] = Pane{Connected: true, WantsMouse: true} }, "right 60,5",
			"SendMouse{Session:right Event:{X:60 Y:5 Button:3 Kind:0 Mod:0}}"},
		{"the_right_button_may_open_nothing", func(s *Screen, _ *drawn) { s.Menus = false }, "right 5,5", "FocusPane{Session:left}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			on, d, m := screen(0)
			if tt.with != nil {
				tt.with(&on, d)
			}
			if got := strings.Join(play(t, new(State), on, m, tt.script), "; "); got != tt.want {
				t.Errorf("%s asks for\n%s\nwant\n%s", tt.script, got, tt.want)
			}
		})
	}
}

func TestSidebar(t *testing.T) {
	about := func(k command.SubjectKind, id session.ID, tab workspace.TabID) *command.Subject {
		return &command.Subject{Kind: k, Pane: id, Tab: tab}
	}
	goes := func(id session.ID) command.Result { return command.Ask(command.GoTo{Session: id}) }
	tests := []struct {
		name, script, want string
	}{
		{"the_first_line_opens_the_overview", "left 3,1", "RunNamed{Command:overview}"},
		{"a_line_is_chosen", "left 3,2; up 3,2", "GoTo{Session:left}"},
		{"nothing_is_listed_there", "left 3,9", ""},
		{"the_middle_button_closes", "middle 3,2", "Close{About:{Kind:2 Pane:left Tab:none View: Link:<nil>}}"},
		{"the_wheel_scrolls_it", "wheel-down 3,5", "ScrollSidebar{Lines:3}"},
		{"drag_the_edge", "left 19,5; drag 29,5; up 30,5", "SizeSidebar{Cols:30}; SizeSidebar{Cols:31}; KeepSidebar{Cols:31}"},
		{"esc_restores_the_edge", "left 19,5; drag 29,5; esc; up 30,5", "SizeSidebar{Cols:30}; SizeSidebar{Cols:17}"},
		{"drag_pane_to_another_tab", "left 3,2; drag 3,3; up 3,3", "GoTo{Session:left}; MovePane left at 03000000-0000-0000-0000-000000000000, side 1"},
		{"drag_tab_to_another_position", "left 3,4; drag 3,3; up 3,3", "GoTo{Session:right}; MoveTab{Tab:first Index:1}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			on, d, m := screen(20)
			on.SidebarCols = 17
			d.listed[2] = Listed{About: about(command.AboutOther, left, workspace.TabID{}), Choose: goes(left)}
			d.listed[3] = Listed{About: about(command.AboutTab, session.ID{}, secondTab), Choose: goes(session.ID{3})}
			d.listed[4] = Listed{About: about(command.AboutTab, session.ID{}, firstTab), Choose: goes(right)}
			if got := strings.Join(play(t, new(State), on, m, tt.script), "; "); got != tt.want {
				t.Errorf("%s asks for\n%s\nwant\n%s", tt.script, got, tt.want)
			}
		})
	}
}

// A drag held beyond the edge scrolls until the end of the text, and an older timer scrolls
// nothing.
func TestScrollDrag(t *testing.T) {
	on, d, m := screen(0)
	s := new(State)
	play(t, s, on, m, "left 60,5; drag 60,23")
	d.panes[right] = Pane{Connected: true, CopyMode: true}
	const want = "ScrollDrag{Session:right Cell:{Row:20 Col:19} Lines:1 Serial:1}"
	if got := strings.Join(said(s.ScrollDrag(on, 1)), "; "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := s.ScrollDrag(on, 0); got != nil {
		t.Errorf("an older timer asks for %v", said(got))
	}
	s.ScrolledToEnd()
	if got := s.ScrollDrag(on, 1); got != nil {
		t.Errorf("after the end it asks for %v", said(got))
	}
}

// The release of a button that was pressed in a dialog goes only to the dialog.
func TestDialogGetsTheRelease(t *testing.T) {
	on, d, m := screen(0)
	d.panes[right] = Pane{Connected: true, WantsMouse: true}
	s := new(State)
	s.InDialog(keys.Mouse{X: 60, Y: 5, Button: keys.ButtonLeft})
	if got := play(t, s, on, m, "drag 61,5; up 61,5"); got != nil {
		t.Errorf("the child gets %v", got)
	}
	if got := play(t, s, on, m, "left 61,5"); len(got) != 1 {
		t.Errorf("after the next press the child gets %v", got)
	}
}

func TestDropNamesItsTarget(t *testing.T) {
	on, _, m := screen(0)
	s := new(State)
	if _, drops := s.Drop(on); drops {
		t.Error("nothing is being dragged")
	}
	play(t, s, on, m, "left 2,1; drag 60,11")
	box, _ := on.Screen.Pane(right)
	if d, drops := s.Drop(on); !drops || d.Says != "swap" || d.Rect != box.Content {
		t.Errorf("got %+v", d)
	}
}

// A menu opened by key is placed at its subject.
func TestMenuPlace(t *testing.T) {
	on, _, _ := screen(0)
	at := func(what command.Subject, x, y int) {
		t.Helper()
		if got := on.MenuPlace(what); got != geometry.At(x, y) {
			t.Errorf("%+v: at %+v, want %d,%d", what, got, x, y)
		}
	}
	box, _ := on.Screen.Pane(right)
	spot := on.Parts.Tabs()[1]
	at(command.Subject{Kind: command.AboutPane, Pane: right}, box.Content.X, box.Content.Y)
	at(command.Subject{Kind: command.AboutTab, Tab: spot.Tab}, spot.X, on.Screen.TabBar.Y+1)
	at(command.Subject{Kind: command.AboutAll}, on.Screen.Status.X, on.Screen.Status.Y)
	at(command.Subject{Kind: command.AboutLayout}, on.Screen.Body.X, on.Screen.Body.Y)
}
