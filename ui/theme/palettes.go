package theme

import (
	"fmt"

	"dormer/session/grid"
	"dormer/ui/config"
)

// palette holds the colours of a theme, by purpose.
type palette struct {
	accent, muted, border, activeBorder        grid.Color
	bar, barText, barMuted, active, activeText grid.Color
	good, bad, warn                            grid.Color
	text, ground                               grid.Color // of dialogs
}

// terminalPalette returns the palette that follows a terminal with these default colours.
func terminalPalette(fg, bg grid.Color) palette {
	p := palette{
		accent: grid.Indexed(6), muted: grid.Indexed(8),
		good: grid.Indexed(2), bad: grid.Indexed(1), warn: grid.Indexed(3),
	}
	if IsLight(bg) {
		p.accent = grid.Indexed(4) // cyan on white is hard to see, and so are green and yellow
		p.good, p.bad, p.warn = grid.RGB(0x1a, 0x7f, 0x37), grid.RGB(0xc4, 0x1e, 0x3a), grid.RGB(0x8f, 0x5f, 0x00)
	}
	if mixed, ok := mix(fg, bg, 55); ok {
		p.muted = mixed // the palette's grey is the background of some themes
		p.bar, _ = mix(fg, bg, 9)
		p.active = p.accent
	}
	p.border, p.activeBorder, p.barMuted, p.ground = p.muted, p.accent, p.muted, bg
	return p
}

// Terminal is the name of the theme that follows the terminal.
const Terminal = "terminal"

// scheme is a well-known colour scheme: its colours for the background, text, accents, muted text,
// and surfaces above the background; its green, red and yellow.
type scheme struct {
	name                           string
	ground, text, accent, dim, bar uint32
	good, bad, warn                uint32
}

// schemes are the schemes known by name. Their colours are those that their authors publish, except
// for a few that were not readable.
var schemes = []scheme{
	{"catppuccin-mocha", 0x1e1e2e, 0xcdd6f4, 0x89b4fa, 0x7f849c, 0x313244, 0xa6e3a1, 0xf38ba8, 0xf9e2af},
	{"catppuccin-latte", 0xeff1f5, 0x4c4f69, 0x1e66f5, 0x7c7f93, 0xdce0e8, 0x2f7d20, 0xd20f39, 0x9a5b00},
	{"gruvbox-dark", 0x282828, 0xebdbb2, 0xfabd2f, 0x928374, 0x3c3836, 0xb8bb26, 0xfb4934, 0xfe8019},
	{"gruvbox-light", 0xfbf1c7, 0x3c3836, 0x9d5f0e, 0x7c6f64, 0xebdbb2, 0x6c6700, 0x9d0006, 0xaf3a03},
	{"solarized-dark", 0x002b36, 0x93a1a1, 0x268bd2, 0x657b83, 0x073642, 0x859900, 0xe04b48, 0xb58900},
	{"solarized-light", 0xfdf6e3, 0x586e75, 0x268bd2, 0x839496, 0xeee8d5, 0x5f6e00, 0xdc322f, 0x8f6b00},
	{"dracula", 0x282a36, 0xf8f8f2, 0xbd93f9, 0x8390c0, 0x44475a, 0x50fa7b, 0xff7979, 0xf1fa8c},
	{"nord", 0x2e3440, 0xd8dee9, 0x88c0d0, 0x7b88a1, 0x3b4252, 0xa3be8c, 0xd57780, 0xebcb8b},
	{"tokyo-night", 0x1a1b26, 0xc0caf5, 0x7aa2f7, 0x737aa2, 0x292e42, 0x9ece6a, 0xf7768e, 0xe0af68},
	{"one-dark", 0x282c34, 0xabb2bf, 0x61afef, 0x7f848e, 0x31353f, 0x98c379, 0xe06c75, 0xe5c07b},
	{"rose-pine", 0x191724, 0xe0def4, 0xc4a7e7, 0x908caa, 0x26233a, 0x9ccfd8, 0xeb6f92, 0xf6c177},
	{"everforest", 0x2d353b, 0xd3c6aa, 0xa7c080, 0x859289, 0x3d484d, 0xa7c080, 0xe67e80, 0xdbbc7f},
	{"kanagawa", 0x1f1f28, 0xdcd7ba, 0x7e9cd8, 0x8a8980, 0x2a2a37, 0x98bb6c, 0xe46876, 0xe6c384},
	{"github-light", 0xffffff, 0x1f2328, 0x0969da, 0x656d76, 0xeaeef2, 0x1a7f37, 0xcf222e, 0x9a6700},
}

// Names returns the names of all themes.
func Names() []string {
	names := []string{Terminal}
	for _, s := range schemes {
		names = append(names, s.name)
	}
	return names
}

// paletteOf returns the colours of a scheme, or false if there is no scheme of that name.
func paletteOf(name string) (palette, bool) {
	for _, s := range schemes {
		if s.name == name {
			return s.palette(), true
		}
	}
	return palette{}, false
}

// MadeForLight reports whether a theme is made for light backgrounds. known is false for the theme
// that follows the terminal, and for unknown names.
func MadeForLight(name string) (light, known bool) {
	p, known := paletteOf(name)
	return known && IsLight(p.activeText), known
}

func (s scheme) palette() palette {
	rgb := func(n uint32) grid.Color { return grid.RGB(uint8(n>>16), uint8(n>>8), uint8(n)) }
	return palette{
		accent: rgb(s.accent), muted: rgb(s.dim), border: rgb(s.dim), activeBorder: rgb(s.accent),
		bar: rgb(s.bar), barText: rgb(s.text), barMuted: rgb(s.dim), active: rgb(s.accent), activeText: rgb(s.ground),
		good: rgb(s.good), bad: rgb(s.bad), warn: rgb(s.warn),
		text: rgb(s.text), ground: rgb(s.ground),
	}
}

// override replaces the colours of the configured roles.
func (p *palette) override(colors map[config.Role]string) {
	for role, text := range colors {
		c, err := config.ParseColor(text)
		if text == "" || err != nil {
			continue // the error was reported when the configuration was read
		}
		switch role {
		case "accent":
			p.accent = c
		case "muted":
			p.muted, p.barMuted = c, c
		case "border":
			p.border = c
		case "active_border":
			p.activeBorder = c
		case "bar":
			p.bar = c
		case "bar_text":
			p.barText = c
		case "active":
			p.active = c
		case "active_text":
			p.activeText = c
		case "good":
			p.good = c
		case "bad":
			p.bad = c
		case "warn":
			p.warn = c
		}
	}
}

// Check returns a [config.Problem] for each configured theme name that does not exist.
func Check(c config.Config) (problems []error) {
	for key, name := range map[string]string{"theme.name": c.Theme.Name, "theme.light": c.Theme.Light, "theme.dark": c.Theme.Dark} {
		if _, ok := paletteOf(name); ok || name == Terminal || name == "" && key != "theme.name" {
			continue
		}
		err := fmt.Errorf("no theme is called %q: theme.choose lists all", name)
		if best, ok := config.Nearest(name, Names()); ok {
			err = fmt.Errorf("no theme is called %q: did you mean %q?", name, best)
		}
		problems = append(problems, config.Problem{At: c.From[key], Err: err})
	}
	return problems
}
