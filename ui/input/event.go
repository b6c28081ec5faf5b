package input

import "dormer/ui/keys"

// Event is an event from the outer terminal: [Key], [Text], [Mouse], [Paste], [Focus] or [Reply].
//
//sumtype:decl
type Event interface{ event() }

type (
	// Key is a press, repeat or release of a key.
	Key struct{ keys.Key }

	// Text is a run of at least eight characters that arrived at once: typed ahead, or pasted
	// in a terminal without bracketed paste. It consists of printable characters, CR, LF, Tab,
	// and bytes that are not UTF-8, at most 64 KiB, and ends between characters.
	// [keys.Typed] splits it into keys.
	Text struct{ Text string }

	// Mouse is an event of the mouse, in cells of the outer terminal.
	Mouse struct{ keys.Mouse }

	// Paste is a part of a bracketed paste, at most 64 KiB, byte for byte. An empty
	// paste is one part without data.
	Paste struct {
		Data []byte
		// First is set for the first part, More if another follows.
		First, More bool
	}

	// Focus reports that the outer terminal got the focus or lost it.
	Focus struct{ In bool }

	// Reply is the terminal's answer to a question.
	Reply struct {
		Kind ReplyKind
		// Params are the numbers in the answer, in order, 0 for an omitted one.
		Params []int
		// Text is the part of the answer that is not numbers: a version, a colour.
		Text string
	}
)

func (Key) event()   {}
func (Text) event()  {}
func (Mouse) event() {}
func (Paste) event() {}
func (Focus) event() {}
func (Reply) event() {}

// ReplyKind is the query that a Reply answers.
type ReplyKind uint8

// Kinds of replies. The sequences are from ctlseqs, except that of KittyFlags.
const (
	// Other is an unknown sequence. Text is the sequence without its ESC.
	Other ReplyKind = iota
	// PrimaryDA is DA1: CSI ? Params c.
	PrimaryDA
	// Version is XTVERSION: DCS > | Text ST.
	Version
	// ModeReport is DECRPM: CSI ? mode ; value $ y.
	ModeReport
	// KittyFlags are the current keyboard flags: CSI ? flags u (kitty's protocol).
	KittyFlags
	// Color is OSC 4 ; index ; Text or OSC 10, 11, 12 ; Text; Params are its numbers.
	Color
	// Scheme reports a change to dark or light: CSI ? 997 ; 1 or 2 n (mode 2031). Params are 997
	// and the number.
	Scheme
	// SecondaryDA is DA2: CSI > Params c.
	SecondaryDA
	// CursorPosition is CPR, or DECXCPR: row and column, one-based.
	CursorPosition
	// TakesStatus says that the terminal supports status reports of programs: OSC 7501 ; ?.
	TakesStatus
	// WindowSize is CSI 4, 6, 8 or 48 ; ... t, with unchanged Params.
	WindowSize
)
