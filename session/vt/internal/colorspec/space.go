package colorspec

import "math"

// xyz is a colour of CIE 1931; the white of the assumed screen has a Y of 1.
type xyz [3]float64

// fromXYZ and toXYZ are the light of the assumed screen's channels for a colour, and
// the reverse.
var (
	fromXYZ = [3][3]float64{
		{3.48340481253539000, -1.52176374927285200, -0.55923133354049780},
		{-1.07152751306193600, 1.96593795204372400, 0.03673691339553462},
		{0.06351179790497788, -0.20020501000496480, 0.81070942031648220},
	}
	toXYZ = [3][3]float64{
		{0.38106149108714790, 0.32025712365352110, 0.24834578525933100},
		{0.20729745115140850, 0.68054638776373240, 0.11215616108485920},
		{0.02133944350088028, 0.14297193020246480, 1.24172892629665500},
	}
)

func times(m *[3][3]float64, v [3]float64) (out [3]float64) {
	for i, row := range m {
		out[i] = row[0]*v[0] + row[1]*v[1] + row[2]*v[2]
	}
	return out
}

var (
	white = xyz(times(&toXYZ, [3]float64{1, 1, 1}))
	// whiteU and whiteV are white's chromaticity.
	whiteU, whiteV = chromaticity(white)
)

// chromaticity is u' and v' of a colour.
func chromaticity(c xyz) (u, v float64) {
	d := c[0] + 15*c[1] + 3*c[2]
	if d == 0 {
		return 0, 0
	}
	return 4 * c[0] / d, 9 * c[1] / d
}

// spaces are the colour spaces of X(7), by their names in lower case. Where Xlib's
// formulas differ from those of CIE, these follow Xlib.
var spaces = map[string]func(v [3]float64) xyz{
	"ciexyz": func(v [3]float64) xyz { return xyz(v) },
	"cieuvy": func(v [3]float64) xyz { return fromUVY(v[0], v[1], v[2]) },
	"ciexyy": fromXYY,
	"cielab": fromLab,
	"cieluv": fromLuv,
	"tekhvc": func(v [3]float64) xyz { return hvc{v[0], v[1], v[2]}.xyz() },
}

func fromUVY(u, v, y float64) xyz {
	d := 6*u - 16*v + 12
	if d == 0 || v == 0 {
		return xyz{0, y, 0}
	}
	cx, cy := 9*u/d, 4*v/d
	return xyz{cx * y / cy, y, (1 - cx - cy) * y / cy}
}

func fromXYY(v [3]float64) xyz {
	cx, cy, y := v[0], v[1], v[2]
	if cy == 0 {
		cy = 1e-5
	}
	return xyz{cx * y / cy, y, (1 - cx - cy) * y / cy}
}

// fromLab has the dark end of Xlib, which is a hundred times too light.
func fromLab(v [3]float64) xyz {
	l, a, b := v[0], v[1], v[2]
	root := (l + 16) / 116
	if cube(root) < 0.008856 {
		root = l / 9.03292
		return xyz{white[0] * (a/3893.5 + root), root, white[2] * (root - b/1557.4)}
	}
	return xyz{white[0] * cube(root+a/5), cube(root), white[2] * cube(root-b/2)}
}

// fromLuv takes the chroma for a hundredth of what CIE does.
func fromLuv(v [3]float64) xyz {
	l, u, w := v[0], v[1], v[2]
	if l == 0 {
		return fromUVY(whiteU, whiteV, 0)
	}
	scale := 13 * l / 100
	return fromUVY(u/scale+whiteU, w/scale+whiteV, luminance(l))
}

// luminance is the Y of a lightness of CIE, of 0 to 100.
func luminance(l float64) float64 {
	if l < 7.99953624 {
		return l / 903.29
	}
	return cube((l + 16) / 116)
}

func cube(v float64) float64 { return v * v * v }

// lightness is the reverse.
func lightness(y float64) float64 {
	if y < 0.008856 {
		return y * 903.29
	}
	return 116*math.Cbrt(y) - 16
}
