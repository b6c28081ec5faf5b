package copymode

import (
	"strings"
	"testing"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/keys"
)

// fakeSession is a session for tests: a text whose last rows are the screen, of which some lines
// may not have been loaded, and a record of the requests to the host.
type fakeSession struct {
	*page
	absent  wire.Range
	missing bool
	still   bool
	tag     uint64
	asked   []wire.Message
	held    []wire.Position
	// changed means that the child's screen differs from the shown text.
	changed bool
}

func (f *fakeSession) Text(rows int) Page {
	f.rows, f.missing = rows, false
	return f
}
func (f *fakeSession) Screen() uint64 { return f.Bounds().End - uint64(f.rows) }
func (f *fakeSession) Missing() bool  { return f.missing }
func (f *fakeSession) Line(n uint64) Line {
	if n >= f.absent.First && n < f.absent.End {
		f.missing = true
		return Line{}
	}
	return f.page.Line(n)
}
func (f *fakeSession) Freeze(bool)                   { f.still = true }
func (f *fakeSession) Unfreeze()                     { f.still = false }
func (f *fakeSession) Shows(_, _ wire.Position) bool { return !f.changed }
func (f *fakeSession) Cursor() wire.Position         { return at(5, 0) }
func (f *fakeSession) StopSearch()                   { f.asked = append(f.asked, wire.Search{}) }
func (f *fakeSession) Hold(places []wire.Position)   { f.held = places }
func (f *fakeSession) PromptBefore(line uint64) uint64 {
	return f.ask(wire.Commands{Range: wire.Range{End: line}})
}
func (f *fakeSession) PromptAfter(line uint64) uint64 {
	return f.ask(wire.Commands{Range: wire.Range{First: line + 1}})
}
func (f *fakeSession) Commands(q wire.Commands) uint64 { return f.ask(q) }
func (f *fakeSession) Search(q wire.Search) uint64     { return f.ask(q) }

func (f *fakeSession) ask(q wire.Message) uint64 {
	f.asked = append(f.asked, q)
	f.tag++
	return f.tag
}

// testKeys is a set of keys: the table's own of vi or emacs, "Z Q", which leaves copy mode, and
// "p", which is not a key of copy mode.
type testKeys struct{ emacs bool }

func (t testKeys) Emacs() bool                 { return t.emacs }
func (t testKeys) KeyOf(command string) string { return "<" + command + ">" }
func (t testKeys) Find(sequence []keys.Key) Meaning {
	var names []string
	for _, k := range sequence {
		names = append(names, k.Name())
	}
	name := strings.Join(names, " ")
	switch name {
	case "Z":
		return Meaning{Leads: true}
	case "Z Q":
		name = "q"
	case "p":
		return Meaning{Other: true}
	}
	for _, c := range Commands() {
		for _, key := range map[bool][]string{false: c.Vi, true: c.Emacs}[t.emacs] {
			if key == name {
				return Meaning{Command: c.Name}
			}
		}
	}
	return Meaning{}
}

// reader is a pane in copy mode that takes keys, over lines 100 to 105. The last four lines are the
// screen.
type reader struct {
	*Pane
	t       *testing.T
	session *fakeSession
	last    LastSearch
}

func newReader(t *testing.T, emacs bool) *reader {
	r := &reader{t: t, session: &fakeSession{page: newPage(4, 24, sample)}}
	r.Pane = enter(Place{r.session, testKeys{emacs}, 4}, &r.last)
	Read{}.do(r.Pane)
	return r
}

// press takes keys and returns the result of the last one.
func (r *reader) press(names ...string) (last Result) {
	r.t.Helper()
	for _, name := range names {
		k, err := keys.Parse(name)
		if err != nil {
			r.t.Fatal(err)
		}
		if len(name) == 1 {
			k = keys.Typed(name)[0]
		}
		var taken bool
		if last, taken = r.Key(k); !taken {
			r.t.Errorf("%s is not taken", name)
		}
	}
	return last
}

