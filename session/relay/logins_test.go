package relay

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// After a restart the relay knows who is logged in, until the log-in expires. The contents of its file
// let nobody log in.
func TestLogins(t *testing.T) {
	path := filepath.Join(t.TempDir(), "logins.json")
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	first := openLogins(path)
	for value, expires := range map[string]time.Time{"one": now.Add(time.Hour), "two": now.Add(time.Minute), "three": now.Add(time.Hour)} {
		if err := first.add(value, login{"hash of " + value, expires}, now); err != nil {
			t.Fatal(err)
		}
	}
	if err := first.remove("three"); err != nil {
		t.Fatal(err)
	}
	again := openLogins(path)
	for _, tt := range []struct {
		value string
		at    time.Time
		known bool
	}{
		{"one", now, true}, {"one", now.Add(time.Hour), true}, {"one", now.Add(time.Hour + 1), false},
		{"two", now, true}, {"two", now.Add(2 * time.Minute), false}, {"three", now, false}, {"", now, false}, {"four", now, false},
	} {
		for name, l := range map[string]*logins{"before": first, "after": again} {
			if got, ok := l.find(tt.value, tt.at); ok != tt.known || ok && got.Token != "hash of "+tt.value {
				t.Errorf("%s: %q at %v: %v %v, want %v", name, tt.value, tt.at, got, ok, tt.known)
			}
		}
	}
	text, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(text), `"one"`) || strings.Contains(string(text), `"two"`) {
		t.Errorf("the file has %s, %v", text, err)
	}
	if st, err := os.Stat(path); err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("the file's mode: %v, %v", st, err)
	}
	if err := again.add("five", login{"hash", now.Add(3 * time.Hour)}, now.Add(2*time.Hour)); err != nil || len(again.all) != 1 {
		t.Errorf("an expired log-in is still known: %v, %v", again.all, err)
	}
}

// If the file is not a list of log-ins, nobody is logged in, but logging in works.
func TestLoginsOfADamagedFile(t *testing.T) {
	for _, text := range []string{"", "null", "{", "[]", `{"x": 5}`, `{"x": null}`, "\x00\xff"} {
		path := filepath.Join(t.TempDir(), "logins.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		now := time.Now()
		l := openLogins(path)
		if _, ok := l.find("one", now); ok {
			t.Errorf("%q: somebody is logged in", text)
		}
		if err := l.add("one", login{"hash", now.Add(time.Hour)}, now); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if _, ok := openLogins(path).find("one", now); !ok {
			t.Errorf("%q: the log-in was not saved", text)
		}
	}
}

// A log-in that cannot be saved is refused, and so is one beyond the limit.
func TestLoginsThatAreRefused(t *testing.T) {
	now := time.Now()
	lost := openLogins(filepath.Join(t.TempDir(), "nowhere", "logins.json"))
	if err := lost.add("one", login{"hash", now.Add(time.Hour)}, now); err == nil {
		t.Error("no error although it could not be saved")
	}
	if _, ok := lost.find("one", now); ok {
		t.Error("logged in although refused")
	}
	full := openLogins("")
	for i := range maxLogins {
		if err := full.add(string(rune('a'+i)), login{"hash", now.Add(time.Hour)}, now); err != nil {
			t.Fatal(err)
		}
	}
	if err := full.add("more", login{"hash", now.Add(time.Hour)}, now); err == nil {
		t.Error("a log-in beyond the limit was accepted")
	}
}

// A log-out without a log-in writes nothing.
func TestLogOutOfNobody(t *testing.T) {
	path := filepath.Join(t.TempDir(), "logins.json")
	if err := openLogins(path).remove("nobody"); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the file of log-ins was written")
	}
}
