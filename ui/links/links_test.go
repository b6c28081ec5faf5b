package links

import (
	"slices"
	"testing"
)

func TestFind(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"sentence", "see https://example.org/a(b), or http://x.org.", []string{"https://example.org/a(b)", "http://x.org"}},
		{"brackets", "(https://example.org/a)", []string{"https://example.org/a"}},
		{"quotes", `<a href="https://example.org/q?x=1&y=2#z">`, []string{"https://example.org/q?x=1&y=2#z"}},
		{"mail", "mailto:me@example.org!", []string{"mailto:me@example.org"}},
		{"other_schemes", "javascript:alert(1) ssh://host ftp://host/x", nil},
		{"nothing_behind", "https:// and mailto:", nil},
		{"compiler", "./ui/model.go:12:3: undefined", []string{"./ui/model.go:12:3"}},
		{"grep", "README.md:7:text", []string{"README.md:7"}},
		{"absolute", "at /usr/lib/x.py:30", []string{"/usr/lib/x.py:30"}},
		{"time_and_port", "12:30:05 127.0.0.1:8080 localhost:80", nil},
		{"port_in_address", "http://localhost:8080/x", []string{"http://localhost:8080/x"}},
		{"beside_a_border", "│https://example.org│", []string{"https://example.org"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, l := range Find(tt.text) {
				got = append(got, l.Text)
				if at := string([]rune(tt.text)[l.First:l.End]); at != l.Text {
					t.Errorf("it is at %q", at)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestFindAPlace(t *testing.T) {
	got := Find("日本 src/a.go:42:7: wrong")
	if len(got) != 1 || got[0].Path != "src/a.go" || got[0].Line != 42 || got[0].First != 3 {
		t.Errorf("got %+v", got)
	}
}

func TestAllowed(t *testing.T) {
	for uri, want := range map[string]bool{
		"https://x.org/": true, "file:///etc/motd": true, "mailto:a@b": true, "HTTP://x.org": true,
		"javascript:x": false, "": false, "vscode://x": false, "http://x.org/\x07": false, "https://a b": false, "-x": false, "http:": false,
	} {
		if got := Allowed(uri); got != want {
			t.Errorf("%q: %v", uri, got)
		}
	}
}