func TestKeys(t *testing.T) {
	tests := []struct {
		name   string
		emacs  bool
		keys   string
		cursor wire.Position
		want   Result
	}{
		{"moves", false, "k k", at(3, 0), Result{}},
		{"a_number_repeats", false, "1 2 k", at(0, 0), Result{}},
		{"zero_alone_is_a_key", false, "g l l 0", at(0, 0), Result{}},
		{"zero_in_a_number", false, "g 1 0 l", at(0, 10), Result{}},
		{"a_number_of_emacs", true, "alt+3 ctrl+p", at(2, 0), Result{}},
		{"a_digit_of_emacs_means_nothing", true, "3 ctrl+p", at(4, 0), Result{}},
		{"a_number_means_nothing_to_a_verb", false, "3 g", at(0, 0), Result{}},
		{"a_character_is_awaited", false, "g f )", at(0, 10), Result{}},
		{"the_second_such_character", false, "g 2 f (", at(0, 14), Result{}},
		{"a_sequence", false, "Z Q", at(5, 0), Result{Leave: true}},
		{"unbound_sequence", false, "Z k k", at(4, 0), Result{}},
		{"a_command_of_others", false, "p", at(5, 0), Result{Ask: RunBound{}}},
		{"copies_and_returns", false, "g v l y", at(0, 1), Result{Ask: CopyText{Span: Span{First: at(0, 0), End: at(0, 2)}}, Leave: true}},
		{"adds_and_returns", false, "g v A", at(0, 0), Result{Ask: CopyText{Span: Span{First: at(0, 0), End: at(0, 1)}, Append: true}, Leave: true}},
		{"copies_and_stays", false, "g v Y", at(0, 0), Result{Ask: CopyText{Span: Span{First: at(0, 0), End: at(0, 1)}}}},
		{"copies_nothing", false, "y", at(5, 0), Result{Leave: true}},
		{"copies_to_the_line_end", false, "g w D", at(0, 5), Result{Ask: CopyText{Span: Span{First: at(0, 5), End: at(0, 23)}}, Leave: true}},
		{"emacs_leaves_the_last_out", true, "alt+< ctrl+space ctrl+f alt+w", at(0, 1), Result{Ask: CopyText{Span: Span{First: at(0, 0), End: at(0, 1)}}, Leave: true}},
		{"esc_unselects", false, "v esc", at(5, 0), Result{}},
		{"esc_returns", false, "esc", at(5, 0), Result{Leave: true}},
		{"mark", false, "m", at(5, 0), Result{Say: "marked: <jump-mark> comes back here"}},
		{"no_mark", false, "'", at(5, 0), Result{Say: "no place is marked: <mark> marks one"}},
		{"nothing_searched_for", false, "n", at(5, 0), Result{Say: "there was no search yet: <search> searches"}},
		{"no_word", false, "g 4 l *", at(0, 4), Result{Say: "there is no word under the cursor"}},
		{"line", false, ":", at(5, 0), Result{Ask: AskLine{}}},
		{"links", false, "u", at(5, 0), Result{Ask: ChooseLink{}}},
		{"editor", false, "i", at(5, 0), Result{Ask: EditText{}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newReader(t, tt.emacs)
			got := r.press(strings.Fields(tt.keys)...)
			if run, ok := got.Ask.(RunBound); ok {
				if len(run.Keys) != 1 || run.Keys[0].Name() != "p" {
					t.Errorf("it runs %v", run.Keys)
				}
				got.Ask, tt.want.Ask = nil, nil
			}
			if got != tt.want {
				t.Errorf("it asks for %+v, want %+v", got, tt.want)
			}
			if c := *r.Shown().Cursor; c != tt.cursor {
				t.Errorf("the cursor is at %v, want %v", c, tt.cursor)
			}
		})
	}
}

func TestViAndEmacsKeysAreComplete(t *testing.T) {
	for _, emacs := range []bool{false, true} {
		taken := map[string]string{}
		for _, c := range Commands() {
			for _, name := range map[bool][]string{false: c.Vi, true: c.Emacs}[emacs] {
				k, err := keys.Parse(name)
				if err != nil || k.Name() != name {
					t.Errorf("%s: %q has the name %q: %v", c.Name, name, k.Name(), err)
				}
				if other := taken[name]; other != "" {
					t.Errorf("%q belongs to %q and %q", name, other, c.Name)
				}
				taken[name] = c.Name
			}
		}
	}
}

