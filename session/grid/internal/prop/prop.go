// Package prop defines the packing of a code point's properties into one byte, for the
// generator that writes the table and for the code that reads it.
package prop

// Class is the effect of a code point on the boundaries before and after it.
type Class uint8

const (
	Other      Class = iota // begins a cluster
	Mark                    // no width; joins the text before it
	Joiner                  // ZERO WIDTH JOINER; joins the text before it and a following pictograph
	Format                  // no width; direction marks and other invisible characters
	Pictograph              // Extended_Pictographic
	Modifier                // skin tone
	Regional                // regional indicator; two make a flag
	JamoLead                // Hangul L
	JamoVowel               // Hangul V
	JamoTail                // Hangul T
	Syllable                // Hangul LV and LVT
)

const (
	widthMask      = 0x03
	ambiguousShift = 2
	ambiguous      = 1 << ambiguousShift
	classShift     = 4
)

// Pack packs a code point's width of 0 to 2, its class, and whether East Asian contexts
// show it wide although it is narrow.
func Pack(width int, isAmbiguous bool, c Class) byte {
	p := byte(width) | byte(c)<<classShift
	if isAmbiguous {
		p |= ambiguous
	}
	return p
}

// Width returns the packed number of columns.
func Width(p byte) int { return int(p & widthMask) }

// WidthIn returns the packed number of columns, plus more for an ambiguous code point.
func WidthIn(p, more byte) int { return int(p&widthMask + p>>ambiguousShift&more) }

// Ambiguous returns the packed East Asian ambiguity.
func Ambiguous(p byte) bool { return p&ambiguous != 0 }

// ClassOf returns the packed class.
func ClassOf(p byte) Class { return Class(p >> classShift) }
