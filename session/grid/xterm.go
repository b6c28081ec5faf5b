package grid

// basicColors are the first sixteen colours of xterm's palette.
var basicColors = [16]uint32{
	0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
	0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
}

// PaletteRGB returns entry i of xterm's default palette of 256 colours: sixteen basic
// colours, a cube of 6x6x6 and 24 greys.
func PaletteRGB(i uint8) (r, g, b uint8) {
	switch {
	case i < 16:
		c := basicColors[i]
		return uint8(c >> 16), uint8(c >> 8), uint8(c)
	case i >= 232:
		grey := 8 + 10*(i-232)
		return grey, grey, grey
	}
	i -= 16
	return cubeLevel(i / 36), cubeLevel(i / 6 % 6), cubeLevel(i % 6)
}

func cubeLevel(i uint8) uint8 {
	if i == 0 {
		return 0
	}
	return 55 + 40*i
}