// A pane that entered copy mode by the mouse leaves all keys but Esc to the child.
func TestKeysAfterTheMouseEnteredCopyMode(t *testing.T) {
	r := newReader(t, false)
	r.Pane = enter(Place{r.session, testKeys{}, 4}, &r.last)
	if _, taken := r.Key(keys.Typed("k")[0]); taken || r.Keyed() {
		t.Error("copy mode takes k")
	}
	if got := r.press("esc"); !got.Leave {
		t.Error("Esc does not leave copy mode")
	}
	Read{}.do(r.Pane)
	if r.press("k"); *r.Shown().Cursor != at(4, 0) || !r.session.still {
		t.Errorf("the cursor is at %v, frozen: %v", *r.Shown().Cursor, r.session.still)
	}
	if r.Close(); r.session.still {
		t.Error("the screen stays frozen")
	}
}

// Keys that need lines wait for them and are then processed from the start.
func TestKeysWaitForLines(t *testing.T) {
	r := newReader(t, false)
	r.session.absent = wire.Range{First: 100, End: 102}
	if got := r.press("g", "v", "j", "y"); got != (Result{}) {
		t.Errorf("it asks for %+v before the lines are loaded", got)
	}
	if c := *r.Shown().Cursor; c != at(5, 0) || !r.AwaitsLines() {
		t.Errorf("the cursor is at %v, waiting: %v", c, r.AwaitsLines())
	}
	r.session.absent = wire.Range{First: 101, End: 102} // some have been loaded: enough for g and v, but not for j
	take := func() (last Result) {
		r.Update(Place{Session: r.session, Keys: r.keys})
		for _, k := range r.TakeWaiting() {
			last, _ = r.Key(k)
		}
		return last
	}
	if take(); !r.AwaitsLines() || *r.Shown().Cursor != at(0, 0) {
		t.Errorf("the cursor is at %v, waiting: %v", *r.Shown().Cursor, r.AwaitsLines())
	}
	r.session.absent = wire.Range{}
	want := Result{Ask: CopyText{Span: Span{First: at(0, 0), End: at(1, 1)}}, Leave: true}
	if got := take(); got != want || r.AwaitsLines() {
		t.Errorf("it asks for %+v, want %+v; waiting: %v", got, want, r.AwaitsLines())
	}
}

// threeFound is a reply of the host: the number'th of three matches, in a line of the sample.
func threeFound(tag uint64, number int, line uint64) wire.SearchReply {
	return wire.SearchReply{Tag: tag, Total: 3, Before: number - 1, Matches: []wire.Match{{First: at(line, 2), End: at(line, 4)}}}
}

func (r *reader) answer(e wire.Message) Result {
	r.t.Helper()
	got, asked := r.Answer(e)
	if !asked {
		r.t.Fatalf("%+v was not requested", e)
	}
	return got
}

// searches returns the search requests to the host, without those for highlighting.
func (f *fakeSession) searches() (out []wire.Search) {
	for _, q := range f.asked {
		if s, ok := q.(wire.Search); ok && s.Max == 1 {
			out = append(out, s)
		}
	}
	return out
}

func TestRepeatSearch(t *testing.T) {
	r := newReader(t, false)
	r.last.Query = wire.Query{Text: "x"}
	r.press("n", "v") // v waits for the answer
	q := r.session.searches()
	if len(q) != 1 || q[0].From != at(5, 1) || q[0].Backward || r.Shown().Marked {
		t.Fatalf("it searches %+v, selected: %v", q, r.Shown().Marked)
	}
	if !strings.HasPrefix(r.Shown().Where, "searching ") {
		t.Errorf("it shows %q", r.Shown().Where)
	}
	r.answer(wire.SearchReply{Tag: 1, Total: 3}) // there is no match further down
	if q = r.session.searches(); len(q) != 2 || q[1].From != (wire.Position{}) {
		t.Fatalf("it searches for %+v", q)
	}
	if r.TakeWaiting() != nil {
		t.Error("a key is taken before the reply")
	}
	r.answer(threeFound(2, 1, 0))
	if s := r.Shown(); *s.Cursor != at(0, 2) || !strings.HasPrefix(s.Where, "1 of 3, wrapped to the beginning ") {
		t.Errorf("the cursor is at %v, %q", *s.Cursor, s.Where)
	}
	if waiting := r.TakeWaiting(); len(waiting) != 1 || waiting[0].Text != "v" {
		t.Errorf("%v waited", waiting)
	}
	r.press("N")
	if q = r.session.searches(); !q[2].Backward || q[2].From != at(0, 2) {
		t.Errorf("it searches for %+v", q[2])
	}
	if _, asked := r.Answer(threeFound(2, 1, 0)); asked {
		t.Error("a reply is taken twice")
	}
	r.press("k", "ctrl+c") // Ctrl-c leaves when a reply does not come
	if r.AwaitsLines() {
		t.Error("Ctrl-c waits for the reply")
	}
}

