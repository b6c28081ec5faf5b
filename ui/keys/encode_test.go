package keys

import (
	"testing"

	"dormer/session/grid"
)

// key returns the key with a name, with the alternate codes of a US keyboard: what a terminal with
// a keyboard protocol reports.
func key(t *testing.T, name string) Key {
	t.Helper()
	k, err := Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestEncodeLegacy(t *testing.T) {
	plain := grid.Modes{}
	for _, tt := range []struct {
		key, want string
		modes     grid.Modes
	}{
		{"a", "a", plain}, {"A", "A", plain}, {"é", "é", plain}, {"日", "日", plain}, {"%", "%", plain},
		{"space", " ", plain}, {"shift+space", " ", plain},
		{"alt+a", "\x1ba", plain}, {"alt+A", "\x1bA", plain}, {"alt+é", "\x1bé", plain}, {"meta+x", "\x1bx", plain},
		{"alt+space", "\x1b ", plain}, {"alt+%", "\x1b%", plain},
		{"ctrl+a", "\x01", plain}, {"ctrl+z", "\x1a", plain}, {"ctrl+shift+a", "\x01", plain},
		{"ctrl+alt+a", "\x1b\x01", plain},
		{"ctrl+space", "\x00", plain}, {"ctrl+@", "\x00", plain}, {"ctrl+2", "\x00", plain},
		{"ctrl+3", "\x1b", plain}, {"ctrl+[", "\x1b", plain}, {"ctrl+4", "\x1c", plain}, {`ctrl+\`, "\x1c", plain},
		{"ctrl+5", "\x1d", plain}, {"ctrl+]", "\x1d", plain}, {"ctrl+6", "\x1e", plain}, {"ctrl+^", "\x1e", plain},
		{"ctrl+7", "\x1f", plain}, {"ctrl+/", "\x1f", plain}, {"ctrl+_", "\x1f", plain},
		{"ctrl+8", "\x7f", plain}, {"ctrl+?", "\x7f", plain},
		{"ctrl+1", "1", plain}, {"ctrl+9", "9", plain}, {"ctrl+0", "0", plain}, {"ctrl+;", ";", plain},
		{"enter", "\r", plain}, {"shift+enter", "\r", plain}, {"ctrl+enter", "\r", plain}, {"alt+enter", "\x1b\r", plain},
		{"enter", "\r\n", grid.Modes{NewLine: true}},
		{"tab", "\t", plain}, {"shift+tab", "\x1b[Z", plain}, {"ctrl+tab", "\t", plain}, {"alt+tab", "\x1b\t", plain},
		{"esc", "\x1b", plain}, {"alt+esc", "\x1b\x1b", plain}, {"shift+esc", "\x1b", plain},
		{"backspace", "\x7f", plain}, {"ctrl+backspace", "\b", plain}, {"alt+backspace", "\x1b\x7f", plain},
		{"backspace", "\b", grid.Modes{BackarrowBS: true}}, {"ctrl+backspace", "\x7f", grid.Modes{BackarrowBS: true}},
		{"up", "\x1b[A", plain}, {"down", "\x1b[B", plain}, {"right", "\x1b[C", plain}, {"left", "\x1b[D", plain},
		{"home", "\x1b[H", plain}, {"end", "\x1b[F", plain},
		{"up", "\x1bOA", grid.Modes{AppCursor: true}}, {"home", "\x1bOH", grid.Modes{AppCursor: true}},
		{"ctrl+up", "\x1b[1;5A", grid.Modes{AppCursor: true}},
		{"shift+left", "\x1b[1;2D", plain}, {"alt+left", "\x1b[1;3D", plain}, {"ctrl+shift+right", "\x1b[1;6C", plain},
		{"ctrl+alt+shift+end", "\x1b[1;8F", plain}, {"meta+up", "\x1b[1;9A", plain}, {"super+up", "\x1b[1;9A", plain},
		{"insert", "\x1b[2~", plain}, {"delete", "\x1b[3~", plain}, {"pgup", "\x1b[5~", plain}, {"pgdown", "\x1b[6~", plain},
		{"ctrl+delete", "\x1b[3;5~", plain}, {"shift+pgup", "\x1b[5;2~", plain},
		{"f1", "\x1bOP", plain}, {"f2", "\x1bOQ", plain}, {"f3", "\x1bOR", plain}, {"f4", "\x1bOS", plain},
		{"shift+f1", "\x1b[1;2P", plain}, {"ctrl+f3", "\x1b[1;5R", plain},
		{"f5", "\x1b[15~", plain}, {"f6", "\x1b[17~", plain}, {"f10", "\x1b[21~", plain}, {"f11", "\x1b[23~", plain},
		{"f12", "\x1b[24~", plain}, {"alt+f12", "\x1b[24;3~", plain}, {"f13", "\x1b[25~", plain}, {"f20", "\x1b[34~", plain},
		{"menu", "\x1b[29~", plain},
		{"kp5", "5", plain}, {"kpenter", "\r", plain}, {"kpleft", "\x1b[D", plain}, {"kpbegin", "\x1b[E", plain},
		{"kp5", "\x1bOu", grid.Modes{AppKeypad: true}}, {"kpenter", "\x1bOM", grid.Modes{AppKeypad: true}},
		{"kpadd", "\x1bOk", grid.Modes{AppKeypad: true}}, {"kpdivide", "\x1bOo", grid.Modes{AppKeypad: true}},
		{"kpleft", "\x1bOD", grid.Modes{AppKeypad: true, AppCursor: true}},
		// Keys that the legacy encoding cannot express, and events that are no input.
		{"super+a", "", plain}, {"ctrl+super+c", "", plain}, {"leftshift", "", plain}, {"capslock", "", plain}, {"f30", "", plain},
		{"mute", "", plain},
	} {
		if got := string(Encode(nil, key(t, tt.key), tt.modes)); got != tt.want {
			t.Errorf("%s in %+v: got %q, want %q", tt.key, tt.modes, got, tt.want)
		}
	}
}

func TestNumLockTypesDigitsInApplicationMode(t *testing.T) {
	k := Key{Code: Kp5, Text: "5", Mod: NumLock}
	if got := string(Encode(nil, k, grid.Modes{AppKeypad: true})); got != "5" {
		t.Errorf("got %q, want %q", got, "5")
	}
}

func TestControlOnOtherLayouts(t *testing.T) {
	for _, k := range []Key{
		{Code: 'с', Base: 'c', Mod: Ctrl},
		{Code: 'ψ', Base: 'c', Mod: Ctrl},
	} {
		if got := string(Encode(nil, k, grid.Modes{})); got != "\x03" {
			t.Errorf("ctrl with %q in place of C: got %q, want %q", k.Code, got, "\x03")
		}
	}
	slash := Key{Code: '7', Shifted: '/', Mod: Ctrl | Shift} // a German keyboard
	if got := string(Encode(nil, slash, grid.Modes{})); got != "\x1f" {
		t.Errorf("ctrl+/ on a German keyboard: got %q, want %q", got, "\x1f")
	}
}

func TestEncodeModifyOtherKeys(t *testing.T) {
	for _, tt := range []struct{ key, one, two string }{
		{"a", "a", "a"}, {"A", "A", "A"}, {"%", "%", "%"}, {"space", " ", " "},
		{"ctrl+a", "\x01", "\x1b[27;5;97~"}, {"ctrl+i", "\t", "\x1b[27;5;105~"}, {"ctrl+m", "\r", "\x1b[27;5;109~"},
		{"ctrl+shift+a", "\x1b[27;6;65~", "\x1b[27;6;65~"},
		{"alt+a", "\x1ba", "\x1b[27;3;97~"}, {"alt+A", "\x1bA", "\x1b[27;4;65~"},
		{"ctrl+1", "\x1b[27;5;49~", "\x1b[27;5;49~"}, {"ctrl+;", "\x1b[27;5;59~", "\x1b[27;5;59~"},
		{"ctrl+2", "\x00", "\x1b[27;5;50~"}, {"ctrl+space", "\x00", "\x1b[27;5;32~"},
		{"shift+space", " ", "\x1b[27;2;32~"},
		{"enter", "\r", "\r"}, {"shift+enter", "\x1b[27;2;13~", "\x1b[27;2;13~"}, {"ctrl+enter", "\x1b[27;5;13~", "\x1b[27;5;13~"},
		{"alt+enter", "\x1b\r", "\x1b[27;3;13~"},
		{"tab", "\t", "\t"}, {"shift+tab", "\x1b[Z", "\x1b[Z"}, {"ctrl+tab", "\x1b[27;5;9~", "\x1b[27;5;9~"},
		{"ctrl+shift+tab", "\x1b[27;6;9~", "\x1b[27;6;9~"},
		{"esc", "\x1b", "\x1b"}, {"shift+esc", "\x1b[27;2;27~", "\x1b[27;2;27~"},
		{"backspace", "\x7f", "\x7f"}, {"ctrl+backspace", "\b", "\b"},
		{"ctrl+up", "\x1b[1;5A", "\x1b[1;5A"}, {"f5", "\x1b[15~", "\x1b[15~"},
		{"super+a", "", ""},
	} {
		for level, want := range []string{tt.one, tt.two} {
			got := string(Encode(nil, key(t, tt.key), grid.Modes{ModifyOtherKeys: uint8(level + 1)}))
			if got != want {
				t.Errorf("%s at level %d: got %q, want %q", tt.key, level+1, got, want)
			}
		}
	}
}

// ESC and a character may be Escape and that character: it is for the program to tell them apart.
func TestEncodeEscaped(t *testing.T) {
	for name, want := range map[string]string{"alt+:": "\x1b:", "alt+W": "\x1bW", "alt+enter": "\x1b\r", "ctrl+alt+c": "\x1b\x03"} {
		k := key(t, name)
		k.Escaped = true
		if got := string(Encode(nil, k, grid.Modes{ModifyOtherKeys: 2})); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestEncodeKitty(t *testing.T) {
	for _, tt := range []struct {
		name  string
		flags uint8
		key   Key
		want  string
	}{
		{"text is text", 1, key(t, "a"), "a"},
		{"upper case is text", 1, key(t, "A"), "A"},
		{"shift space is text", 1, key(t, "shift+space"), " "},
		{"caps lock makes no chord", 1, Key{Code: 'a', Text: "A", Mod: CapsLock}, "A"},
		{"escape", 1, key(t, "esc"), "\x1b[27u"},
		{"escape under caps lock", 1, Key{Code: Escape, Mod: CapsLock}, "\x1b[27u"},
		{"ctrl i is not tab", 1, key(t, "ctrl+i"), "\x1b[105;5u"},
		{"tab", 1, key(t, "tab"), "\t"},
		{"enter", 1, key(t, "enter"), "\r"},
		{"backspace", 1, key(t, "backspace"), "\x7f"},
		{"shift enter", 1, key(t, "shift+enter"), "\x1b[13;2u"},
		{"ctrl enter", 1, key(t, "ctrl+enter"), "\x1b[13;5u"},
		{"ctrl tab", 1, key(t, "ctrl+tab"), "\x1b[9;5u"},
		{"shift tab", 1, key(t, "shift+tab"), "\x1b[9;2u"},
		{"alt backspace", 1, key(t, "alt+backspace"), "\x1b[127;3u"},
		{"alt letter", 1, key(t, "alt+a"), "\x1b[97;3u"},
		{"alt upper case", 1, key(t, "alt+A"), "\x1b[97;4u"},
		{"ctrl shift letter", 1, key(t, "ctrl+shift+t"), "\x1b[116;6u"},
		{"ctrl space", 1, key(t, "ctrl+space"), "\x1b[32;5u"},
		{"super letter", 1, key(t, "super+a"), "\x1b[97;9u"},
		{"all modifiers", 1, Key{Code: 'a', Mod: Shift | Alt | Ctrl | Super | Hyper | Meta}, "\x1b[97;64u"},
		{"arrow, in any DECCKM mode", 1, key(t, "up"), "\x1b[A"},
		{"arrow with ctrl", 1, key(t, "ctrl+up"), "\x1b[1;5A"},
		{"f1", 1, key(t, "f1"), "\x1b[P"},
		{"f3", 1, key(t, "f3"), "\x1b[13~"},
		{"f3 with shift", 1, key(t, "shift+f3"), "\x1b[13;2~"},
		{"f12", 1, key(t, "f12"), "\x1b[24~"},
		{"f13", 1, key(t, "f13"), "\x1b[57376u"},
		{"menu", 1, key(t, "menu"), "\x1b[57363u"},
		{"keypad enter", 1, key(t, "kpenter"), "\x1b[57414u"},
		{"keypad digit with num lock", 1, Key{Code: Kp5, Text: "5", Mod: NumLock}, "5"},
		{"keypad left", 1, key(t, "kpleft"), "\x1b[57417u"},
		{"num lock on a function key", 1, Key{Code: Up, Mod: NumLock}, "\x1b[1;129A"},
		{"shift alone", 1, key(t, "leftshift"), ""},
		{"release", 1, Key{Code: Up, Kind: Release}, ""},

		{"press with events", 3, key(t, "ctrl+a"), "\x1b[97;5u"},
		{"repeat", 3, Key{Code: Up, Kind: Repeat}, "\x1b[1;1:2A"},
		{"repeat of text", 3, Key{Code: 'a', Text: "a", Kind: Repeat}, "a"},
		{"release of text", 3, Key{Code: 'a', Kind: Release}, "\x1b[97;1:3u"},
		{"release of an arrow", 3, Key{Code: Up, Mod: Ctrl, Kind: Release}, "\x1b[1;5:3A"},
		{"release of delete", 3, Key{Code: Delete, Kind: Release}, "\x1b[3;1:3~"},
		{"release of enter", 3, Key{Code: Enter, Kind: Release}, ""},
		{"release of shift enter", 3, Key{Code: Enter, Mod: Shift, Kind: Release}, ""},
		{"release of escape", 3, Key{Code: Escape, Kind: Release}, "\x1b[27;1:3u"},
		{"repeat of enter", 3, Key{Code: Enter, Kind: Repeat}, "\r"},
		{"events alone keep legacy presses", 2, key(t, "ctrl+a"), "\x01"},
		{"events alone report releases", 2, Key{Code: 'a', Mod: Ctrl, Kind: Release}, "\x1b[97;5:3u"},

		{"alternates", 5, Key{Code: 'a', Shifted: 'A', Mod: Ctrl | Shift}, "\x1b[97:65;6u"},
		{"no redundant alternate", 5, Key{Code: 'c', Base: 'c', Mod: Ctrl}, "\x1b[99;5u"},
		{"alternates of a layout", 5, Key{Code: 'с', Base: 'c', Mod: Ctrl}, "\x1b[1089::99;5u"},
		{"all alternates", 5, Key{Code: 'с', Shifted: 'С', Base: 'c', Mod: Ctrl | Shift}, "\x1b[1089:1057:99;6u"},
		{"alternates alone change nothing", 4, key(t, "ctrl+a"), "\x01"},
		{"alternates alone leave DECCKM", 4, key(t, "up"), "\x1bOA"},

		{"all keys", 8, key(t, "a"), "\x1b[97u"},
		{"all keys, upper case", 8, key(t, "A"), "\x1b[97;2u"},
		{"all keys, enter", 8, key(t, "enter"), "\x1b[13u"},
		{"all keys, tab", 8, key(t, "tab"), "\x1b[9u"},
		{"all keys, backspace", 8, key(t, "backspace"), "\x1b[127u"},
		{"all keys, shift alone", 8, Key{Code: LeftShift, Mod: Shift}, "\x1b[57441;2u"},
		{"all keys, locks", 8, Key{Code: 'a', Text: "A", Mod: CapsLock}, "\x1b[97;65u"},
		{"all keys, release of enter", 10, Key{Code: Enter, Kind: Release}, "\x1b[13;1:3u"},

		{"text", 24, key(t, "a"), "\x1b[97;;97u"},
		{"text with shift", 24, key(t, "A"), "\x1b[97;2;65u"},
		{"text of enter", 24, key(t, "enter"), "\x1b[13u"},
		{"text of a repeat", 26, Key{Code: 'a', Text: "a", Kind: Repeat}, "\x1b[97;1:2;97u"},
		{"text of a release", 26, Key{Code: 'a', Text: "a", Kind: Release}, "\x1b[97;1:3u"},
		{"text of a chord that types", 24, Key{Code: 'a', Text: "å", Mod: Alt}, "\x1b[97;3;229u"},
		{"text of an input method", 24, Key{Text: "日本"}, "\x1b[0;;26085:26412u"},
		{"text of an input method, no text asked for", 8, Key{Text: "日本"}, "日本"},
		{"an icon that has the number of a key", 8, FromRune('\ue017'), "\ue017"},
		{"an icon that has the number of a key, with text", 24, FromRune('\ue017'), "\x1b[0;;57367u"},
		{"a byte that is not UTF-8", 24, Key{Text: "\xff"}, "\xff"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			modes := grid.Modes{Kitty: tt.flags, AppCursor: true, ModifyOtherKeys: 2}
			if got := string(Encode(nil, tt.key, modes)); got != tt.want {
				t.Errorf("flags %d: got %q, want %q", tt.flags, got, tt.want)
			}
		})
	}
}

// TestKeysAsProgramsExpectThem tests keys that programs are known to depend on, in the modes that
// they set.
func TestKeysAsProgramsExpectThem(t *testing.T) {
	for _, tt := range []struct {
		program string
		modes   grid.Modes
		want    map[string]string
	}{
		{"bash", grid.Modes{BracketedPaste: true}, map[string]string{
			"alt+b": "\x1bb", "alt+.": "\x1b.", "ctrl+r": "\x12", "ctrl+_": "\x1f", "ctrl+left": "\x1b[1;5D", "alt+backspace": "\x1b\x7f",
		}},
		{"vim", grid.Modes{AltScreen: true, AppCursor: true, AppKeypad: true, ModifyOtherKeys: 2}, map[string]string{
			"esc": "\x1b", "up": "\x1bOA", "ctrl+[": "\x1b[27;5;91~", "ctrl+i": "\x1b[27;5;105~", "tab": "\t", "shift+f5": "\x1b[15;2~",
		}},
		{"neovim", grid.Modes{AltScreen: true, AppCursor: true, Kitty: 1}, map[string]string{
			"esc": "\x1b[27u", "ctrl+i": "\x1b[105;5u", "tab": "\t", "ctrl+shift+p": "\x1b[112;6u", "ctrl+space": "\x1b[32;5u",
		}},
		{"fish 4", grid.Modes{Kitty: 5, ModifyOtherKeys: 1}, map[string]string{
			"shift+enter": "\x1b[13;2u", "ctrl+backspace": "\x1b[127;5u", "alt+enter": "\x1b[13;3u", "enter": "\r",
		}},
		{"claude", grid.Modes{Kitty: 1, FocusEvents: true, BracketedPaste: true}, map[string]string{
			"shift+enter": "\x1b[13;2u", "esc": "\x1b[27u", "shift+tab": "\x1b[9;2u", "ctrl+c": "\x1b[99;5u", "alt+enter": "\x1b[13;3u",
		}},
		{"codex", grid.Modes{Kitty: 7, BracketedPaste: true}, map[string]string{
			"shift+enter": "\x1b[13;2u", "ctrl+j": "\x1b[106;5u", "up": "\x1b[A", "esc": "\x1b[27u", "A": "A",
		}},
		{"gemini", grid.Modes{Kitty: 1, BracketedPaste: true}, map[string]string{
			"ctrl+enter": "\x1b[13;5u", "backspace": "\x7f", "home": "\x1b[H", "delete": "\x1b[3~",
		}},
		{"an agent without a protocol", grid.Modes{BracketedPaste: true}, map[string]string{
			"shift+enter": "\r", "alt+enter": "\x1b\r", "shift+tab": "\x1b[Z", "esc": "\x1b", "ctrl+j": "\n",
		}},
	} {
		for name, want := range tt.want {
			if got := string(Encode(nil, key(t, name), tt.modes)); got != want {
				t.Errorf("%s, %s: got %q, want %q", tt.program, name, got, want)
			}
		}
	}
}

func TestLegacyIgnoresReleases(t *testing.T) {
	for code := range codeNames() {
		for _, m := range []grid.Modes{{}, {ModifyOtherKeys: 2}, {Kitty: 1}, {Kitty: 13}} {
			if got := Encode(nil, Key{Code: code, Kind: Release}, m); len(got) > 0 {
				t.Errorf("release of %s in %+v: got %q, want nothing", codeNames()[code], m, got)
			}
		}
	}
}

func TestEncodeText(t *testing.T) {
	const text = "aB\r日\xff\t"
	for _, tt := range []struct {
		modes grid.Modes
		want  string
	}{
		{grid.Modes{}, text},
		{grid.Modes{Kitty: 7, ModifyOtherKeys: 2}, text},
		{grid.Modes{NewLine: true}, "aB\r\n日\xff\t"},
		{grid.Modes{Kitty: 9}, "\x1b[97u\x1b[98;2u\x1b[13u\x1b[26085u\xff\x1b[9u"},
	} {
		if got := string(EncodeText([]byte(">"), text, tt.modes)); got != ">"+tt.want {
			t.Errorf("%+v: got %q, want %q", tt.modes, got, ">"+tt.want)
		}
	}
}

func TestEncodeFocus(t *testing.T) {
	on := grid.Modes{FocusEvents: true}
	for _, tt := range []struct {
		in    bool
		modes grid.Modes
		want  string
	}{{true, on, "\x1b[I"}, {false, on, "\x1b[O"}, {true, grid.Modes{}, ""}, {false, grid.Modes{}, ""}} {
		if got := string(EncodeFocus(nil, tt.in, tt.modes)); got != tt.want {
			t.Errorf("in %v, %+v: got %q, want %q", tt.in, tt.modes, got, tt.want)
		}
	}
}
