package config

import (
	"strings"
	"testing"
)

func TestSetChangesOnlyOneKey(t *testing.T) {
	tests := []struct{ name, before, after string }{
		{"empty", "", "[theme]\nname = \"nord\"\n"},
		{"set", "# mine\n[theme] # colours\nname = \"dracula\" # I like it\nascii = true\n", "# mine\n[theme] # colours\nname = \"nord\" # I like it\nascii = true\n"},
		{"literal_string", "[theme]\nname   =   'dracula'\n", "[theme]\nname   =   \"nord\"\n"},
		{"dotted", "theme.name = \"dracula\"\n[undo]\ntime = \"1h\"\n", "theme.name = \"nord\"\n[undo]\ntime = \"1h\"\n"},
		{"table_without_the_key", "[theme]\nascii = true\n\n[undo]\ndepth = 3\n", "[theme]\nname = \"nord\"\nascii = true\n\n[undo]\ndepth = 3\n"},
		{"no_table", "[undo]\ndepth = 3\n", "[undo]\ndepth = 3\n\n[theme]\nname = \"nord\"\n"},
		{"no_last_line_end", "[undo]\ndepth = 3", "[undo]\ndepth = 3\n\n[theme]\nname = \"nord\"\n"},
		{"carriage_returns", "[theme]\r\nname = \"dracula\"\r\n", "[theme]\r\nname = \"nord\"\r\n"},
		{"only_a_table_below", "[theme.colors]\nbar = \"red\"\n", "[theme.colors]\nbar = \"red\"\n\n[theme]\nname = \"nord\"\n"},
		{"the_default_of_another_table", "[undo]\n# name = 3\n[theme]\n# name = \"terminal\"\nascii = true\n", "[undo]\n# name = 3\n[theme]\n# name = \"terminal\"\nname = \"nord\"\nascii = true\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Set("config.toml", []byte(tt.before), "theme.name", `"nord"`)
			if err != nil || string(got) != tt.after {
				t.Errorf("got %q, %v, want %q", got, err, tt.after)
			}
		})
	}
}

func TestSetInTheFileThatInitWrites(t *testing.T) {
	got, err := Set("config.toml", []byte(Document()), "theme.name", `"nord"`)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(Document(), "# name = \"terminal\"\n", "# name = \"terminal\"\nname = \"nord\"\n", 1); string(got) != want {
		t.Errorf("got:\n%s", got)
	}
}

// A file that Set does not understand stays as it is.
func TestSetRefuses(t *testing.T) {
	for name, before := range map[string]string{
		"mistake":      "[theme]\nnaem = \"x\"\n",
		"no_toml":      "[theme\n",
		"long_string":  "[theme]\nname = \"\"\"\nnord\"\"\"\n",
		"inline_table": "theme = { name = \"dracula\", ascii = true }\n",
		"dotted_table": "theme.ascii = true\n",
	} {
		if got, err := Set("config.toml", []byte(before), "theme.name", `"nord"`); err == nil {
			t.Errorf("%s: got %q", name, got)
		}
	}
	if _, err := Set("config.toml", nil, "theme.naem", `"nord"`); err == nil || !strings.Contains(err.Error(), "theme.name") {
		t.Errorf("an unknown key: %v", err)
	}
}

// In any file, everything except the key stays, or nothing is changed.
func FuzzSet(f *testing.F) {
	f.Add("[theme]\nname = \"x\"\n")
	f.Add("theme.name='a=b' # =\n[keys.bind]\n\"prefix x\" = \"\"\n")
	f.Add("a = \"\"\"\n[theme]\n\"\"\"\n")
	f.Add(Document())
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Set("c", []byte(text), "theme.name", `"nord"`)
		if err != nil {
			return
		}
		c, problems := Parse("c", got)
		if len(problems) > 0 || c.Theme.Name != "nord" {
			t.Errorf("%q became %q: %v, %q", text, got, problems, c.Theme.Name)
		}
		rest := string(got)
		for line := range strings.Lines(text) { // no line but the key's is lost
			line = strings.TrimRight(line, "\r\n")
			if !strings.Contains(rest, line) && !strings.Contains(line, "name") {
				t.Errorf("%q is lost from %q", line, got)
			}
		}
	})
}
