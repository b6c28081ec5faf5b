package colorspec

import (
	"fmt"
	"testing"
)

// The replies of xterm 379 to OSC 4 ; 0 ; spec, and the expectations of esctest's ChangeColor.
func TestParse(t *testing.T) {
	for _, tt := range []struct{ spec, want string }{
		{"#fff", "f0f0f0"},
		{"#888", "808080"},
		{"#f00f00f00", "f0f0f0"},
		{"#123456789abc", "12569a"},
		{"#f0f0f0", "f0f0f0"},
		{"rgb:1/2/3", "112233"},
		{"rgb:12/234/3456", "122334"},
		{"RGB:f0f0/0000/8080", "f00080"},
		{"red", "ff0000"},
		{"Light Goldenrod", "eedd82"},
		{"DarkSlateGrey", "2f4f4f"},
		{"gray50", "7f7f7f"},
		{"alice blue", "f0f8ff"},
		{"yellowgreen", "9acd32"},
		{"nonsense", ""},
		{"", ""},
		{"#", ""},
		{"#12", ""},
		{"#ggg", ""},
		{"#fffffffffffffff", ""},
		{"rgb:1/2", ""},
		{"rgb:12345/1/1", ""},
		{"rgb:+1/1/1", ""},
		{"rgbi:1/1/1", ""},
		{"CIEXYZ:1/1/1", ""},
		{"red\nblue", ""},
		{"red ff0000", ""},
	} {
		r, g, b, ok := Parse(tt.spec)
		got := ""
		if ok {
			got = fmt.Sprintf("%02x%02x%02x", r, g, b)
		}
		if got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.spec, got, tt.want)
		}
	}
}

// Parsing any text returns a colour or none, at once.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"#abc", "rgb:1/2/3", "rgbi:.1/.2/.3", "red"} {
		f.Add(s)
	}
	f.Fuzz(func(_ *testing.T, s string) { Parse(s) })
}
