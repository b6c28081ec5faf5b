package vt

import "dormer/session/grid"

// Options configure a terminal. The zero value is valid.
type Options struct {
	// HistoryBytes is the memory that packed history may take; 0 means 64 MiB.
	HistoryBytes int
	// HistoryLines is the number of lines to keep; a wrapped line counts once. 0 means
	// 100 000.
	HistoryLines int
	// Version is the answer to XTVERSION, for example "dormer(1.2.3)".
	Version string
	// Widths is the width of ambiguous characters; see [Terminal.SetWidths].
	Widths grid.Widths
	// Colors are the terminal's own colours; see [Terminal.SetColors].
	Colors Colors
}

const (
	defaultHistoryBytes = 64 << 20
	defaultHistoryLines = 100_000
)

// Terminal is a terminal without a device: bytes in; cells, modes, replies and
// events out. It is not safe for concurrent use.
type Terminal struct {
	parser parser
	opts   Options

	scr       *screen // the screen shown
	main, alt *screen // alt is nil until it is first used
	history   history
	palette   *grid.Palette
	scratch   []byte
	sweeping  [][]grid.Cell // rows for a sweep; empty between sweeps

	pen      pen
	charsets charsets
	widths   grid.Widths
	last     lastPrinted

	modes grid.Modes
	inner innerModes
	// savedModes are the modes that XTSAVE saved, by number.
	savedModes map[int32]uint8

	cursor cursorLook
	tabs   []bool
	titles titles
	dir    string
	colors colorTable
	// palettes and savedStyles are the stacks of XTPUSHCOLORS and XTPUSHSGR.
	palettes    colorStack
	savedStyles styleStack

	command  command
	progress grid.Progress
	pointers pointers
	toast    toast

	operating operatingLevel
	sums      checksumMode

	replies []byte
	events  []Event

	gen  uint64
	seen observed
}

// innerModes are the modes that only the emulator needs.
type innerModes struct {
	noWrap      bool // DECAWM off
	origin      bool // DECOM
	insert      bool // IRM
	margins     bool // DECLRMM
	columnMode  bool // DECSET 40: DECCOLM may clear the screen
	wideColumns bool // DECCOLM, where allowed; the width stays
	columnKeeps bool // DECNCSM: DECCOLM does not clear
	tabWraps    bool // DECSET 41: a tab carries out a pending wrap
	reverseWrap bool // DECSET 45
	// reverseWrapMore is DECSET 1045. Newer xterms restrict 45 to wrapped lines; here, as
	// in older ones, both modes do the same.
	reverseWrapMore bool
	sizeReports     bool // DECSET 2048: report each new size
	graphemes       bool // DECSET 2027, for programs that ask; clusters are always joined
	// schemeReports is DECSET 2031: report when the terminal turns dark or light.
	schemeReports bool
	guard         protection
	extent        uint8 // DECSACE
	nationalSets  bool  // DECNRCM: national sets can be designated
	// Modes without any effect here, kept only to be reported (DECRQM).
	keyboardAction bool // KAM
	localEcho      bool // SRM, inverted
	smoothScroll   bool // DECSCLM
	printFormFeed  bool // DECPFF
	printExtent    bool // DECPEX
	fontShifting   bool // DECSET 35: keys make the font larger and smaller
}

// cursorLook is the appearance of the cursor (DECTCEM, DECSCUSR).
type cursorLook struct {
	hidden bool
	shape  grid.CursorShape
	blink  bool
}

// observed is the observable state, except rows, at the last change of the generation.
type observed struct {
	cursor grid.Cursor
	modes  grid.Modes
	end    uint64
	titles uint64
}

// New returns a terminal of the given size in its initial state. Sizes below 1 count
// as 1.
func New(rows, cols int, o Options) *Terminal {
	if o.HistoryBytes <= 0 {
		o.HistoryBytes = defaultHistoryBytes
	}
	if o.HistoryLines <= 0 {
		o.HistoryLines = defaultHistoryLines
	}
	t := &Terminal{opts: o, widths: o.Widths, palette: grid.NewPalette(), history: newHistory(o.HistoryBytes, o.HistoryLines), gen: 1}
	t.main = newScreen(clampSize(rows), clampSize(cols), t.palette)
	t.colors.reset(o.Colors)
	t.Reset()
	return t
}

// maxSize bounds rows and columns, so that a wrong size cannot use up the memory.
const maxSize = 4096

func clampSize(n int) int { return min(max(n, 1), maxSize) }

// Size returns the number of rows and columns.
func (t *Terminal) Size() (rows, cols int) { return t.scr.rows, t.scr.cols }

// Row returns the cells of row y, one per column. They are valid until the next Write,
// Resize or Reset, and must not be changed.
func (t *Terminal) Row(y int) []grid.Cell { return t.scr.row(y) }

// Wrapped reports whether the text of row y continues in the next row without a
// line break.
func (t *Terminal) Wrapped(y int) bool { return t.scr.line(y).wrapped }

// RowGen returns the generation of the content of row y. Rows with the same generation,
// at any position and time, have cells that look alike; a row that scrolls keeps its
// generation.
func (t *Terminal) RowGen(y int) uint64 { return t.scr.line(y).gen }

