// Package prop says how the properties of a code point are packed into one byte,
// for the generator that writes the table and for the code that reads it.
package prop

// Class is what a code point does to the boundary before and after it.
type Class uint8

const (
	Other      Class = iota // begins a cluster
	Mark                    // of no width; stays with what is before it
	Joiner                  // ZERO WIDTH JOINER; stays, and holds a following pictograph
	Format                  // of no width; directions and others that are not for a screen
	Pictograph              // Extended_Pictographic
	Modifier                // skin tone
	Regional                // regional indicator; two are a flag
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

// Pack packs a width of 0 to 2, whether East Asian contexts show the narrow
// code point wide, and its class.
func Pack(width int, isAmbiguous bool, c Class) byte {
	p := byte(width) | byte(c)<<classShift
	if isAmbiguous {
		p |= ambiguous
	}
	return p
}

// Width is the packed number of columns.
func Width(p byte) int { return int(p & widthMask) }

// WidthIn is the packed number of columns, with that many more for what is ambiguous.
func WidthIn(p, more byte) int { return int(p&widthMask + p>>ambiguousShift&more) }

// Ambiguous is the packed East Asian ambiguity.
func Ambiguous(p byte) bool { return p&ambiguous != 0 }

// ClassOf is the packed class.
func ClassOf(p byte) Class { return Class(p >> classShift) }
