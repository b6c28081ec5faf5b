package screen

import "testing"

func TestNotificationIsOneSequence(t *testing.T) {
	tests := []struct{ term, title, text, want string }{
		{"xterm-kitty", "make", "done", "\x1b]9;dormer: make: done\x1b\\"},
		{"xterm-256color", "4", "1;2\a\x1b]52;c;eA==\x1b\\", "\x1b]9;dormer: 4: 1;2]52;c;eA==\\\x1b\\"},
		{"foot", "a;b", "c;d", "\x1b]777;notify;a,b;c;d\x1b\\"},
		{"rxvt-unicode-256color", "a", "b\u202e", "\x1b]777;notify;a;b\x1b\\"},
	}
	for _, tt := range tests {
		if got := string(appendNotification(nil, tt.term, tt.title, tt.text)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.term, got, tt.want)
		}
	}
}
