package grid

// CursorShape is the cursor shape that a program requested (DECSCUSR).
type CursorShape uint8

const (
	// DefaultCursor is the outer terminal's default shape.
	DefaultCursor CursorShape = iota
	BlockCursor
	UnderlineCursor
	BarCursor
)

// Cursor is the position and appearance of the cursor. Col is at most columns-1, even while
// a wrap is pending.
type Cursor struct {
	Row, Col int
	Visible  bool
	Shape    CursorShape
	Blink    bool
}

// MouseMode is the set of mouse events that a program requested.
type MouseMode uint8

const (
	MouseOff    MouseMode = iota
	MouseX10              // DECSET 9: presses only
	MouseNormal           // DECSET 1000: presses and releases
	MouseButton           // DECSET 1002: and motion while a button is down
	MouseAny              // DECSET 1003: and all motion
)

// MouseEncoding is the encoding of mouse events for the program.
type MouseEncoding uint8

const (
	MouseEncX10       MouseEncoding = iota
	MouseEncUTF8                    // DECSET 1005
	MouseEncSGR                     // DECSET 1006
	MouseEncURXVT                   // DECSET 1015
	MouseEncSGRPixels               // DECSET 1016
)

// CellWidth and CellHeight are the assumed size of a cell in pixels, since a terminal within
// a terminal cannot know it. Mouse and size reports must agree on it. It is the cell size of
// a VT340, which programs assume by default.
const CellWidth, CellHeight = 10, 20

// Modes are the modes of an emulator that matter outside it: they decide the encoding of
// keys, mouse, focus and paste, and the effect of the wheel. It is comparable.
type Modes struct {
	AltScreen      bool // DECSET 47, 1047, 1049
	AppCursor      bool // DECCKM
	AppKeypad      bool // DECNKM, DECKPAM
	BracketedPaste bool // DECSET 2004
	FocusEvents    bool // DECSET 1004
	AltScroll      bool // DECSET 1007
	BackarrowBS    bool // DECBKM: Backspace sends BS instead of DEL
	NewLine        bool // LNM: Enter sends CR LF
	ReverseScreen  bool // DECSCNM
	Sync           bool // DECSET 2026: the program is in the middle of a frame
	Mouse          MouseMode
	MouseEncoding  MouseEncoding
	// Kitty holds the active progressive-enhancement flags (1, 2, 4, 8, 16).
	Kitty uint8
	// ModifyOtherKeys is the value of xterm's resource of that name: 0, 1 or 2.
	ModifyOtherKeys uint8
}
