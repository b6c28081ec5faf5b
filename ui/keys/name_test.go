package keys

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

func TestName(t *testing.T) {
	for _, tt := range []struct {
		name string
		key  Key
		want string
	}{
		{"letter", FromRune('a'), "a"},
		{"upper case", FromRune('A'), "A"},
		{"upper case of caps lock", Key{Code: 'a', Mod: CapsLock, Text: "A"}, "A"},
		{"sign without a protocol", FromRune('%'), "%"},
		{"sign under kitty", Key{Code: '5', Mod: Shift, Shifted: '%', Text: "%"}, "%"},
		{"plus", FromRune('+'), "+"},
		{"ctrl and plus", Key{Code: '+', Mod: Ctrl}, "ctrl++"},
		{"space", FromRune(' '), "space"},
		{"shift space", Key{Code: ' ', Mod: Shift, Text: " "}, "shift+space"},
		{"ctrl space", FromRune(0), "ctrl+space"},
		{"ctrl b", FromRune(2), "ctrl+b"},
		{"num lock is ignored", Key{Code: 'b', Mod: Ctrl | NumLock | CapsLock}, "ctrl+b"},
		{"ctrl shift t", Key{Code: 't', Mod: Ctrl | Shift}, "ctrl+shift+t"},
		{"ctrl shift t with alternates", Key{Code: 't', Shifted: 'T', Mod: Ctrl | Shift}, "ctrl+shift+t"},
		{"alt sign under kitty", Key{Code: '5', Shifted: '%', Mod: Alt | Shift}, "alt+%"},
		{"alt sign in legacy", Key{Code: '%', Mod: Alt}, "alt+%"},
		{"alt upper case", Key{Code: 'a', Shifted: 'A', Mod: Alt | Shift}, "alt+shift+a"},
		{"function key", Key{Code: F5}, "f5"},
		{"arrow", Key{Code: Left, Mod: Ctrl | Shift}, "ctrl+shift+left"},
		{"all modifiers", Key{Code: Enter, Mod: Shift | Alt | Ctrl | Super | Hyper | Meta}, "ctrl+alt+shift+super+hyper+meta+enter"},
		{"release", Key{Code: 'a', Kind: Release}, "a"},
		{"release of an upper case letter", Key{Code: 'a', Mod: Shift, Kind: Release}, "A"},
		{"release of a sign", Key{Code: '5', Shifted: '%', Mod: Shift, Kind: Release}, "%"},
		{"keypad", Key{Code: Kp5, Text: "5"}, "kp5"},
		{"umlaut", FromRune('Ü'), "Ü"},
		{"cyrillic letter", FromRune('б'), "б"},
		{"ctrl on a cyrillic keyboard", Key{Code: 'и', Base: 'b', Mod: Ctrl}, "ctrl+b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.key.Name(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want Key
	}{
		{"a", Key{Code: 'a', Text: "a"}},
		{"A", Key{Code: 'a', Text: "A", Mod: Shift, Shifted: 'A'}},
		{"shift+a", Key{Code: 'a', Text: "A", Mod: Shift, Shifted: 'A'}},
		{"%", Key{Code: '%', Text: "%"}},
		{"+", Key{Code: '+', Text: "+"}},
		{"ctrl++", Key{Code: '+', Mod: Ctrl}},
		{"ctrl+b", Key{Code: 'b', Mod: Ctrl}},
		{"shift+ctrl+t", Key{Code: 't', Mod: Ctrl | Shift}},
		{"alt+A", Key{Code: 'a', Mod: Alt | Shift, Shifted: 'A'}},
		{"space", Key{Code: ' ', Text: " "}},
		{"shift+space", Key{Code: ' ', Text: " ", Mod: Shift}},
		{"escape", Key{Code: Escape}},
		{"shift+tab", Key{Code: Tab, Mod: Shift}},
		{"super+f35", Key{Code: F35, Mod: Super}},
	} {
		got, err := Parse(tt.in)
		if err != nil || got != tt.want {
			t.Errorf("Parse(%q) = %+v, %v, want %+v", tt.in, got, err, tt.want)
		}
	}
	for _, bad := range []string{"", "ctrl+", "ctrl", "ab", "ctrl+ctrl+a", "Ctrl+a", "f36", "\x01", "\xff", "\ue050"} {
		if k, err := Parse(bad); err == nil {
			t.Errorf("Parse(%q) = %+v, want an error", bad, k)
		} else if !strings.Contains(err.Error(), "write it like") {
			t.Errorf("Parse(%q): %v does not say what to do", bad, err)
		}
	}
}

// named generates a key that a keymap can name, in the form that Parse returns.
func named(t *rapid.T) Key {
	code := rapid.OneOf(
		rapid.SampledFrom(specialCodes()),
		// No key types a title case letter ("ǅ"), which has both a lower and an upper case.
		rapid.Rune().Filter(func(r rune) bool { _, err := parseBare(string(r)); return err == nil && !unicode.IsTitle(r) }),
	).Draw(t, "code")
	k := Key{Code: code}
	if !special(code) && code != Tab && code != Enter && code != Escape && code != Backspace {
		k = FromRune(code)
	}
	return k.with(Mod(rapid.Uint8().Draw(t, "mod")) & (Shift | Alt | Ctrl | Super | Hyper | Meta))
}

func specialCodes() (codes []rune) {
	for code := range codeNames() {
		codes = append(codes, code)
	}
	return codes
}

func TestParseInvertsName(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := named(t)
		if isUpperOf(k.Code, k.Shifted) && k.Text == "" {
			k.Shifted = 0 // a name does not contain the layout's effect of Shift
		}
		got, err := Parse(k.Name())
		if err != nil || got != k {
			t.Fatalf("Parse(%q) = %+v, %v, want %+v", k.Name(), got, err, k)
		}
	})
}

