package config

import (
	"errors"
	"testing"

	"dormer/session"
)

func TestClosesAt(t *testing.T) {
	clean, code, killed := session.Exit{}, session.Exit{Code: 1}, session.Exit{Signal: "SIGKILL"}
	tests := []struct {
		name  string
		close Closing
		exit  session.Exit
		keyed bool
		want  bool
	}{
		{"exit_clean", CloseExit, clean, false, true},
		{"exit_code_without_keys", CloseExit, code, false, false},
		{"exit_code_after_keys", CloseExit, code, true, true},
		{"exit_killed_after_keys", CloseExit, killed, true, false},
		{"clean_code_after_keys", CloseClean, code, true, false},
		{"clean_clean", CloseClean, clean, false, true},
		{"always", CloseAlways, killed, false, true},
		{"never", CloseNever, clean, true, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := (Panes{Close: tt.close}).ClosesAt(tt.exit, tt.keyed); got != tt.want {
				t.Errorf("closes: %v, want %v", got, tt.want)
			}
		})
	}
}

func TestFirstProblem(t *testing.T) {
	at := Problem{At: Place{File: "/home/me/c.toml", Line: 2, Col: 1}, Err: errors.New("it is wrong")}
	for _, tt := range []struct {
		problems []error
		want     string
	}{
		{nil, ""},
		{[]error{at}, "c.toml:2:1: it is wrong"},
		{[]error{at, at, at}, "c.toml:2:1: it is wrong (2 more: dormer config check)"},
	} {
		if got := FirstProblem(tt.problems, "dormer config check"); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestSame(t *testing.T) {
	a := Default()
	a.From = map[string]Place{"theme.name": {Line: 3}}
	if !a.Same(Default()) {
		t.Error("the position in the file makes a difference")
	}
	a.Panes.Confirm = !a.Panes.Confirm
	if a.Same(Default()) {
		t.Error("a changed setting makes no difference")
	}
}
