package picture

import (
	"sync"

	"math"
)

// signs are characters that programs use and many fonts lack. Each is drawn as strokes through
// points in fractions of a cell.
var signs = sync.OnceValue(func() map[rune][][2]float64 {
	return map[rune][][2]float64{
		'✓': {{0.12, 0.55}, {0.38, 0.75}, {0.88, 0.3}},
		'✔': {{0.12, 0.55}, {0.38, 0.75}, {0.88, 0.3}},
		'✗': {{0.15, 0.32}, {0.85, 0.72}, {0.5, 0.52}, {0.15, 0.72}, {0.85, 0.32}},
		'✘': {{0.15, 0.32}, {0.85, 0.72}, {0.5, 0.52}, {0.15, 0.72}, {0.85, 0.32}},
		'↶': {{0.9, 0.7}, {0.85, 0.5}, {0.65, 0.38}, {0.4, 0.4}, {0.15, 0.58}, {0.15, 0.36}, {0.15, 0.58}, {0.42, 0.62}},
		'▸': {{0.3, 0.35}, {0.7, 0.52}, {0.3, 0.69}, {0.3, 0.35}, {0.5, 0.52}, {0.35, 0.6}},
		'▶': {{0.15, 0.3}, {0.85, 0.52}, {0.15, 0.74}, {0.15, 0.3}, {0.5, 0.52}, {0.25, 0.62}},
		'❯': {{0.3, 0.28}, {0.7, 0.52}, {0.3, 0.76}},
		'⏎': {{0.85, 0.3}, {0.85, 0.6}, {0.2, 0.6}, {0.4, 0.5}, {0.2, 0.6}, {0.4, 0.7}},
	}
})

// sign returns the boxes that draw a character of [signs] in a cell of the given size in
// pixels.
func sign(r rune, w, h float64) []box {
	points := signs()[r]
	pen := thickness(light, w) * 0.6
	var out []box
	for i := 1; i < len(points); i++ {
		x0, y0, x1, y1 := points[i-1][0], points[i-1][1], points[i][0], points[i][1]
		steps := int(math.Ceil(math.Hypot((x1-x0)*w, (y1-y0)*h)))
		for s := range steps + 1 {
			at := float64(s) / float64(max(steps, 1))
			x, y := x0+(x1-x0)*at, y0+(y1-y0)*at
			out = append(out, box{x - pen/w, y - pen/h, x + pen/w, y + pen/h, 1})
		}
	}
	return out
}
