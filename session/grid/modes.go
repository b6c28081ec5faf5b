package grid

// CursorShape is the shape a program asked for (DECSCUSR).
type CursorShape uint8

const (
	// DefaultCursor is the shape that the outer terminal uses by itself.
	DefaultCursor CursorShape = iota
	BlockCursor
	UnderlineCursor
	BarCursor
)

// Cursor is where the cursor is and how it looks. Col is at most columns-1 also
// while a wrap is pending.
type Cursor struct {
	Row, Col int
	Visible  bool
	Shape    CursorShape
	Blink    bool
}

// MouseMode says which mouse events a program asked for.
type MouseMode uint8

const (
	MouseOff    MouseMode = iota
	MouseX10              // DECSET 9: presses only
	MouseNormal           // DECSET 1000: presses and releases
	MouseButton           // DECSET 1002: and motion while a button is down
	MouseAny              // DECSET 1003: and all motion
)

// MouseEncoding says how mouse events are written to the program.
type MouseEncoding uint8

const (
	MouseEncX10       MouseEncoding = iota
	MouseEncUTF8                    // DECSET 1005
	MouseEncSGR                     // DECSET 1006
	MouseEncURXVT                   // DECSET 1015
	MouseEncSGRPixels               // DECSET 1016
)

// CellWidth and CellHeight are the assumed size of a cell in pixels, which a terminal
// within a terminal cannot know. Reports of the mouse and of sizes must agree on it. It is
// that of a VT340, which programs assume by default.
const CellWidth, CellHeight = 10, 20

// Modes are the modes of an emulator that matter outside of it: how to encode keys, mouse,
// focus and paste, and what the wheel does. It is comparable.
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
	// Kitty holds the progressive-enhancement flags in force (1, 2, 4, 8, 16).
	Kitty uint8
	// ModifyOtherKeys is the value of xterm's resource of that name: 0, 1 or 2.
	ModifyOtherKeys uint8
}