// Gen changes whenever anything observable changes: rows, cursor, modes, titles, history,
// size.
func (t *Terminal) Gen() uint64 { return t.gen }

// Palette holds the styles, clusters and links of the terminal's cells. Callers may intern
// into it.
func (t *Terminal) Palette() *grid.Palette { return t.palette }

// PaletteEpoch changes when the palette has been renumbered. Only Write, Resize and
// SweepPalette do that.
func (t *Terminal) PaletteEpoch() uint64 { return t.palette.Epoch() }

// SetWidths sets the width of ambiguous characters that are printed from now on. Text on
// the screen and in the history keeps its columns.
func (t *Terminal) SetWidths(w grid.Widths) { t.widths = w & grid.AmbiguousWide }

// Cursor returns the position and appearance of the cursor.
func (t *Terminal) Cursor() grid.Cursor {
	return grid.Cursor{
		Row: t.scr.y, Col: t.scr.x,
		Visible: !t.cursor.hidden,
		Shape:   t.cursor.shape,
		Blink:   t.cursor.blink,
	}
}

// Modes returns the modes that matter outside the emulator.
func (t *Terminal) Modes() grid.Modes {
	m := t.modes
	m.AltScreen = t.scr != t.main
	m.Kitty = t.scr.kitty.flags()
	return m
}

// Title returns the window title (OSC 0, 2): at most 1024 bytes without control
// characters.
func (t *Terminal) Title() string { return t.titles.title }

// Icon returns the icon name (OSC 0, 1), with the same limits as [Terminal.Title].
func (t *Terminal) Icon() string { return t.titles.icon }

// Dir returns the directory that the child reported (OSC 7): an absolute path, possibly on
// another machine, or empty.
func (t *Terminal) Dir() string { return t.dir }

// History returns the half-open range of lines above the main screen, in absolute
// numbers. A line has the same number until it is dropped. A resize may take the newest
// lines back onto the screen; a new width that rewraps lines of the history gives them
// new numbers, all beyond the old ones.
func (t *Terminal) History() (first, end uint64) { return t.history.first, t.history.end }

// HistoryLine unpacks line n into dst[:0], grown if needed, in the numbers of
// [Terminal.Palette]; the line ends with its last cell that is not blank. For a line
// outside the history it returns no cells.
func (t *Terminal) HistoryLine(n uint64, dst []grid.Cell) (cells []grid.Cell, wrapped bool) {
	cells, wrapped, _ = t.history.line(n, dst, t.palette)
	return cells, wrapped
}

// ClearHistory drops all lines above the screen. Numbering continues.
func (t *Terminal) ClearHistory() {
	t.history.clear()
	t.gen++
}

// EndSync ends a synchronized update (mode 2026) that its program did not end. The owner
// calls it after a timeout.
func (t *Terminal) EndSync() {
	t.modes.Sync = false
	t.observe()
}

// Reset returns the terminal to its initial state: both screens blank, all modes and
// titles off. History is kept. RIS: ESC c (ECMA-48 8.3.105).
func (t *Terminal) Reset() {
	rows, cols := t.main.rows, t.main.cols
	marks := t.main.takeMarks(0, rows)
	t.main = newScreen(rows, cols, t.palette)
	t.main.command = t.command
	t.main.giveMarks(marks, 0, 0)
	t.alt, t.scr = nil, t.main
	t.parser = parser{buf: t.parser.buf[:0]}
	t.pen = pen{}
	t.charsets = charsets{}
	t.last = lastPrinted{}
	t.modes, t.inner, t.cursor = grid.Modes{}, innerModes{}, cursorLook{}
	t.savedModes = nil
	t.operating, t.sums = operatingLevel{}, 0
	t.tabs = defaultTabs(nil, cols)
	t.titles = titles{version: t.titles.version + 1}
	t.dir = ""
	t.progress, t.pointers, t.toast = grid.Progress{}, nil, toast{}
	t.colors.reset(t.opts.Colors)
	t.palettes, t.savedStyles = colorStack{}, styleStack{}
	for y := range rows {
		t.touch(y)
	}
	t.observe()
}

// screens returns the main screen and, if it has been used, the alternate one.
func (t *Terminal) screens() []*screen {
	if t.alt == nil {
		return []*screen{t.main}
	}
	return []*screen{t.main, t.alt}
}

// touch gives row y a new generation.
func (t *Terminal) touch(y int) {
	t.gen++
	t.scr.line(y).gen = t.gen
}

// observe changes the generation if something besides rows changed.
func (t *Terminal) observe() {
	now := observed{t.Cursor(), t.Modes(), t.history.end, t.titles.version}
	if now != t.seen {
		t.seen = now
		t.gen++
	}
}

// sweep drops unused entries from a palette that is nearly full.
func (t *Terminal) sweep() {
	if !t.palette.Full() {
		return
	}
	link := t.palette.Link(t.pen.style.Link)
	rows := t.sweeping[:0]
	for _, s := range t.screens() {
		for y := range s.rows {
			rows = append(rows, s.row(y)[:s.line(y).used])
		}
	}
	t.palette.Sweep(rows...)
	clear(rows) // so that cells of an earlier size are freed
	t.sweeping = rows[:0]
	t.penStyle().Link = t.palette.LinkID(link)
	t.last = lastPrinted{}
	t.history.pack.begin()
}