// The search for the matches to highlight is cancelled by the next search, and repeated after it.
func TestMatchesAreHighlightedAfterFastSearch(t *testing.T) {
	r := newReader(t, false)
	r.last.Query = wire.Query{Text: "x"}
	r.press("n")
	r.answer(threeFound(1, 1, 3))
	r.press("n") // before the matches to highlight arrive with tag 2
	r.answer(threeFound(3, 2, 4))
	lit := wire.SearchReply{Tag: 4, Total: 3, Matches: make([]wire.Match, 3)}
	if r.answer(lit); len(r.Shown().Found) != 3 {
		t.Errorf("%d matches are highlighted, want 3", len(r.Shown().Found))
	}
}

// A match that is not in the frozen text is on the child's current screen, which is then shown.
func TestMatchOnTheScreenIsShown(t *testing.T) {
	r := newReader(t, false)
	r.session.page = newPage(4, 24, sample+"\nlater")
	r.session.changed = true
	Show{threeFound(1, 3, 6).Matches[0], "x"}.do(r.Pane)
	if *r.Shown().Cursor != at(6, 2) {
		t.Errorf("the cursor is at %v", *r.Shown().Cursor)
	}
}

func TestSearchPrompt(t *testing.T) {
	open := func(r *reader, key string) *Prompt {
		t.Helper()
		ask, ok := r.press(key).Ask.(OpenSearch)
		if !ok {
			t.Fatalf("%s opens no prompt", key)
		}
		return ask.Prompt
	}
	typed := func(s *Prompt, names ...string) (r Result, done bool) {
		for _, name := range names {
			k, err := keys.Parse(name)
			if err != nil {
				t.Fatal(err)
			}
			if len(name) == 1 {
				k = keys.Typed(name)[0]
			}
			r, done = s.Key(k)
		}
		return r, done
	}
	t.Run("searches while typing", func(t *testing.T) {
		r := newReader(t, false)
		s := open(r, "?")
		typed(s, "l", "o")
		if q := r.session.searches(); len(q) != 2 || q[1].Query.Text != "lo" || !q[1].Backward || q[1].From != at(5, 0) {
			t.Errorf("it searches for %+v", q)
		}
		r.answer(threeFound(2, 2, 3))
		if s.Status() != "1 of 3" { // searching backward counts the matches before the cursor
			t.Errorf("it shows %q", s.Status())
		}
		if _, done := typed(s, "enter"); !done || r.last.Query.Text != "lo" || !r.last.Back || *r.Shown().Cursor != at(3, 2) {
			t.Errorf("done: %v, the last search %+v, the cursor at %v", done, r.last, *r.Shown().Cursor)
		}
	})
	t.Run("Esc goes back", func(t *testing.T) {
		r := newReader(t, false)
		r.press("k", "3")
		s := open(r, "/")
		typed(s, "l")
		r.answer(threeFound(1, 1, 0))
		if _, done := typed(s, "esc"); !done || *r.Shown().Cursor != at(4, 0) || r.last.Query.Text != "" || strings.Contains(r.Shown().Where, "3") {
			t.Errorf("done: %v, the cursor at %v, %q, the last search %+v", done, *r.Shown().Cursor, r.Shown().Where, r.last)
		}
	})
	t.Run("expressions, and the last search again", func(t *testing.T) {
		r := newReader(t, false)
		r.last.Query.Text = "x+"
		s := open(r, "/")
		if typed(s, "tab", "up"); s.Label() != "regexp /" || s.Field().Value() != "x+" {
			t.Errorf("the prompt is %s%s", s.Label(), s.Field().Value())
		}
		if q := r.session.searches(); !q[len(q)-1].Query.Regexp {
			t.Errorf("it searches for %+v", q)
		}
		typed(s, "ctrl+r")
		if q := r.session.searches(); !q[len(q)-1].Backward || s.Label() != "regexp ?" {
			t.Errorf("Ctrl-r searches for %+v", q[len(q)-1])
		}
	})
	t.Run("the pane has left", func(t *testing.T) {
		r := newReader(t, false)
		s := open(r, "/")
		r.Close()
		if _, done := typed(s, "x"); !done || len(r.session.searches()) != 0 {
			t.Errorf("done: %v, it searches for %+v", done, r.session.searches())
		}
	})
	t.Run("nothing typed", func(t *testing.T) {
		r := newReader(t, false)
		if got, done := typed(open(r, "/"), "enter"); !done || got.Say == "" {
			t.Errorf("done: %v, the notice is %q", done, got.Say)
		}
		if _, done := typed(open(r, "/"), "backspace"); !done {
			t.Error("Backspace does not close it")
		}
	})
}

