package located

import "slices"

// Nearest is the one of some names that was meant perhaps: a third of it at most is
// written otherwise. Two letters that changed places are one difference.
func Nearest(name string, names []string) (string, bool) {
	best, least := "", min(max(len([]rune(name))/3, 1)+1, len([]rune(name)))
	for _, n := range names {
		if d := distance([]rune(name), []rune(n)); d < least {
			best, least = n, d
		}
	}
	return best, best != ""
}

// distance is how many letters have to be written, left out, changed or swapped with
// the next to make b of a (optimal string alignment).
func distance(a, b []rune) int {
	var before []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		above := slices.Clone(row)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := above[j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			row[j] = min(change, above[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before = above
	}
	return row[len(b)]
}
