package grid

import (
	"testing"

	"github.com/clipperhouse/displaywidth"
)

func TestNextCluster(t *testing.T) {
	for _, tt := range []struct {
		name, text, cluster string
		width               int
	}{
		{"empty", "", "", 0},
		{"letter", "ab", "a", 1},
		{"letter before a wide character", "a日", "a", 1},
		{"control character", "\x1b[", "\x1b", 0},
		{"mark after a control character", "\n\u0301", "\n", 0},
		{"combining mark", "e\u0301x", "e\u0301", 1},
		{"two marks", "e\u0301\u0323x", "e\u0301\u0323", 1},
		{"ideograph", "日本", "日", 2},
		{"wide with a mark", "か\u3099x", "か\u3099", 2},
		{"ambiguous is narrow", "①x", "①", 1},
		{"emoji", "😀x", "😀", 2},
		{"text heart", "❤x", "❤", 1},
		{"emoji heart", "❤\ufe0fx", "❤\ufe0f", 2},
		{"text selector keeps the width", "❤\ufe0ex", "❤\ufe0e", 1},
		{"keycap", "1\ufe0f\u20e3x", "1\ufe0f\u20e3", 2},
		{"selector on a letter does not widen it", "a\ufe0fx", "a\ufe0f", 1},
		{"family", "👨‍👩‍👧‍👦x", "👨‍👩‍👧‍👦", 2},
		{"skin tone", "👍🏽x", "👍🏽", 2},
		{"skin tone after a letter", "a🏽", "a", 1},
		{"flag", "🇩🇪🇫🇷", "🇩🇪", 2},
		{"half a flag", "🇺x", "🇺", 2},
		{"flag of England", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007fx", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", 2},
		{"rainbow flag", "🏳️‍🌈x", "🏳️‍🌈", 2},
		{"joiner without a pictograph before", "a\u200d😀", "a\u200d", 1},
		{"jamo", "\u1112\u1161\u11abx", "\u1112\u1161\u11ab", 2},
		{"syllable and tail", "\uac00\u11a8x", "\uac00\u11a8", 2},
		{"thai sara am takes its own cell", "\u0e01\u0e33", "\u0e01", 1},
		{"invalid byte", "\xffa", "\xff", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			cluster, width := NextCluster(tt.text)
			if cluster != tt.cluster || width != tt.width {
				t.Errorf("got %q, %d; want %q, %d", cluster, width, tt.cluster, tt.width)
			}
		})
	}
}

// The generated table agrees with the Unicode tables, except where terminals are known to differ.
func TestRuneWidthAgreesWithTheUnicodeTables(t *testing.T) {
	for r := rune(0); r <= 0x10ffff; r++ {
		if 0xd800 <= r && r <= 0xdfff || r == 0xad || 0x1f1e6 <= r && r <= 0x1f1ff || isJamoTailOrVowel(r) {
			continue
		}
		if got, want := RuneWidth(r), displaywidth.Rune(r); got != want {
			t.Fatalf("%U: got %d, want %d", r, got, want)
		}
	}
}

func isJamoTailOrVowel(r rune) bool {
	return 0x1160 <= r && r <= 0x11ff || 0xd7b0 <= r && r <= 0xd7fb
}

// FuzzNextCluster checks that the clusters join up to the text, and that each is bounded.
func FuzzNextCluster(f *testing.F) {
	f.Add("a\u0301日👨‍👩‍👧‍👦🇩🇪🇫")
	f.Fuzz(func(t *testing.T, s string) {
		rest, total := s, 0
		for rest != "" {
			c, w := NextCluster(rest)
			if c == "" || len(c) > MaxClusterBytes || w < 0 || w > 2 {
				t.Fatalf("%q: cluster %q of width %d", s, c, w)
			}
			total += w
			rest = rest[len(c):]
		}
		if got := StringWidth(s); got != total {
			t.Fatalf("%q: got width %d, want %d", s, got, total)
		}
	})
}