func TestPromptsAndOutput(t *testing.T) {
	prompt := wire.Command{Parts: wire.HasPrompt, Prompt: at(1, 0)}
	output := wire.Command{Parts: wire.HasOutput | wire.HasEnd, Output: at(1, 0), End: at(3, 0), Line: "make"}
	running := output
	running.Parts = wire.HasOutput
	silent := output
	silent.End = silent.Output
	tests := []struct {
		name, key string
		answer    []wire.Command
		say       string
		cursor    wire.Position
		selects   bool
	}{
		{"prompt_above", "[", []wire.Command{prompt}, "", at(1, 0), false},
		{"no_prompt_above", "[", nil, "no prompt is further up, or the shell has not marked its prompts (OSC 133)", at(5, 0), false},
		{"no_prompt_below", "]", nil, "no prompt is further down", at(5, 0), false},
		{"output", "O", []wire.Command{output}, "", at(1, 0), true},
		{"output_so_far", "O", []wire.Command{running}, "`make` still runs: this is what it has printed so far", at(1, 0), true},
		{"no_output", "O", []wire.Command{silent}, "`make` printed nothing", at(5, 0), false},
		{"no_command", "O", nil, "no command has run yet, or the shell has not marked its prompts (OSC 133)", at(5, 0), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newReader(t, false)
			if r.press(tt.key, "k"); !r.AwaitsLines() {
				t.Fatal("k does not wait for the answer")
			}
			got := r.answer(wire.CommandsReply{Tag: 1, Commands: tt.answer})
			s := r.Shown()
			if got.Say != tt.say || *s.Cursor != tt.cursor || s.Marked != tt.selects {
				t.Errorf("the notice is %q, the cursor is at %v, selected: %v", got.Say, *s.Cursor, s.Marked)
			}
			if want := (Span{First: at(1, 0), End: at(2, 24)}); tt.selects && s.Span != want {
				t.Errorf("it selects %+v, want %+v", s.Span, want)
			}
			if len(r.TakeWaiting()) != 1 {
				t.Error("k is not taken after the answer")
			}
		})
	}
}

func TestMouse(t *testing.T) {
	r := newReader(t, false)
	r.Pane = enter(Place{r.session, testKeys{}, 4}, &r.last)
	if got := (Scroll{-3}).do(r.Pane); got != (Result{}) || r.Lines().First != 100 {
		t.Errorf("the wheel asks for %+v and shows %+v", got, r.Lines())
	}
	Select{Cell{Row: 0, Col: 5}, Words}.do(r.Pane)
	Drag{Cell{Row: 0, Col: 8}}.do(r.Pane)
	want := Result{Ask: CopyText{Span: Span{First: at(0, 5), End: at(0, 9)}}}
	if got := (Release{Cell{Row: 0, Col: 8}}).do(r.Pane); got != want || !r.Shown().Marked || r.Follows() {
		t.Errorf("the release asks for %+v, want %+v; selected: %v, follows: %v", got, want, r.Shown().Marked, r.Follows())
	}
	if got := (Press{Cell{}}).do(r.Pane); got != (Result{}) || r.Shown().Marked {
		t.Errorf("the next press asks for %+v, selected: %v", got, r.Shown().Marked)
	}
	if r.DragBeyond(Cell{}, -1) || !r.DragBeyond(Cell{Row: 3}, 1) {
		t.Error("a drag does not scroll exactly where there are more lines")
	}
	Select{Cell{}, Chars}.do(r.Pane)
	if (Scroll{9}).do(r.Pane); !r.Follows() {
		t.Error("a selection at the end of the text stops following it")
	}
	if got := (Press{Cell{}}).do(r.Pane); !got.Leave {
		t.Error("a press at the end does not leave copy mode")
	}
}

