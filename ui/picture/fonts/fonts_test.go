package fonts

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/image/font/gofont/gomono"
)

func write(t *testing.T, dir, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFontsAreFoundByTheirGlyphs(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a/damaged-mono.ttf", []byte("no font"))
	write(t, dir, "b/Go.TTF", gomono.TTF)
	write(t, dir, "readme.txt", gomono.TTF)
	s := In(filepath.Join(dir, "absent"), dir)
	defer s.Close()
	if s.Face('ж', 28) == nil {
		t.Error("the font with the letter is not found")
	}
	if s.Face('ж', 28) != s.Face('Ω', 28) {
		t.Error("one font has two faces")
	}
	if s.Face('日', 28) != nil {
		t.Error("a character that is in no font has a face")
	}
}

func TestLikeliestFontsComeFirst(t *testing.T) {
	dir := t.TempDir()
	var want []string
	for _, name := range []string{"z/DejaVuSansMono.ttf", "NotoSansCJK-Regular.ttc", "DroidSansFallbackFull.ttf", "A-Mono-Bold.ttf", "Aaa.otf"} {
		want = append(want, write(t, dir, name, nil))
	}
	write(t, dir, "NotoColorEmoji.ttf", nil)
	if got := list([]string{dir}); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
