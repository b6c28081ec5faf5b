package token

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

func newFile(t *testing.T) File {
	t.Helper()
	return File(filepath.Join(t.TempDir(), "relay", "tokens.json"))
}

// A token is found only by its text; the file is private and does not contain the text.
func TestTokenIsSavedAsAHash(t *testing.T) {
	f := newFile(t)
	made, text, err := f.New("phone", true, noon)
	if err != nil {
		t.Fatal(err)
	}
	all, err := f.List()
	if err != nil || len(all) != 1 || all[0] != made {
		t.Fatalf("List = %v, %v; want %v", all, err, made)
	}
	if found, ok := Find(all, text); !ok || found.Name != "phone" || !found.ReadOnly {
		t.Errorf("Find = %v, %v", found, ok)
	}
	for _, wrong := range []string{"", "dormer_", text + "x", text[1:], made.Hash, prefix + made.Hash} {
		if _, ok := Find(all, wrong); ok {
			t.Errorf("%q was accepted as a token", wrong)
		}
	}
	st, err := os.Stat(string(f))
	if err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("the file has mode %v (%v), want 0600", st.Mode(), err)
	}
	kept, _ := os.ReadFile(string(f))
	if strings.Contains(string(kept), text) || strings.Contains(string(kept), strings.TrimPrefix(text, prefix)) {
		t.Error("the text of the token is in the file")
	}
}

func TestRevoke(t *testing.T) {
	f := newFile(t)
	_, one, _ := f.New("one", false, noon)
	_, two, err := f.New("two", false, noon)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Revoke("one"); err != nil {
		t.Fatal(err)
	}
	all, _ := f.List()
	if _, ok := Find(all, one); ok {
		t.Error("a revoked token is still valid")
	}
	if _, ok := Find(all, two); !ok {
		t.Error("another token was revoked too")
	}
	if err := f.Revoke("one"); !errors.Is(err, ErrUnknown) {
		t.Errorf("revoked twice: %v", err)
	}
}

func TestNamesOfTokens(t *testing.T) {
	f := newFile(t)
	for _, bad := range []string{"a b", "../x", "-x", strings.Repeat("x", 65), "é"} {
		if _, _, err := f.New(bad, false, noon); err == nil {
			t.Errorf("%q was accepted as a name", bad)
		}
	}
	if _, _, err := f.New("one", false, noon); err != nil {
		t.Fatal(err)
	}
	if _, _, err := f.New("one", false, noon); err == nil {
		t.Error("a name was accepted twice")
	}
	a, _, _ := f.New("", false, noon)
	b, _, _ := f.New("", false, noon)
	if a.Name != "token-1" || b.Name != "token-2" {
		t.Errorf("names are %q and %q", a.Name, b.Name)
	}
}

// Processes may create tokens at the same time; none is lost.
func TestTokensCreatedConcurrently(t *testing.T) {
	f := newFile(t)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if _, _, err := f.New("", false, noon); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if got, err := f.List(); err != nil || len(got) != 20 {
		t.Errorf("%d tokens (%v), want 20", len(got), err)
	}
}

// An unreadable file is left alone, and lets nobody in.
func TestBrokenFileStays(t *testing.T) {
	for name, text := range map[string]string{"torn": `{"schema":1,"tok`, "later": `{"schema":2,"tokens":[]}`} {
		t.Run(name, func(t *testing.T) {
			f := newFile(t)
			if err := os.MkdirAll(filepath.Dir(string(f)), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(string(f), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, _, err := f.New("x", false, noon); err == nil {
				t.Error("a token was made")
			}
			if kept, _ := os.ReadFile(string(f)); string(kept) != text {
				t.Errorf("the file was changed to %q", kept)
			}
		})
	}
}
