package persist

import (
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// An earlier document is restored unchanged, and the replaced one can be restored after it.
func TestPutBackAndBackAgain(t *testing.T) {
	dir := saved(t)
	first := readFile(t, documentPath(dir))
	s, _, _ := loaded(t, dir) // this keeps it as an earlier one
	mustSave(t, s, named("mistake"))
	if err := s.RestoreEarlier(Earlier(dir)[0]); err != nil {
		t.Fatal(err)
	}
	if got := readFile(t, documentPath(dir)); got != first {
		t.Errorf("the document is now\n%s", got)
	}
	if err := s.Save(named("x")); !errors.Is(err, ErrNotLoaded) {
		t.Errorf("Save = %v, want a refusal before it is loaded", err)
	}
	mustClose(t, s)
	s, state, report := loaded(t, dir)
	wantState(t, state, sample())
	if report.Sentence() != "" {
		t.Error(report.Sentence())
	}
	for _, d := range Earlier(dir) {
		if strings.Contains(readFile(t, d.Path), "mistake") {
			if err := s.RestoreEarlier(d); err != nil {
				t.Fatal(err)
			}
		}
	}
	mustClose(t, s)
	_, state, _ = loaded(t, dir)
	if got := tabName(t, state); got != "mistake" {
		t.Errorf("the replaced document was not kept: opened %q", got)
	}
}

// Replaced documents are kept however often is saved since, each of them once.
func TestReplacedDocumentsAreKept(t *testing.T) {
	dir := saved(t)
	s, _, _ := loaded(t, dir)
	for i := range slots + 2 { // of the last minutes, so that the slots are full of recent documents
		saveAt(t, s, dir, now.Add(time.Duration(i)*2*time.Minute), strconv.Itoa(i))
	}
	for _, present := range []string{"present", "another"} {
		mustSave(t, s, named(present))
		if err := s.RestoreEarlier(Earlier(dir)[2]); err != nil {
			t.Fatal(err)
		}
		mustClose(t, s)
		for i := range 2 * slots {
			s, _, _ = loaded(t, dir)
			saveAt(t, s, dir, now.Add(time.Duration(20+i)*2*time.Minute), present+strconv.Itoa(i))
			if i < 2*slots-1 {
				mustClose(t, s)
			}
			kept := map[string]int{}
			for _, d := range Earlier(dir) {
				kept[readFile(t, d.Path)]++
			}
			replaced := 0
			for text, n := range kept {
				if n > 1 {
					t.Fatalf("%d earlier documents are the same:\n%s", n, text)
				}
				if strings.Contains(text, `"`+present+`"`) || strings.Contains(text, `"present"`) {
					replaced++
				}
			}
			if want := map[string]int{"present": 1, "another": 2}[present]; replaced != want {
				t.Fatalf("after %d programs %d replaced documents are kept, want %d", i+1, replaced, want)
			}
		}
	}
}

// Going back and forth keeps each document once; going back more often than there are slots drops the
// oldest.
func TestGoingBackAndForth(t *testing.T) {
	dir := saved(t)
	s, _, _ := loaded(t, dir)
	for i := range 2 * slots {
		mustSave(t, s, named("present"+strconv.Itoa(i)))
		if err := s.RestoreEarlier(Earlier(dir)[len(Earlier(dir))-1]); err != nil {
			t.Fatal(err)
		}
		mustClose(t, s)
		s, _, _ = loaded(t, dir)
	}
	for slot := 1; slot <= slots; slot++ {
		want := "present" + strconv.Itoa(2*slots-slot)
		if text := readFile(t, earlier{dir: dir, replaced: true}.path(slot)); !strings.Contains(text, want) {
			t.Errorf("slot %d does not have %s", slot, want)
		}
	}
	for range 3 {
		if err := s.RestoreEarlier(Earlier(dir)[0]); err != nil {
			t.Fatal(err)
		}
	}
	kept := map[string]bool{}
	for _, d := range Earlier(dir) {
		if text := readFile(t, d.Path); kept[text] {
			t.Errorf("%s exists twice", d.Path)
		} else {
			kept[text] = true
		}
	}
}

// If the replaced document cannot be kept, as on a full disk, no kept document is dropped.
func TestAFailedBackupDropsNoOtherOne(t *testing.T) {
	dir := saved(t)
	s, _, _ := loaded(t, dir)
	for i := range slots + 1 {
		mustSave(t, s, named("present"+strconv.Itoa(i)))
		if err := s.RestoreEarlier(Earlier(dir)[len(Earlier(dir))-1]); err != nil {
			t.Fatal(err)
		}
		mustClose(t, s)
		s, _, _ = loaded(t, dir)
	}
	mustSave(t, s, named("the last"))
	before := keptDocuments(dir)
	mustClose(t, s)
	if out, err := childCommand(t, "full", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if !slices.Equal(keptDocuments(dir), before) {
		t.Error("the kept documents have changed")
	}
}

// keptDocuments returns the texts of the earlier documents.
func keptDocuments(dir string) (texts []string) {
	for _, path := range earlierPaths(dir) {
		text, _ := os.ReadFile(path) // empty if there is none
		texts = append(texts, string(text))
	}
	return texts
}

// restoreWithoutRoom restores an earlier document while no file can grow.
func restoreWithoutRoom(dir string) error {
	s, err := Open(dir, Options{})
	if err != nil {
		return err
	}
	if _, _, err := s.Load(); err != nil {
		return err
	}
	signal.Ignore(unix.SIGXFSZ)
	if err := limitFiles(10); err != nil {
		return err
	}
	if s.RestoreEarlier(Earlier(dir)[0]) == nil {
		return errors.New("it was put back")
	}
	return nil
}

// An invalid document is not put back, and the current one stays.
func TestPutBackRefuses(t *testing.T) {
	for name, text := range map[string]string{"garbage": "{", "newer": `{"schema": 99}`} {
		dir := saved(t)
		s, state, _ := loaded(t, dir)
		mustSave(t, s, state)
		bad := earlier{dir: dir}.path(3)
		writeFile(t, bad, text)
		before := readFile(t, documentPath(dir))
		if err := s.RestoreEarlier(Document{Path: bad}); err == nil || !strings.Contains(err.Error(), "choose another") {
			t.Errorf("%s: err = %v", name, err)
		}
		if got := readFile(t, documentPath(dir)); got != before {
			t.Errorf("%s: the document is now %q", name, got)
		}
		writeFile(t, documentPath(dir), `{"schema": 99}`)
		if err := s.RestoreEarlier(Document{Path: earlier{dir: dir}.path(1)}); !errors.Is(err, ErrNewer) {
			t.Errorf("%s: over a newer one: %v", name, err)
		}
		mustClose(t, s)
	}
}

// An unreadable document is set aside when another one is put back.
func TestPutBackSetsAsideAnUnreadableDocument(t *testing.T) {
	dir := saved(t)
	s, state, _ := loaded(t, dir)
	mustSave(t, s, state)
	writeFile(t, documentPath(dir), "garbage")
	if err := s.RestoreEarlier(Earlier(dir)[0]); err != nil {
		t.Fatal(err)
	}
	aside, err := filepath.Glob(documentPath(dir) + ".corrupt-*")
	if err != nil || len(aside) != 1 || readFile(t, aside[0]) != "garbage" {
		t.Errorf("set aside as %v, %v", aside, err)
	}
	if _, err := os.Stat(documentPath(dir)); err != nil {
		t.Error(err)
	}
}
