package bars

import (
	"strings"
	"testing"

	"dormer/session/grid"
)

func TestExpand(t *testing.T) {
	values := map[string]string{"{title}": "vim", "{directory}": "~/src", "{branch}": "", "{mark}": "", "{name}": "a b"}
	for _, tt := range []struct{ format, want string }{
		{"{title} {directory} {branch}", "vim ~/src"},
		{"{title} ({branch})", "vim"},
		{"{directory}:{branch}", "~/src"},
		{"{branch}:{directory}", "~/src"},
		{"{title} · {directory} · {branch}", "vim · ~/src"},
		{"{branch} · {directory}", "~/src"},
		{"{title} · {branch} · {directory}", "vim · ~/src"},
		{"on {branch}", "on"},
		{" {title}  {name} ", " vim  a b "},
		{"{mark}{title}", "vim"},
		{"{nothing}", "{nothing}"},
		{"{ {title}", "{ vim"},
		{"- {title}", "- vim"},
		{"", ""},
		{"  ", "  "},
	} {
		if got := Expand(tt.format, values); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.format, got, tt.want)
		}
	}
}

func TestPlaceTitle(t *testing.T) {
	values := map[string]string{"{mark}": "✓", "{title}": "vim greet.go", "{directory}": "~/src", "{branch}": "日本"}
	for _, tt := range []struct {
		format string
		cols   int
		want   string
	}{
		{"{mark} {title}  {directory} {branch}", 40, " ✓ vim greet.go  ~/src 日本"},
		{"{mark} {title}  {directory} {branch}", 26, " ✓ vim greet.go  ~/src"},
		{"{mark} {title}  {directory} {branch}", 22, " ✓ vim greet.go"},
		{"{mark} {title}  {directory} {branch}", 12, " ✓ vim gre…"},
		{"{mark} {title}  {directory} {branch}", 5, " ✓ …"},
		{"{mark} {title}  {directory} {branch}", 3, " ✓"},
		{"{mark} {title}  {directory} {branch}", 0, ""},
		{"{title} {directory} {branch}", 12, " vim greet…"},
		{"{title} · {directory} · {branch}", 25, " vim greet.go · ~/src"},
		{"{title} · {directory}", 18, " vim greet.go"},
	} {
		line := ""
		for _, s := range PlaceTitle(tt.format, values, 0, tt.cols) {
			line += strings.Repeat(" ", s.X-grid.StringWidth(line)) + s.Text
			if grid.StringWidth(line) != s.End || s.End >= max(tt.cols, 1) {
				t.Errorf("%d columns: %+v", tt.cols, s)
			}
		}
		if line != tt.want {
			t.Errorf("%d columns: got %q, want %q", tt.cols, line, tt.want)
		}
	}
}

// A long command is cut so that the directory still fits.
func TestLongTitleIsCutFirst(t *testing.T) {
	values := map[string]string{"{title}": "go test ./... -run TestALongTitleIsCutFirst -count=1", "{directory}": "~/src/dormer/ui/bars", "{branch}": "main"}
	for _, tt := range []struct {
		cols int
		want string
	}{
		{70, " go test ./... -run TestALongTitleIsCutFir… ~/src/dormer/ui/bars main"},
		{52, " go test ./... -run Test… ~/src/dormer/ui/bars main"},
		{50, " go test ./... -run Test… …/ui/bars main"},
		{34, " go test ./... -run Test… …/bars"},
		{26, " go test ./... -run Test…"},
		{12, " go test .…"},
	} {
		line := ""
		for _, s := range PlaceTitle("{title} {directory} {branch}", values, 0, tt.cols) {
			line += strings.Repeat(" ", s.X-grid.StringWidth(line)) + s.Text
		}
		if line != tt.want {
			t.Errorf("%d columns: got %q, want %q", tt.cols, line, tt.want)
		}
	}
}

func TestDirFormats(t *testing.T) {
	for _, tt := range []struct{ dir, want string }{
		{"~/src/dormer/ui/bars", "~/src/dormer/ui/bars, …/ui/bars, …/bars"},
		{"~/a", "~/a"},
		{"/srv/www", "/srv/www, …/www"},
		{"~", "~"}, {"/", "/"}, {"", ""},
	} {
		if got := strings.Join(DirWordings(tt.dir), ", "); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.dir, got, tt.want)
		}
	}
}
