package keys

import (
	"testing"

	"dormer/session/grid"
)

func TestEncodeMouse(t *testing.T) {
	sgr := grid.Modes{Mouse: grid.MouseAny, MouseEncoding: grid.MouseEncSGR}
	press := Mouse{X: 4, Y: 2, Button: ButtonLeft}
	for _, tt := range []struct {
		name  string
		event Mouse
		modes grid.Modes
		want  string
	}{
		{"press", press, sgr, "\x1b[<0;5;3M"},
		{"release", Mouse{X: 4, Y: 2, Button: ButtonRight, Kind: MouseRelease}, sgr, "\x1b[<2;5;3m"},
		{"drag", Mouse{Button: ButtonMiddle, Kind: MouseMotion}, sgr, "\x1b[<33;1;1M"},
		{"motion", Mouse{Kind: MouseMotion}, sgr, "\x1b[<35;1;1M"},
		{"modifiers", Mouse{Button: ButtonLeft, Mod: Shift | Alt | Ctrl}, sgr, "\x1b[<28;1;1M"},
		{"wheel up", Mouse{Button: WheelUp}, sgr, "\x1b[<64;1;1M"},
		{"wheel down with ctrl", Mouse{Button: WheelDown, Mod: Ctrl}, sgr, "\x1b[<81;1;1M"},
		{"wheel right", Mouse{Button: WheelRight}, sgr, "\x1b[<67;1;1M"},
		{"wheel is not released", Mouse{Button: WheelUp, Kind: MouseRelease}, sgr, ""},
		{"back", Mouse{Button: ButtonBack}, sgr, "\x1b[<128;1;1M"},
		{"far away", Mouse{X: 4000, Y: 3000, Button: ButtonLeft}, sgr, "\x1b[<0;4001;3001M"},
		{"outside", Mouse{X: -1, Button: ButtonLeft}, sgr, ""},

		{"off", press, grid.Modes{}, ""},
		{"x10 mode press", Mouse{X: 4, Y: 2, Button: ButtonLeft, Mod: Ctrl}, grid.Modes{Mouse: grid.MouseX10}, "\x1b[M %#"},
		{"x10 mode release", Mouse{Button: ButtonLeft, Kind: MouseRelease}, grid.Modes{Mouse: grid.MouseX10}, ""},
		{"x10 mode wheel", Mouse{Button: WheelUp}, grid.Modes{Mouse: grid.MouseX10}, ""},
		{"normal mode drag", Mouse{Button: ButtonLeft, Kind: MouseMotion}, grid.Modes{Mouse: grid.MouseNormal}, ""},
		{"normal mode release", Mouse{Button: ButtonRight, Kind: MouseRelease}, grid.Modes{Mouse: grid.MouseNormal}, "\x1b[M#!!"},
		{"button mode drag", Mouse{Button: ButtonLeft, Kind: MouseMotion}, grid.Modes{Mouse: grid.MouseButton}, "\x1b[M@!!"},
		{"button mode motion", Mouse{Kind: MouseMotion}, grid.Modes{Mouse: grid.MouseButton}, ""},
		{"any mode motion", Mouse{Kind: MouseMotion}, grid.Modes{Mouse: grid.MouseAny}, "\x1b[MC!!"},

		{"x10 encoding, last column", Mouse{X: 222, Button: ButtonLeft}, grid.Modes{Mouse: grid.MouseNormal}, "\x1b[M \xff!"},
		{"x10 encoding, beyond", Mouse{X: 223, Button: ButtonLeft}, grid.Modes{Mouse: grid.MouseNormal}, ""},
		{"utf-8 encoding", Mouse{X: 222, Y: 94, Button: ButtonLeft}, grid.Modes{Mouse: grid.MouseNormal, MouseEncoding: grid.MouseEncUTF8}, "\x1b[M ÿ\x7f"},
		{"utf-8 encoding, last column", Mouse{X: 2014, Button: ButtonLeft}, grid.Modes{Mouse: grid.MouseNormal, MouseEncoding: grid.MouseEncUTF8}, "\x1b[M \u07ff!"},
		{"utf-8 encoding, beyond", Mouse{Y: 2015, Button: ButtonLeft}, grid.Modes{Mouse: grid.MouseNormal, MouseEncoding: grid.MouseEncUTF8}, ""},
		{"urxvt encoding", press, grid.Modes{Mouse: grid.MouseNormal, MouseEncoding: grid.MouseEncURXVT}, "\x1b[32;5;3M"},
		{"urxvt encoding, release", Mouse{Button: ButtonLeft, Kind: MouseRelease}, grid.Modes{Mouse: grid.MouseNormal, MouseEncoding: grid.MouseEncURXVT}, "\x1b[35;1;1M"},
		{"pixels", press, grid.Modes{Mouse: grid.MouseNormal, MouseEncoding: grid.MouseEncSGRPixels}, "\x1b[<0;45;50M"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(EncodeMouse(nil, tt.event, tt.modes)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestEncodeWheelAsArrows(t *testing.T) {
	for _, tt := range []struct {
		down  bool
		modes grid.Modes
		want  string
	}{
		{false, grid.Modes{}, "\x1b[A\x1b[A\x1b[A"},
		{true, grid.Modes{AppCursor: true}, "\x1bOB\x1bOB\x1bOB"},
		{true, grid.Modes{AppCursor: true, Kitty: 1}, "\x1b[B\x1b[B\x1b[B"},
	} {
		if got := string(EncodeWheelAsArrows(nil, tt.down, 3, tt.modes)); got != tt.want {
			t.Errorf("down %v, %+v: got %q, want %q", tt.down, tt.modes, got, tt.want)
		}
	}
}
