package grid

// Color is a colour in a program's terms: the terminal's default, one of the 256 palette
// entries, or a 24-bit value.
type Color uint32

const (
	colorIndexed Color = 1 << 24
	colorRGB     Color = 2 << 24
)

// DefaultColor is the terminal's own foreground, background or underline colour.
const DefaultColor Color = 0

// Indexed returns entry i of the 256-colour palette as a colour.
func Indexed(i uint8) Color { return colorIndexed | Color(i) }

// RGB returns a 24-bit colour.
func RGB(r, g, b uint8) Color {
	return colorRGB | Color(r)<<16 | Color(g)<<8 | Color(b)
}

// IsDefault reports whether c is the terminal's own colour.
func (c Color) IsDefault() bool { return c == DefaultColor }

// Index returns the palette entry and whether c is one.
func (c Color) Index() (uint8, bool) { return uint8(c), c&^0xffffff == colorIndexed }

// RGB returns the components and whether c is a 24-bit colour.
func (c Color) RGB() (r, g, b uint8, ok bool) {
	return uint8(c >> 16), uint8(c >> 8), uint8(c), c&^0xffffff == colorRGB
}

// Attrs are the on-off attributes of SGR.
type Attrs uint16

const (
	Bold     Attrs = 1 << iota // SGR 1
	Faint                      // SGR 2
	Italic                     // SGR 3
	Blink                      // SGR 5
	Rapid                      // SGR 6
	Reverse                    // SGR 7
	Conceal                    // SGR 8
	Strike                     // SGR 9
	Overline                   // SGR 53
)

// Underline is the shape of SGR 4.
type Underline uint8

const (
	NoUnderline     Underline = iota
	SingleUnderline           // SGR 4
	DoubleUnderline           // SGR 21, 4:2
	CurlyUnderline            // SGR 4:3
	DottedUnderline           // SGR 4:4
	DashedUnderline           // SGR 4:5
)

// Style is the appearance of a cell except its character. It is comparable; the zero Style
// is the terminal's default.
type Style struct {
	FG, BG, UL Color
	Attrs      Attrs
	Underline  Underline
	// Link is the number of a hyperlink in the palette; 0 for none.
	Link uint16
}

// Link is a hyperlink (OSC 8). ID joins cells that belong to one link.
type Link struct {
	ID, URI string
}
