package colorspec

import "math"

// hvc is a colour of TekHVC: hue in degrees, value of 0 to 100, chroma.
type hvc struct{ hue, value, chroma float64 }

const chromaScale = 7.50725

// bestRed is the direction from white that has the hue 0.
var bestRed = math.Atan((0.4931-whiteV)/(0.7127-whiteU)) * 180 / math.Pi

func (c hvc) xyz() xyz {
	if c.value <= 0 || c.value >= 100 {
		return fromUVY(whiteU, whiteV, min(max(c.value/100, 0), 1))
	}
	angle := (c.hue + bestRed) * math.Pi / 180
	far := c.chroma / (c.value * chromaScale)
	return fromUVY(math.Cos(angle)*far+whiteU, math.Sin(angle)*far+whiteV, luminance(c.value))
}

func (c xyz) hvc() hvc {
	u, v := chromaticity(c)
	u, v = u-whiteU, v-whiteV
	hue := math.Atan2(v, u)*180/math.Pi - bestRed
	value := lightness(c[1])
	return hvc{math.Mod(hue+720, 360), value, value * chromaScale * math.Hypot(u, v)}
}

// slop is how far light may be outside of what a screen gives before the colour
// counts as none that it can show.
const slop = 0.001

func fits(light [3]float64) bool {
	for _, v := range light {
		if !(v >= -slop && v <= 1+slop) {
			return false
		}
	}
	return true
}

// shown is a colour on the assumed screen, or the nearest of its hue and value that
// the screen can show (XcmsTekHVCClipC).
func shown(c xyz) (r, g, b uint8, ok bool) {
	light := times(&fromXYZ, c)
	if !fits(light) {
		light = times(&fromXYZ, c.hvc().clipped().xyz())
		// On the edge a channel is dark, and two signals are. Which of them Xlib takes
		// hangs on its roundings; here it is always the upper one.
		for i, v := range light {
			light[i] = max(v, 1e-9)
		}
	}
	if !fits(light) {
		return 0, 0, 0, false
	}
	for i, v := range light {
		light[i] = min(max(v, 0), 1)
	}
	return emitted(light)
}

// clipped is the colour of a hue and a value with the most chroma that the screen can
// show.
func (c hvc) clipped() hvc {
	c.value = min(max(c.value, 0), 100)
	corner, light := purest(c.hue)
	if c.value <= corner.value {
		c.chroma = c.value * corner.chroma / corner.value
		return c
	}
	low, high := 0.0, 1.0 // how much white is mixed into it
	for range 40 {
		share := (low + high) / 2
		mixed := light
		for i := range mixed {
			mixed[i] += share * (1 - mixed[i])
		}
		at := xyz(times(&toXYZ, mixed)).hvc()
		c.chroma = at.chroma
		if at.value < c.value {
			low = share
		} else {
			high = share
		}
	}
	return c
}

// purest is the colour of a hue with the most chroma, and the light that shows it:
// one channel dark, another full.
func purest(hue float64) (hvc, [3]float64) {
	light := times(&fromXYZ, hvc{hue, 40, 120}.xyz())
	least := min(light[0], light[1], light[2])
	most := max(light[0], light[1], light[2]) - least
	for i := range light {
		light[i] = (light[i] - least) / most
	}
	return xyz(times(&toXYZ, light)).hvc(), light
}
