package persist

import (
	"os"
	"path/filepath"
	"testing"
)

func TestJSONFile(t *testing.T) {
	home := filepath.Join(t.TempDir(), "not made yet")
	paths, err := FindPaths(func(name string) string {
		return map[string]string{"DORMER_HOME": home}[name]
	})
	if err != nil {
		t.Fatal(err)
	}
	k, got := paths.JSONFile("habits"), map[string]int{"as": 1}
	if err := k.Read(&got); err == nil || got["as"] != 1 {
		t.Errorf("without a file: %v, %v", got, err)
	}
	if err := k.Write(map[string]int{"one": 1}); err != nil {
		t.Fatal(err)
	}
	if err := k.Read(&got); err != nil || got["one"] != 1 {
		t.Errorf("got %v, %v", got, err)
	}
	if st, err := os.Stat(k.path); err != nil || st.Mode().Perm() != fileMode {
		t.Errorf("the file's mode: %v, %v", st, err)
	}
	if err := k.Write(func() {}); err == nil {
		t.Error("an invalid value was written without an error")
	}
	if left, err := os.ReadDir(filepath.Dir(k.path)); err != nil || len(left) != 1 {
		t.Errorf("files beside it: %v, %v", left, err)
	}
	if err := os.WriteFile(k.path, []byte("{"), fileMode); err != nil {
		t.Fatal(err)
	}
	if err := k.Read(&got); err == nil {
		t.Error("half a file was read without an error")
	}
}
