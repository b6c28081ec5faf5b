package transcript

import (
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/links"
)

// joined is a logical line, across wraps, with the cell and the address (OSC 8) of each character.
type joined struct {
	text  []rune
	cells []links.Piece
	uris  []string
}

// Links returns the links in some lines of a session's text, from the top: those that the child
// marked (OSC 8) and those found in the text. It ignores lines that are not loaded.
func Links(c *client.Session, r wire.Range) []links.Placed { return inLines(c, r, links.Find) }

// Words returns these links and other words that are often copied ([links.Words]).
func Words(c *client.Session, r wire.Range) []links.Placed { return inLines(c, r, links.Words) }

func inLines(c *client.Session, r wire.Range, find func(string) []links.Link) (out []links.Placed) {
	for _, j := range joinedLines(c, r) {
		out = append(out, j.links(find)...)
	}
	return out
}

// joinedLines returns logical lines, across wraps.
func joinedLines(c *client.Session, r wire.Range) []joined {
	var out []joined
	goesOn := false
	add := func(n uint64, cells []grid.Cell, wrapped bool, pal *grid.Palette) {
		if !goesOn {
			out = append(out, joined{})
		}
		out[len(out)-1].add(n, cells, pal)
		goesOn = wrapped
	}
	var pal *grid.Palette
	above := r
	c.View(func(rep *client.Replica) {
		pal = rep.Palette()
		above.End = min(r.End, rep.Page().First)
	})
	c.HistoryText(above, func(n uint64, cells []grid.Cell, wrapped bool) { add(n, cells, wrapped, pal) })
	c.View(func(rep *client.Replica) {
		page := rep.Page()
		for y := range page.Len() {
			if n := page.First + uint64(y); n >= r.First && n < r.End {
				cells, wrapped := page.Row(y)
				add(n, cells, wrapped, pal)
			}
		}
	})
	return out
}

// add appends a line's characters.
func (j *joined) add(n uint64, cells []grid.Cell, pal *grid.Palette) {
	for x, r := range runesOf(cells, pal) {
		if cells[x].Flags&grid.Tail != 0 {
			continue
		}
		j.text = append(j.text, r)
		j.cells = append(j.cells, links.Piece{Line: n, From: x, End: x + max(cells[x].Width(), 1)})
		j.uris = append(j.uris, pal.Link(pal.Style(cells[x].Style).Link).URI)
	}
}

// links returns the links that the child marked (OSC 8) and those that find returns.
func (j *joined) links(find func(string) []links.Link) (out []links.Placed) {
	for i := 0; i < len(j.text); {
		end := i + 1
		for end < len(j.text) && j.uris[end] == j.uris[i] {
			end++
		}
		if uri := j.uris[i]; uri != "" && links.Allowed(uri) {
			out = append(out, links.Placed{Target: links.Target{URI: uri, Text: uri}, Pieces: pieces(j.cells[i:end])})
		}
		i = end
	}
	for _, l := range find(string(j.text)) {
		if j.uris[l.First] == "" {
			out = append(out, links.Placed{Target: l.Target(), Pieces: pieces(j.cells[l.First:l.End])})
		}
	}
	return out
}

// pieces joins adjacent cells.
func pieces(cells []links.Piece) (out []links.Piece) {
	for _, c := range cells {
		if n := len(out); n > 0 && out[n-1].Line == c.Line && out[n-1].End == c.From {
			out[n-1].End = c.End
		} else {
			out = append(out, c)
		}
	}
	return out
}
