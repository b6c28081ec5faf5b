package links

import (
	"slices"
	"strings"
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
					t.Errorf("the link is at %q", at)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestFindFilePositions(t *testing.T) {
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

func TestWords(t *testing.T) {
	for _, tt := range []struct {
		text string
		want string // the found words, separated by |
	}{
		{"see https://example.org/a/b, and src/main.go:12: no", "https://example.org/a/b|src/main.go:12"},
		{"commit 1f2e3d4 (deadbee, defaced 1234567)", "1f2e3d4"},
		{"sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"},
		{"id 8c4e1f0a-2b3d-4c5e-9f60-718293a4b5c6.", "8c4e1f0a-2b3d-4c5e-9f60-718293a4b5c6"},
		{"cp /etc/hosts ~/x/y.txt ./a/b/. 1/2", "/etc/hosts|~/x/y.txt|./a/b/"},
		{"took 1.5s, 12 MB, 80% of 3GiB, 42 times", "1.5s|12 MB|80%|3GiB"},
		{`say "hello world" or 'it' but don't isn't`, "hello world|it"},
		{`open "src/a b.go": no`, "src/a b.go"},
		{`"see main.go:7 first"`, "main.go:7"},
		{"", ""},
	} {
		var got []string
		end := 0
		for _, l := range Words(tt.text) {
			got = append(got, l.Text)
			if l.First < end || string([]rune(tt.text)[l.First:l.End]) != l.Text {
				t.Errorf("%q: %+v is not in the text", tt.text, l)
			}
			end = l.End
		}
		if strings.Join(got, "|") != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, strings.Join(got, "|"), tt.want)
		}
	}
	if l := Words("in src/x.go 80%"); !l[0].Target().Opens() || l[0].Target().URI != "" || l[1].Target().Opens() {
		t.Errorf("words that open: %+v", l)
	}
}
