package bars

import (
	"maps"
	"strings"

	"dormer/session/grid"
)

// TitleSpot is a piece of a title: the columns [X, End) of its line, its text, and the part of
// the format that it shows, empty for none.
type TitleSpot struct {
	X, End int
	Text   string
	Part   string
}

// leastName is the width in columns that a long name or command is cut to at first.
const leastName = 24

// PlaceTitle lays out a title in cols columns of a line from column x, with a blank at each
// end. values maps the parts of format to their texts. If there is too little room, it first
// cuts a long name or command, then shortens the directory, and then drops words from the end.
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

// titleWords returns the words of a title that fit into cols columns. The last of them may have
// to be cut.
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

// DirWordings returns ever shorter forms of a directory: the whole path, its last two names and
// its last name.
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