// On a screen of another width the lines have other numbers: positions are guessed first, and
// corrected by the host's reply.
func TestPositionsFollowTheWidth(t *testing.T) {
	r := newReader(t, false)
	r.press("g", "m")
	r.Hold(r.session)
	if want := []wire.Position{at(0, 0), at(0, 0), {}, at(0, 0)}; len(r.session.held) != 4 || r.session.held[1] != want[1] || r.session.held[3] != want[3] {
		t.Fatalf("the host holds %v, want %v", r.session.held, want)
	}
	r.Redraw()
	r.session.page = newPage(4, 12, strings.Repeat("wider\n", 9)+"end")
	r.Update(Place{Session: r.session, Keys: r.keys})
	if !r.Redraw() || r.Redraw() {
		t.Error("the new width is not noticed exactly once")
	}
	r.session.held = nil
	if r.Hold(r.session); r.session.held != nil {
		t.Error("the host holds a guessed position")
	}
	r.Held(wire.Held{Cols: 12, Positions: []wire.Position{at(2, 0), at(3, 1), {}, at(4, 0)}})
	r.Update(Place{Session: r.session, Keys: r.keys})
	if s := r.Shown(); s.Top != 102 || *s.Cursor != at(3, 1) {
		t.Errorf("it shows from %d, the cursor at %v", s.Top, *s.Cursor)
	}
}

// onePlace has a single pane.
type onePlace struct {
	id session.ID
	at Place
}

func (o onePlace) Place(id session.ID) (Place, bool) { return o.at, id == o.id }

// A pane enters copy mode for commands that need it, and leaves it. Commands for a pane in copy
// mode are refused for others.
func TestPanes(t *testing.T) {
	one, none := session.ID{1}, session.ID{2}
	from := &fakeSession{page: newPage(4, 24, sample)}
	ps := Panes{Places: onePlace{one, Place{from, testKeys{}, 4}}}
	if r, done := ps.Do(none, Read{}); !done || r.Say != NothingYet {
		t.Errorf("without lines: %+v, %v", r, done)
	}
	if _, done := ps.Do(one, Drag{}); done || ps.Keyed(one) {
		t.Error("a drag without a press enters copy mode")
	}
	if got, want := ps.Lines(one), (wire.Range{First: 102, End: 106}); got != want {
		t.Errorf("the live screen shows %+v, want %+v", got, want)
	}
	if _, done := ps.Do(one, Read{Up: true}); !done || !ps.Keyed(one) || ps.Keyed(none) {
		t.Error("it is not in copy mode")
	}
	if got, want := ps.Lines(one), (wire.Range{First: 100, End: 104}); got != want {
		t.Errorf("a page up shows %+v, want %+v", got, want)
	}
	if ps.Hold(); len(from.held) == 0 {
		t.Error("the host holds no positions")
	}
	k, _ := keys.Parse("q")
	if _, taken := ps.Key(none, k); taken {
		t.Error("a missing pane takes a key")
	}
	if r, taken := ps.Key(one, k); !taken || !r.Leave {
		t.Errorf("q: %+v, %v", r, taken)
	}
	if !ps.Leave(one) || ps.Leave(one) || ps.Update(one) != nil || ps.Held(one, wire.Held{}) {
		t.Error("copy mode is left a second time")
	}
}

// Keys that wait for lines are processed when these arrive, until a key leaves copy mode.
func TestPanesTakeWaitingKeys(t *testing.T) {
	one := session.ID{1}
	from := &fakeSession{page: newPage(4, 24, sample), absent: wire.Range{First: 100, End: 102}}
	ps := Panes{Places: onePlace{one, Place{from, testKeys{}, 4}}}
	ps.Do(one, Read{})
	for _, name := range []string{"g", "g", "q", "j"} {
		k, err := keys.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		ps.Key(one, k)
	}
	if !ps.News(one) {
		t.Fatal("no key waits")
	}
	from.absent = wire.Range{}
	n := 0
	for r := range ps.Waiting(one) {
		if n++; r.Leave {
			ps.Leave(one)
		}
	}
	if n == 0 || ps.Open[one] != nil {
		t.Errorf("%d keys were processed, or it is still in copy mode", n)
	}
}
