package picture

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"net/url"
	"slices"
	"strings"

	"dormer/session/grid"
)

// HTML writes a screen as a page with its text, colours and links (OSC 8). Text is escaped, and
// only links with [linkSchemes] are written.
func HTML(w io.Writer, s Screen, c Colors, title string) error {
	d := bufio.NewWriter(w)
	fmt.Fprintf(d, `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>%s</title>
<style>
body { margin: 0; background: %s; color: %s }
pre { margin: 0; padding: %gpx; font: %gpx/%gpx %s }
a { color: inherit }
</style></head>
<body><pre>
`, html.EscapeString(title), hex(c.Background), hex(c.Foreground), svgPadding, svgFont, svgCellH, svgFonts)
	for y := range s.used() {
		for x, end := 0, s.end(y); x < end; {
			first, text := s.At(x, y), ""
			for ; x < end && s.At(x, y).Style == first.Style && s.At(x, y).Link == first.Link; x++ {
				text += s.At(x, y).Text
			}
			writeSpan(d, text, htmlStyle(c, first.Style), first.Link)
		}
		_ = d.WriteByte('\n') // Flush returns the error
	}
	fmt.Fprint(d, "</pre></body></html>\n")
	return d.Flush()
}

// writeSpan writes text in one style, and as a link if link is allowed.
func writeSpan(d *bufio.Writer, text, style, link string) {
	open, closed := "", ""
	if style != "" {
		open, closed = `<span style="`+style+`">`, "</span>"
	}
	if leads(link) {
		open, closed = `<a href="`+html.EscapeString(link)+`">`+open, closed+"</a>"
	}
	fmt.Fprint(d, open, html.EscapeString(text), closed)
}

// linkSchemes are the schemes allowed in links: none that runs anything.
var linkSchemes = []string{"http", "https", "ftp", "mailto", "file"}

// leads reports whether a link may be written.
func leads(link string) bool {
	u, err := url.Parse(link)
	return link != "" && err == nil && slices.Contains(linkSchemes, strings.ToLower(u.Scheme))
}

// htmlStyle returns a style as CSS declarations; empty for the default style.
func htmlStyle(c Colors, s grid.Style) string {
	s.Link = 0
	if s == (grid.Style{}) {
		return ""
	}
	l := c.lookOf(s)
	var all []string
	if l.hidden {
		l.fg = l.bg
	}
	if l.fg != c.Foreground {
		all = append(all, "color:"+hex(l.fg))
	}
	if l.bg != c.Background {
		all = append(all, "background:"+hex(l.bg))
	}
	if l.bold {
		all = append(all, "font-weight:bold")
	}
	if l.italic {
		all = append(all, "font-style:italic")
	}
	if lines := l.lines(); len(lines) > 0 {
		all = append(all, "text-decoration:"+strings.Join(lines, " "))
	}
	return strings.Join(all, ";")
}
