package colorspec

// tube is how one channel of the assumed screen answers to a signal.
type tube struct {
	// lit is the lowest signal that gives light.
	lit int
	// light is what the signals lit, lit+5, ... 255 give, in millionths of the most.
	light []float64
}

// tubes are the screen that Xlib assumes, a Tektronix 119-2451-00, as measured by its
// maker (libX11, Xcms).
var tubes = [3]tube{
	{ // red
		lit: 10,
		light: []float64{
			936, 1481, 2329, 3529, 5127, 7169, 9699, 12759, 16392, 20637, 25533, 31119,
			37431, 44504, 52373, 61069, 70624, 81070, 92433, 104744, 118026, 132307,
			147610, 163958, 181371, 199871, 219475, 240202, 262069, 285089, 309278,
			334647, 361208, 388971, 417945, 448138, 479555, 512202, 546082, 581199,
			617552, 655144, 693971, 734031, 775322, 817837, 861571, 906515, 952662,
			1000000,
		},
	},
	{ // green
		lit: 20,
		light: []float64{
			832, 1998, 3612, 5736, 8428, 11745, 15740, 20463, 25960, 32275, 39449, 47519,
			56520, 66484, 77439, 89409, 102418, 116485, 131625, 147853, 165176, 183604,
			203140, 223783, 245533, 268384, 292327, 317351, 343441, 370580, 398747,
			427919, 458068, 489165, 521176, 554067, 587797, 622324, 657604, 693588,
			730225, 767459, 805235, 843491, 882164, 921187, 960490, 1000000,
		},
	},
	{ // blue
		lit: 15,
		light: []float64{
			1341, 2080, 3188, 4729, 6766, 9357, 12559, 16424, 21004, 26344, 32489, 39481,
			47357, 56154, 65903, 76634, 88373, 101145, 114968, 129862, 145841, 162915,
			181095, 200386, 220791, 242309, 264937, 288670, 313499, 339410, 366390,
			394421, 423481, 453547, 484592, 516587, 549498, 583291, 617925, 653361,
			689553, 726454, 764013, 802178, 840891, 880093, 919723, 959715, 1000000,
		},
	},
}

// signal is the signal, of 8 bits, that gives a light between 0 and 1.
func (t *tube) signal(light float64) uint8 {
	light *= 1e6
	from, below := float64(t.lit-1), 0.0
	if light <= 0 {
		return 0
	}
	for i, above := range t.light {
		to := float64(t.lit + 5*i)
		if light <= above {
			return nearest(from + (to-from)*(light-below)/(above-below))
		}
		from, below = to, above
	}
	return 255
}

// nearest rounds as Xlib does: a half goes down.
func nearest(v float64) uint8 { return uint8(v + 0.499) }

// emitted is the colour whose channels give as much light as asked for.
func emitted(light [3]float64) (r, g, b uint8, ok bool) {
	for _, v := range light {
		if v < 0 || v > 1 {
			return 0, 0, 0, false
		}
	}
	return tubes[0].signal(light[0]), tubes[1].signal(light[1]), tubes[2].signal(light[2]), true
}
