package config

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestParseTakesEveryOption(t *testing.T) {
	c, problems := Parse("c.toml", []byte(`
theme = { name = "nord", colors = { accent = "#89b4fa", muted = 8 } }
[keys]
preset = "zellij"
prefix = "ctrl+a"
prefix_pause = "1s"
[keys.bind]
"prefix g" = "tab.new -- lazygit"
"prefix x" = ""
[keys.copy]
"g g" = "copy.top"
[history]
bytes = "1 gb"
lines = 5
[undo]
time = "1h"
[status]
left = ["{workspace}", " | "]
tab = "{number}:{title}"
[terminal]
mouse = false
`))
	if err := errors.Join(problems...); err != nil {
		t.Fatal(err)
	}
	want := Default()
	want.Theme.Name, want.Theme.Colors = "nord", map[Role]string{"accent": "#89b4fa", "muted": "8"}
	want.Keys.Preset, want.Keys.Prefix, want.Keys.Pause = Zellij, "ctrl+a", time.Second
	want.Keys.Bind = []Bind{
		{Normal, "prefix g", "tab.new -- lazygit", Place{File: "c.toml", Line: 8, Col: 1}},
		{Normal, "prefix x", "", Place{File: "c.toml", Line: 9, Col: 1}},
		{Copy, "g g", "copy.top", Place{File: "c.toml", Line: 11, Col: 1}},
	}
	want.History = History{Lines: 5, Bytes: 1 << 30, Keep: true}
	want.Undo.Time = time.Hour
	want.Status.Left, want.Status.Tab = []string{"{workspace}", " | "}, "{number}:{title}"
	want.Terminal.Mouse = false
	want.From = c.From
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got  %+v\nwant %+v", c, want)
	}
	if at := c.From["undo.time"]; at != (Place{File: "c.toml", Line: 16, Col: 1}) {
		t.Errorf("undo.time is from %s", at)
	}
}

func TestParseReportsErrors(t *testing.T) {
	tests := []struct{ name, file, want string }{
		{"misspelt_key", "[keys]\nprefx = \"ctrl+a\"", `c.toml:2:1: unknown key "prefx": did you mean "prefix"?`},
		{"indented", "[undo]\n   tmie = \"5m\"", `c.toml:2:4: unknown key "tmie": did you mean "time"?`},
		{"in_another_table", "[panes]\nmouse = true", `c.toml:2:1: unknown key "mouse" here: it belongs under [terminal]`},
		{"misspelt_table", "[kyes]\nprefix = \"x\"", `c.toml:1:2: unknown table "kyes": did you mean "keys"?`},
		{"in_one_line", "keys = { prefx = \"x\" }", `c.toml:1:10: unknown key "prefx": did you mean "prefix"?`},
		{"dotted", "keys.prefx = \"x\"", `c.toml:1:6: unknown key "prefx": did you mean "prefix"?`},
		{"value", "[keys]\npreset = \"tmx\"", `c.toml:2:1: keys.preset: "tmx" is not a valid value: did you mean "tmux"?`},
		{"kind", "[terminal]\nmouse = \"yes\"", `c.toml:2:1: terminal.mouse: "yes" is neither true nor false`},
		{"time", "[undo]\ntime = 5", `c.toml:2:1: undo.time: 5 is not a time: write it like "500ms", "5m" or "1h30m"`},
		{"negative_time", "[undo]\ntime = \"-5m\"", "is not between 1s and 720h"},
		{"number", "[undo]\ndepth = 0", "0 is not between 1 and 1000"},
		{"size", "[history]\nbytes = \"lots\"", `lots is not a size: write it like "64MB"`},
		{"enormous_size", "[history]\nbytes = \"99999999999999999GB\"", "is not a size"},
		{"part", "[status]\nleft = [\"{wrkspace}\"]", `unknown part "{wrkspace}": did you mean "{workspace}"?`},
		{"colour", "[theme.colors]\naccent = \"bleu\"", `"bleu" is not a colour: did you mean "blue"?`},
		{"role", "[theme.colors]\nacent = \"blue\"", `unknown key "acent": did you mean "accent"?`},
		{"list_of_tables", "[[keys]]\nprefix = \"x\"", "write [keys]"},
		{"binding", "[keys.bind]\n\"prefix g\" = 3", `binding of "prefix g": 3 is not a string`},
		{"no_toml", "[keys\nprefix = 3", "c.toml:1:"},
		{"twice", "[undo]\ndepth = 3\ndepth = 4", "c.toml:3:"},
		{"control_characters", "[keys]\nprefix = \"\\u001b[2J\"", "contains control characters"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, problems := Parse("c.toml", []byte(tt.file))
			if len(problems) != 1 || !strings.Contains(problems[0].Error(), tt.want) {
				t.Errorf("got %v, want %q", problems, tt.want)
			}
		})
	}
}

// A mistake does not affect other keys.
func TestParseKeepsValidSettings(t *testing.T) {
	c, problems := Parse("c.toml", []byte("[keys]\nprefx = \"a\"\nprefix = \"ctrl+a\"\n[undo]\ndepth = 0\ntime = \"1m\""))
	if len(problems) != 2 || c.Keys.Prefix != "ctrl+a" || c.Undo.Depth != 10 || c.Undo.Time != time.Minute {
		t.Errorf("%+v, %v", c, problems)
	}
}

// The file that init writes can be parsed and gives the defaults, whether its keys are commented out
// or not.
func TestDocument(t *testing.T) {
	doc := Document()
	var open strings.Builder
	for line := range strings.Lines(doc) {
		if rest, ok := strings.CutPrefix(line, "# "); ok && strings.Contains(rest, " = ") && !strings.HasPrefix(rest, `"`) {
			line = rest
		}
		open.WriteString(line)
	}
	for _, text := range []string{doc, open.String()} {
		c, problems := Parse("c.toml", []byte(text))
		if len(problems) > 0 {
			t.Fatalf("%v in\n%s", problems, text)
		}
		from := c.From
		c.From = map[string]Place{}
		for r, s := range c.Theme.Colors {
			if s == "" {
				delete(c.Theme.Colors, r)
			}
		}
		if !reflect.DeepEqual(c, Default()) {
			t.Errorf("got %+v", c)
		}
		if text != doc && len(from) != len(Options()) {
			t.Errorf("%d of %d keys are in it", len(from), len(Options()))
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("[keys]\nprefix = \"ctrl+a\"")
	f.Add(Document())
	f.Add("keys = { bind = { \"a b\" = \"x\" } }\n[[undo]]")
	f.Add("a.b.c.d = [ { x = 1 } ]")
	f.Fuzz(func(t *testing.T, text string) {
		c, problems := Parse("c.toml", []byte(text))
		for _, p := range problems {
			if p.Error() == "" {
				t.Error("an error without words")
			}
		}
		if c.Undo.Depth < 1 || c.History.Lines < 1 {
			t.Errorf("%+v", c)
		}
	})
}
