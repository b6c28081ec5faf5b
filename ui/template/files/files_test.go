package files

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"dormer/ui/config"
)

func TestFind(t *testing.T) {
	kept, here := t.TempDir(), t.TempDir()
	for _, path := range []string{filepath.Join(kept, "blog.toml"), filepath.Join(kept, "both.toml"), filepath.Join(here, "both.toml"), filepath.Join(here, "plain")} {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"blog": filepath.Join(kept, "blog.toml"), "blog.toml": filepath.Join(kept, "blog.toml"), "both.toml": filepath.Join(here, "both.toml"),
		"plain": filepath.Join(here, "plain"), "none": filepath.Join(here, "none"), "./blog.toml": filepath.Join(here, "blog.toml"), "/x/y": "/x/y",
	} {
		if got := Find(name, kept, here); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// A written template can be read by its name.
func TestWriteAndRead(t *testing.T) {
	kept, here := filepath.Join(t.TempDir(), "templates"), t.TempDir()
	if names, err := Names(kept); err != nil || len(names) > 0 {
		t.Fatalf("without a directory: %v, %v", names, err)
	}
	text := []byte("title = \"blog\"\n[[tabs]]\n")
	if err := Write(Path("blog", kept, here), text); err != nil {
		t.Fatal(err)
	}
	if names, err := Names(kept); err != nil || !slices.Equal(names, []string{"blog"}) {
		t.Errorf("the templates are %v, %v", names, err)
	}
	got, data, problems := Read(Find("blog", kept, here), config.Agents{})
	if len(problems) > 0 || got.Title != "blog" || string(data) != string(text) {
		t.Errorf("read %+v, %q, %v", got, data, problems)
	}
	if err := Write(Path("blog", kept, here), text); err == nil {
		t.Error("it was overwritten")
	}
	if got, want := Path("blog.toml", kept, here), filepath.Join(here, "blog.toml"); got != want {
		t.Errorf("the name of the file is %s, want %s", got, want)
	}
	if _, _, problems := Read(filepath.Join(here, "none"), config.Agents{}); len(problems) != 1 {
		t.Errorf("without a file: %v", problems)
	}
}
