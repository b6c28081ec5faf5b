package homedir

import "testing"

func TestShort(t *testing.T) {
	for _, tt := range []struct{ dir, home, want string }{
		{"/home/ada", "/home/ada", "~"},
		{"/home/ada/src", "/home/ada", "~/src"},
		{"/home/adam", "/home/ada", "/home/adam"},
		{"/srv", "/home/ada", "/srv"},
		{"/", "/", "/"},
		{"/srv", "/", "/srv"},
		{"/srv", "", "/srv"},
		{"", "/home/ada", ""},
	} {
		if got := Short(tt.dir, tt.home); got != tt.want {
			t.Errorf("Short(%q, %q) is %q, want %q", tt.dir, tt.home, got, tt.want)
		}
	}
}

func TestFull(t *testing.T) {
	for _, tt := range []struct{ written, home, want string }{
		{"~", "/home/ada", "/home/ada"},
		{"~/src/", "/home/ada", "/home/ada/src"},
		{"~ada", "/home/ada", "/work/~ada"},
		{"~/src", "", "/work/~/src"},
		{"src/../doc", "/home/ada", "/work/doc"},
		{"/srv/../tmp", "/home/ada", "/tmp"},
		{"", "/home/ada", "/work"},
	} {
		if got := Full(tt.written, "/work", tt.home); got != tt.want {
			t.Errorf("Full(%q) with home %q is %q, want %q", tt.written, tt.home, got, tt.want)
		}
	}
}
