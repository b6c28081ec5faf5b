package colorspec

import (
	_ "embed"
	"strings"
)

// names are the colours of X11's rgb.txt, every grey spelt gray: name, blank, six
// hexadecimal digits, line by line.
//
//go:embed names.txt
var names string

// named looks a name up and ignores case and blanks.
func named(s string) (r, g, b uint8, ok bool) {
	name := strings.ToLower(strings.ReplaceAll(s, " ", ""))
	name = strings.ReplaceAll(name, "grey", "gray")
	if name == "" || strings.Contains(name, "\n") {
		return 0, 0, 0, false
	}
	if strings.HasPrefix(names, name+" ") {
		return sharp(names[len(name)+1 : len(name)+7])
	}
	at := strings.Index(names, "\n"+name+" ")
	if at < 0 {
		return 0, 0, 0, false
	}
	at += len(name) + 2
	return sharp(names[at : at+6])
}
