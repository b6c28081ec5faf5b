package config

import (
	"errors"
	"slices"
	"testing"
	"time"
)

// S3-70: environment variables override the file, in the file's syntax or without quotes.
func TestEnvironmentOverridesTheFile(t *testing.T) {
	c, problems := Parse("c.toml", []byte("[undo]\ntime = \"1h\"\ndepth = 3\n[theme]\nname = \"nord\"\n"))
	problems = append(problems, c.SetFrom([]string{
		"DORMER_UNDO_TIME=10m", "DORMER_THEME_ASCII=true", "DORMER_HISTORY_LINES=500", "DORMER_HISTORY_BYTES=1MB",
		"DORMER_STATUS_LEFT=[\"{workspace}\"]", "DORMER_STATUS_COMMAND=true", "DORMER_THEME_COLORS_ACCENT=5",
		"DORMER_UNDO_DEPTH=", "DORMER_SESSION_ID=x", "DORMER_HOME=/x", "UNDO_TIME=1s",
	})...)
	if err := errors.Join(problems...); err != nil {
		t.Fatal(err)
	}
	if c.Undo != (Undo{10 * time.Minute, 3}) || !c.Theme.ASCII || c.History.Lines != 500 || c.History.Bytes != 1<<20 ||
		!slices.Equal(c.Status.Left, []string{"{workspace}"}) || c.Status.Command != "true" ||
		c.Theme.Colors["accent"] != "5" || c.Theme.Name != "nord" {
		t.Errorf("got %+v", c)
	}
	if at := c.From["undo.time"].String(); at != "DORMER_UNDO_TIME" {
		t.Errorf("undo.time is from %q", at)
	}
	if at := c.From["undo.depth"].String(); at != "c.toml:3:1" {
		t.Errorf("undo.depth is from %q", at)
	}
}

func TestWrongEnvironmentVariables(t *testing.T) {
	for variable, want := range map[string]string{
		"DORMER_UNDO_TIME=soon":  `DORMER_UNDO_TIME: "soon" is not a time: write it like "500ms", "5m" or "1h30m"`,
		"DORMER_UNDO_DEPTH=0":    "DORMER_UNDO_DEPTH: 0 is not between 1 and 1000",
		"DORMER_THEME_ASCII=yes": `DORMER_THEME_ASCII: "yes" is neither true nor false`,
		"DORMER_UNDO_TIMES=5m":   "unknown variable DORMER_UNDO_TIMES: did you mean DORMER_UNDO_TIME?",
		"DORMER_KEYS_BIND=x":     "unknown variable DORMER_KEYS_BIND: dormer config show lists all keys",
	} {
		c := Default()
		if problems := c.SetFrom([]string{variable}); len(problems) != 1 || problems[0].Error() != want {
			t.Errorf("%s: got %v, want %s", variable, problems, want)
		}
		if !c.Same(Default()) {
			t.Errorf("%s set something", variable)
		}
	}
}

func TestEnvironOfASession(t *testing.T) {
	env := []string{"A=1", "SHELL=/bin/sh", "VISUAL=vi"}
	for _, tt := range []struct {
		panes Panes
		own   []string
		edits bool
		want  []string
	}{
		{Panes{}, nil, true, env},
		{Panes{Shell: "/bin/zsh", Editor: "ed"}, nil, false, []string{"A=1", "VISUAL=vi", "SHELL=/bin/zsh"}},
		{Panes{Editor: "ed"}, nil, true, []string{"A=1", "SHELL=/bin/sh", "VISUAL=ed"}},
		{Panes{Shell: "/bin/zsh"}, []string{"SHELL=/own", "A=2=3"}, false, []string{"VISUAL=vi", "SHELL=/own", "A=2=3"}},
	} {
		if got := tt.panes.Environ(env, tt.own, tt.edits); !slices.Equal(got, tt.want) {
			t.Errorf("%+v, %q: got %q, want %q", tt.panes, tt.own, got, tt.want)
		}
	}
	if env[1] != "SHELL=/bin/sh" {
		t.Error("the given environment was changed")
	}
}