func TestNameOfParseIsCanonical(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := named(t)
		k.Shifted = rapid.SampledFrom([]rune{0, k.Shifted, '%', 'É'}).Draw(t, "shifted")
		k.Base = rapid.SampledFrom([]rune{0, 'b'}).Draw(t, "base")
		k.Mod |= rapid.SampledFrom([]Mod{0, CapsLock, NumLock}).Draw(t, "lock")
		again, err := Parse(k.Name())
		if err != nil || again.Name() != k.Name() {
			t.Fatalf("%+v has the name %q, which parses to %+v (%v), named %q", k, k.Name(), again, err, again.Name())
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"a", "ctrl++", "ctrl+shift+t", "+", "alt+%", "f12", "shift+É", "ctrl+ctrl+a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		k, err := Parse(s)
		if err != nil {
			return
		}
		if again, err := Parse(k.Name()); err != nil || again.Name() != k.Name() {
			t.Errorf("%q parses to %+v, named %q, which parses to %+v (%v)", s, k, k.Name(), again, err)
		}
	})
}

func TestTypedKeepsEveryByte(t *testing.T) {
	const text = "aÄ%\t\r\n日\xff\xe6\x97z\x7f"
	var b strings.Builder
	for _, k := range Typed(text) {
		switch {
		case k.Text != "":
			b.WriteString(k.Text)
		case k.Name() == "ctrl+j":
			b.WriteByte('\n')
		default:
			b.WriteRune(k.Code)
		}
	}
	if got := b.String(); got != text {
		t.Errorf("got %q, want %q", got, text)
	}
}

func TestTeaCodesRoundTrip(t *testing.T) {
	for code := range codeNames() {
		theirs := Key{Code: code}.TeaCode()
		if got := FromTeaCode(theirs); got != code {
			t.Errorf("%s: bubbletea's %d comes back as %d, want %d", codeNames()[code], theirs, got, code)
		}
		if special(code) && theirs == code {
			t.Errorf("%s has no code in bubbletea", codeNames()[code])
		}
	}
}
