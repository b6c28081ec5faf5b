package bars

import (
	"maps"
	"strings"

	"dormer/session/grid"
)

// TitleSpot is a piece of a title: the columns [X, End) of its line, what it says, and
// the part of the format that this is, empty for none.
type TitleSpot struct {
	X, End int
	Text   string
	Part   string
}

// leastName is what a long name or command is cut to before anything else goes.
const leastName = 24

// PlaceTitle gives what a title says its places in a line, from a column on and in so
// many columns with a blank at both ends. Where that is too little, a long name or
// command is cut and a directory shortened; then what is at the end goes.
func PlaceTitle(format string, values map[string]string, x, cols int) []TitleSpot {
	all := titleWords(format, values, cols-2)
	var out []TitleSpot
	end := x + cols - 1
	x++
	for i, w := range all {
		if i > 0 {
			x += w.gap
		}
		text := grid.Cut(w.text, max(end-x, 0))
		width := grid.StringWidth(text)
		if width == 0 {
			break
		}
		out = append(out, TitleSpot{X: x, End: x + width, Text: text, Part: w.part})
		x += width
	}
	return out
}

// titleWords are the words of a title that have room in a number of columns, but for the
// last, which may have to be cut.
func titleWords(format string, values map[string]string, cols int) []word {
	all := words(format, values)
	if widthOfWords(all) <= cols {
		return all
	}
	values = maps.Clone(values)
	for _, name := range []string{"{title}", "{command}"} {
		room := cols - widthOfWords(all) + grid.StringWidth(values[name])
		values[name] = grid.Cut(values[name], max(room, leastName))
		if all = words(format, values); widthOfWords(all) <= cols {
			return all
		}
	}
	for _, dir := range DirWordings(values["{directory}"]) {
		values["{directory}"] = dir
		if all = words(format, values); widthOfWords(all) <= cols {
			return all
		}
	}
	for len(all) > 1 && widthOfWords(all) > cols && !(len(all) == 2 && all[0].part == "{mark}") {
		all = all[:len(all)-1]
		for len(all) > 1 && sign(all[len(all)-1]) {
			all = all[:len(all)-1]
		}
	}
	return all
}

func widthOfWords(all []word) (n int) {
	for i, w := range all {
		if i > 0 {
			n += w.gap
		}
		n += grid.StringWidth(w.text)
	}
	return n
}

// DirWordings are a directory in ever fewer words: its last names say most.
func DirWordings(dir string) []string {
	out := []string{dir}
	names := strings.Split(strings.Trim(dir, "/"), "/")
	for _, n := range []int{2, 1} {
		if len(names) > n && dir != "" {
			if short := "…/" + strings.Join(names[len(names)-n:], "/"); grid.StringWidth(short) < grid.StringWidth(out[len(out)-1]) {
				out = append(out, short)
			}
		}
	}
	return out
}
