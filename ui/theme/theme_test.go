package theme

import (
	"testing"

	"dormer/session/grid"
	"dormer/ui/config"
)

func TestThemeFollowsTheBackground(t *testing.T) {
	c := config.Default().Theme
	c.Name, c.Light, c.Dark = "nord", "github-light", "dracula"
	black, white := grid.RGB(0, 0, 0), grid.RGB(255, 255, 255)
	for _, tt := range []struct {
		bg   grid.Color
		want string
	}{{grid.DefaultColor, "nord"}, {white, "github-light"}, {black, "dracula"}} {
		if got := Name(c, tt.bg); got != tt.want {
			t.Errorf("on %v: %s, want %s", tt.bg, got, tt.want)
		}
	}
	light, _ := paletteOf("github-light")
	if got := Of(c, black, white); got.Accent != light.accent {
		t.Errorf("on white the accent is %v, want %v", got.Accent, light.accent)
	}
}

func TestCustomColours(t *testing.T) {
	c := config.Default().Theme
	c.Name = "nord"
	c.Colors = map[config.Role]string{"accent": "red", "bar": "#102030"}
	got := Of(c, grid.DefaultColor, grid.DefaultColor)
	if got.Accent != grid.Indexed(1) || got.Bar.BG != grid.RGB(0x10, 0x20, 0x30) {
		t.Errorf("%+v", got)
	}
}

// contrast returns the contrast ratio of two colours (WCAG 2, relative luminance).
func contrast(a, b grid.Color) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// The text of every theme is readable.
func TestThemesAreReadable(t *testing.T) {
	if n := len(schemes); n < 12 {
		t.Errorf("only %d themes", n)
	}
	for _, s := range schemes {
		p := s.palette()
		for _, pair := range []struct {
			what   string
			fg, bg grid.Color
			least  float64
		}{
			{"text of bars", p.barText, p.bar, 4}, {"muted in bars", p.barMuted, p.bar, 2.2}, {"accent in bars", p.accent, p.bar, 2.8},
			{"active text", p.activeText, p.active, 3}, {"muted on the ground", p.muted, p.activeText, 2.8},
			{"success", p.good, p.activeText, 3}, {"failure", p.bad, p.activeText, 3}, {"warning", p.warn, p.activeText, 3},
			{"success in bars", p.good, p.bar, 2.8}, {"failure in bars", p.bad, p.bar, 2.8}, {"warning in bars", p.warn, p.bar, 2.8},
		} {
			if c := contrast(pair.fg, pair.bg); c < pair.least {
				t.Errorf("%s: %s has a contrast of %.1f, want %.1f", s.name, pair.what, c, pair.least)
			}
		}
	}
}

func luminance(c grid.Color) float64 {
	r, g, b, _ := c.RGB()
	channel := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		x = (x + 0.055) / 1.055
		return x * x * (0.6 + 0.4*x) // within a hundredth of the power of 2.4
	}
	return 0.2126*channel(r) + 0.7152*channel(g) + 0.0722*channel(b)
}

// Highlighted text has a colour that is readable on any terminal, and that bold does not change.
func TestHighlightedTextIsReadable(t *testing.T) {
	th := Of(config.Default().Theme, grid.DefaultColor, grid.DefaultColor)
	for what, s := range map[string]grid.Style{"match": th.Match, "match here": th.MatchHere, "sync": th.Sync} {
		fg, bg := s.FG, s.BG
		if s.Attrs&grid.Reverse != 0 {
			fg, bg = bg, fg
		} else if s.Attrs&grid.Bold != 0 {
			t.Errorf("%s: bold black is grey in many terminals", what)
		}
		if fg != black || bg == black || bg == grid.DefaultColor {
			t.Errorf("%s: %v on %v", what, fg, bg)
		}
	}
}

// Active elements are recognizable without colours.
func TestThemesWithoutColours(t *testing.T) {
	for _, name := range Names() {
		c := config.Default().Theme
		c.Name = name
		th := Of(c, grid.DefaultColor, grid.DefaultColor)
		for what, s := range map[string]grid.Style{"tab": th.ActiveTab, "footer": th.Footer, "prefix": th.Prefix} {
			if s.Attrs&grid.Reverse == 0 && (what != "footer" || s.Attrs&grid.Bold == 0) {
				t.Errorf("%s: only the colour marks the active %s", name, what)
			}
		}
		if th.ActiveTitle.Attrs&grid.Bold == 0 {
			t.Errorf("%s: only the colour marks the active title", name)
		}
	}
}

// Without colours only active and highlighted elements and footers are in reverse video.
func TestThemesWithoutShades(t *testing.T) {
	for _, name := range Names() {
		c := config.Default().Theme
		c.Name = name
		th := Of(c, grid.RGB(200, 200, 200), grid.RGB(20, 20, 20)).Shadeless()
		for what, s := range map[string]grid.Style{"bar": th.Bar, "tab": th.Tab, "status": th.Status, "chip": th.Chip, "notice": th.Notice, "hint": th.Hint, "surface": th.Surface} {
			if s.BG != grid.DefaultColor || s.Attrs&grid.Reverse != 0 {
				t.Errorf("%s: the %s has a background", name, what)
			}
		}
		if th.Footer.Attrs&grid.Reverse == 0 || th.ActiveTab.Attrs&grid.Reverse == 0 {
			t.Errorf("%s: nothing marks the active element", name)
		}
	}
}

func TestThemeFollowsTheTerminalsColours(t *testing.T) {
	black, white := grid.RGB(0, 0, 0), grid.RGB(255, 255, 255)
	tests := []struct {
		name          string
		fg, bg        grid.Color
		Accent, Muted grid.Color
	}{
		{"unknown", 0, 0, grid.Indexed(6), grid.Indexed(8)},
		{"dark", white, black, grid.Indexed(6), grid.RGB(140, 140, 140)},
		{"light", black, white, grid.Indexed(4), grid.RGB(114, 114, 114)},
		{"background_alone", 0, white, grid.Indexed(4), grid.Indexed(8)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Of(config.Default().Theme, tt.fg, tt.bg); got.Accent != tt.Accent || got.Muted != tt.Muted {
				t.Errorf("accent %x, muted %x", got.Accent, got.Muted)
			}
		})
	}
}

func TestBoxRunes(t *testing.T) {
	for _, tt := range []struct {
		up, right, down, left int
		want                  rune
	}{
		{1, 0, 1, 0, '│'}, {2, 0, 2, 0, '┃'}, {0, 1, 0, 1, '─'}, {1, 1, 1, 1, '┼'}, {0, 1, 1, 1, '┬'}, {2, 2, 2, 2, '╋'}, {1, 2, 2, 0, '┢'},
	} {
		if got := boxRunes[((tt.up*3+tt.right)*3+tt.down)*3+tt.left]; got != tt.want {
			t.Errorf("arms %+v: got %c, want %c", tt, got, tt.want)
		}
	}
	for _, r := range boxRunes[1:] {
		if grid.RuneWidth(r) != 1 {
			t.Errorf("%c is %d columns wide", r, grid.RuneWidth(r))
		}
	}
}
