package picture_test

import (
	"strings"
	"testing"

	"dormer/session/grid"
	"dormer/ui/picture"
)

// A page has the text with its colours and links, and no part of the text becomes HTML.
func TestHTML(t *testing.T) {
	p := grid.NewPalette()
	style := func(s grid.Style, uri string) uint16 {
		s.Link = p.LinkID(grid.Link{URI: uri})
		return p.StyleID(s)
	}
	var cells []grid.Cell
	write := func(text string, style uint16) {
		for _, r := range text {
			cells = append(cells, grid.Cell{Char: uint32(r), Style: style})
		}
	}
	write("<b>&", style(grid.Style{FG: grid.Indexed(1), Attrs: grid.Bold}, ""))
	write("here", style(grid.Style{}, `https://example.com/?a="b"&c`))
	write("evil", style(grid.Style{}, "JavaScript:alert(1)"))
	s := picture.Screen{Cols: 20}
	s.Row(p, cells, false)
	s.Row(p, nil, false)
	var out strings.Builder
	if err := picture.HTML(&out, s, picture.Dark, "a <title>"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<title>a &lt;title&gt;</title>",
		`<span style="color:#f38ba8;font-weight:bold">&lt;b&gt;&amp;</span><a href="https://example.com/?a=&#34;b&#34;&amp;c">here</a>evil` + "\n</pre>",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s is missing in\n%s", want, out.String())
		}
	}
	if strings.Contains(strings.ToLower(out.String()), "javascript") {
		t.Errorf("a link executes something:\n%s", out.String())
	}
}
