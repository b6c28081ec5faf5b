package state

import (
	"errors"
	"io/fs"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"

	"dormer/session"
)

func TestReadTag(t *testing.T) {
	for _, tt := range []struct{ text, want, wrong string }{
		{"ci", "ci", ""},
		{"#ci", "ci", ""},
		{" é\x1b", "é", ""},
		{"", "", "give a word"},
		{"\x07", "", "give a word"},
		{"a b", "", "one word"},
		{"a,b", "", "one word"},
		{strings.Repeat("x", 65), "", "at most 64"},
	} {
		got, err := ReadTag(tt.text)
		if got != tt.want || (err != nil) != (tt.wrong != "") || err != nil && !strings.Contains(err.Error(), tt.wrong) {
			t.Errorf("%q: got %q, %v, want %q, %s", tt.text, got, err, tt.want, tt.wrong)
		}
	}
}

// S0-27: a user's labels are cleaned, limited in length, kept beside the fields of others, and inherited by
// the next life.
func TestRelabel(t *testing.T) {
	dir, id := filepath.Join(t.TempDir(), "s"), uuid.New()
	if err := Relabel(dir, id, func(*About) error { return nil }); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a document: %v", err)
	}
	owner, err := Open(dir, id, Options{Owner: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := owner.Create(AboutSpec(session.Spec{Name: "api", Description: "old\nwords", Tags: []string{"a", "a", "b c"}, Dir: "/"})); err != nil {
		t.Fatal(err)
	}
	refused := errors.New("refused")
	if err := Relabel(dir, id, func(a *About) error { a.Name = "x"; return refused }); !errors.Is(err, refused) {
		t.Error(err)
	}
	err = Relabel(dir, id, func(a *About) error {
		if a.Name != "api" || a.Description != "old words" || !reflect.DeepEqual(a.Tags, []string{"a"}) {
			t.Errorf("before: %+v", a)
		}
		a.Name, a.Description, a.Dir = strings.Repeat("é", 300), "new \x1b[31m"+strings.Repeat("x", 2000), "/elsewhere"
		for n := range 40 {
			a.Tags = append(a.Tags, "t"+strconv.Itoa(n))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := owner.Transition(session.Starting, Change{}); err != nil { // the owner keeps the changes of others
		t.Fatal(err)
	}
	r, err := Read(dir, id)
	if err != nil {
		t.Fatal(err)
	}
	if len([]rune(r.Name)) != 256 || len(r.Description) > maxText || strings.ContainsRune(r.Description, 0x1b) || len(r.Tags) != maxTags || r.Dir != "/" || r.State != session.Starting {
		t.Errorf("got %+v", r)
	}
	next := AboutSpec(session.Spec{Name: "api", Description: "first", Dir: "/"}).Inherit(r.About)
	if next.Name != r.Name || next.Description != r.Description || len(next.Tags) != maxTags {
		t.Errorf("the next life has %+v", next)
	}
	if next := AboutSpec(session.Spec{Name: "pane", Workspace: "work"}).Inherit(r.About); next.Name != "pane" {
		t.Errorf("its name in a workspace is %s", next.Name)
	}
}

// S0-27: while the next life begins, a document exists at every moment, and it has the user's labels.
func TestRenew(t *testing.T) {
	dir, id := filepath.Join(t.TempDir(), "s"), uuid.New()
	begin := func(about About) *Manager {
		t.Helper()
		m, err := Open(dir, id, Options{Owner: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Renew(about); err != nil {
			t.Fatal(err)
		}
		return m
	}
	first := begin(About{Name: "api", Dir: "/a"})
	for _, to := range []session.Lifecycle{session.Starting, session.LifecycleRunning, session.Completed} {
		if err := first.Transition(to, Change{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := WriteExitStatus(dir, session.Exit{}); err != nil {
		t.Fatal(err)
	}
	if err := Relabel(dir, id, func(a *About) error { a.Tags = []string{"ci"}; return nil }); err != nil {
		t.Fatal(err)
	}
	over, gone := make(chan struct{}), make(chan bool)
	go func() {
		missing := false
		for {
			_, err := Read(dir, id)
			missing = missing || err != nil
			select {
			case <-over:
				gone <- missing
				return
			default:
			}
		}
	}()
	for range 20 {
		begin(About{Name: "api", Dir: "/b"})
	}
	close(over)
	if <-gone {
		t.Error("there was no document meanwhile")
	}
	r, err := Read(dir, id)
	if err != nil || r.State != session.Created || r.Dir != "/b" || !reflect.DeepEqual(r.Tags, []string{"ci"}) {
		t.Errorf("got %+v, %v", r, err)
	}
	if _, known := readExitStatus(dir); known || !HasDocument(dir) {
		t.Error("the exit status of the previous life still exists, or its document does not")
	}
}

// If the document cannot be written, the previous life's document is not taken for the new one.
func TestRenewOnAFullDisk(t *testing.T) {
	dir, id := filepath.Join(t.TempDir(), "s"), uuid.New()
	m, err := Open(dir, id, Options{Owner: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(m.Create(About{}), m.Transition(session.Failed, Change{})); err != nil {
		t.Fatal(err)
	}
	next, err := Open(dir, id, Options{Owner: true})
	if err != nil {
		t.Fatal(err)
	}
	next.write = func(string, string, []byte) error { return errors.New("no space") }
	if err := next.Renew(About{}); !errors.Is(err, errUnsaved) {
		t.Errorf("got %v", err)
	}
	if err := next.Transition(session.Starting, Change{}); !errors.Is(err, errUnsaved) {
		t.Errorf("got %v", err)
	}
	next.write = writeFile
	if err := next.Flush(); err != nil {
		t.Fatal(err)
	}
	if r, err := Read(dir, id); err != nil || r.State != session.Starting {
		t.Errorf("got %s, %v", r.State, err)
	}
}
