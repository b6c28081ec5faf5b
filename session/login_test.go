package session

import (
	"slices"
	"testing"
)

func TestRelogin(t *testing.T) {
	was := []string{"PATH=/bin", "DISPLAY=:0", "XAUTHORITY=/old", "SSH_CONNECTION=a b"}
	now := Login([]string{"PATH=/evil", "DISPLAY=:1", "DISPLAY=:2", "WAYLAND_DISPLAY=wayland-1", "SSH_CONNECTION=c d"})
	got := Relogin(was, append(now, "LD_PRELOAD=/evil", "SSH_CLIENT=a\x00b"))
	slices.Sort(got)
	want := []string{"DISPLAY=:2", "PATH=/bin", "SSH_CONNECTION=c d", "WAYLAND_DISPLAY=wayland-1"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if again := Relogin(was, nil); !slices.Equal(again, was) {
		t.Errorf("without a login: %q", again)
	}
}
