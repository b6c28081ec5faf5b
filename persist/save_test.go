package persist

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/workspace"
)

// S3-08, S3-43, S3-45.
func TestSaveLeavesTemporarySessionsOut(t *testing.T) {
	dir := workspaceDir(t)
	s, _, _ := loaded(t, dir)
	state := sample()
	for _, n := range []int{2, 5, 6} {
		r := state.Sessions[id(n)]
		r.Lifetime = session.Temporary
		state.Sessions[id(n)] = r
	}
	mustSave(t, s, state)
	text := readFile(t, documentPath(dir))
	for _, n := range []int{2, 5, 6} {
		if strings.Contains(text, id(n).String()) {
			t.Errorf("temporary session %d is in the document", n)
		}
	}
	if got := workspace.Leaves(state.Views[0].Tabs[0].Root); len(got) != 3 || len(state.Sessions) != 9 {
		t.Error("saving changed the workspace itself")
	}
	mustClose(t, s)
	_, got, report := loaded(t, dir)
	if report.Sentence() != "" {
		t.Error(report.Sentence())
	}
	wantSessions(t, got, 1, 3, 4, 7, 8, 9)
	wantLeaves(t, got.Views[0].Tabs[0], 1, 3)
}

func TestSaveWithoutLoadIsRefused(t *testing.T) {
	dir := saved(t)
	before := readFile(t, documentPath(dir))
	s := openStore(t, dir, fixedOptions())
	if err := s.Save(named("x")); !errors.Is(err, ErrNotLoaded) {
		t.Errorf("Save = %v", err)
	}
	if readFile(t, documentPath(dir)) != before {
		t.Error("the document changed")
	}
}

func TestSaveRefusesATooLargeDocument(t *testing.T) {
	dir := saved(t)
	before := readFile(t, documentPath(dir))
	s, state, _ := loaded(t, dir)
	r := state.Sessions[id(1)]
	r.Title = strings.Repeat("x", maxDocument)
	state.Sessions[id(1)] = r
	if err := s.Save(state); err == nil {
		t.Error("a document that is too large to be read was written")
	}
	if readFile(t, documentPath(dir)) != before {
		t.Error("the document changed")
	}
}

func TestSaveReplacesLeftovers(t *testing.T) {
	dir := saved(t)
	tmp := documentPath(dir) + ".tmp1"
	writeFile(t, tmp, strings.Repeat("x", 1<<20))
	s, state, _ := loaded(t, dir)
	mustSave(t, s, state)
	if _, err := os.Stat(tmp); err == nil {
		t.Error("the temporary file still exists")
	}
	if !json.Valid([]byte(readFile(t, documentPath(dir)))) {
		t.Error("the document is broken")
	}
}

// A link in the document's place belongs to the user: it stays, and its target is the document, even if
// it does not exist yet.
func TestDocumentThatIsALink(t *testing.T) {
	for _, tt := range []struct {
		name  string
		there bool
	}{{"to a document", true}, {"to nothing yet", false}} {
		t.Run(tt.name, func(t *testing.T) {
			dir, elsewhere := saved(t), filepath.Join(t.TempDir(), "mine.json")
			want := workspace.New("main")
			if tt.there {
				want = sample()
				writeFile(t, elsewhere, readFile(t, documentPath(dir)))
			}
			if err := os.Remove(documentPath(dir)); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(elsewhere, documentPath(dir)); err != nil {
				t.Fatal(err)
			}
			s, state, _ := loaded(t, dir)
			wantState(t, state, want)
			mustSave(t, s, named("written through"))
			if st, err := os.Lstat(documentPath(dir)); err != nil || st.Mode().Type() != os.ModeSymlink {
				t.Errorf("the link is gone: %v, %v", st, err)
			}
			if !strings.Contains(readFile(t, elsewhere), "written through") {
				t.Error("the target is not the document")
			}
		})
	}
}

func TestBrokenTargetOfALinkIsSetAsideBesideIt(t *testing.T) {
	dir, elsewhere := saved(t), filepath.Join(t.TempDir(), "mine.json")
	writeFile(t, elsewhere, "{")
	if err := os.Remove(documentPath(dir)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, documentPath(dir)); err != nil {
		t.Fatal(err)
	}
	s, _, report := loaded(t, dir)
	if filepath.Dir(report.SetAside) != filepath.Dir(elsewhere) || readFile(t, report.SetAside) != "{" {
		t.Errorf("set aside as %q", report.SetAside)
	}
	mustSave(t, s, sample())
	if !json.Valid([]byte(readFile(t, elsewhere))) {
		t.Error("not written through the link")
	}
}

// While a program runs, somebody replaces its document with another one.
func TestSaveKeepsAReplacedDocument(t *testing.T) {
	dir := saved(t)
	s, state, _ := loaded(t, dir)
	data, err := encode(named("from outside"), now, unknownFields{})
	if err != nil {
		t.Fatal(err)
	}
	moved := filepath.Join(t.TempDir(), "x")
	writeFile(t, moved, string(data))
	if err := os.Rename(moved, documentPath(dir)); err != nil {
		t.Fatal(err)
	}
	mustSave(t, s, state)
	if got := readFile(t, earlier{dir: dir}.path(1)); got != string(data) {
		t.Error("the document from outside is not the newest earlier one")
	}
}

func TestSaveSetsAsideGarbageInItsPlace(t *testing.T) {
	dir := saved(t)
	s, state, _ := loaded(t, dir)
	writeFile(t, documentPath(dir), "garbage")
	err := s.Save(state)
	if err == nil || !strings.Contains(err.Error(), ".corrupt-") {
		t.Errorf("Save = %v, want where the garbage is", err)
	}
	if !json.Valid([]byte(readFile(t, documentPath(dir)))) {
		t.Error("not saved")
	}
	mustSave(t, s, state)
	for _, d := range Earlier(dir) {
		if d.Err != nil {
			t.Errorf("%s: %v", d.Path, d.Err)
		}
	}
}

// setTime sets the time of a file.
func setTime(t *testing.T, path string, at time.Time) {
	t.Helper()
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

// saveAt saves as if the previous document had been written at a time.
func saveAt(t *testing.T, s *Store, dir string, at time.Time, name string) {
	t.Helper()
	mustSave(t, s, named(name))
	setTime(t, documentPath(dir), at)
	// The store knows its file by its time.
	st, err := os.Stat(documentPath(dir))
	if err != nil {
		t.Fatal(err)
	}
	s.last = st
}

func earlierNames(t *testing.T, dir string) []string {
	t.Helper()
	var names []string
	for slot := 1; slot <= slots; slot++ {
		f, err := read(earlier{dir: dir}.path(slot))
		if err != nil {
			continue
		}
		got, err := decode(f.data)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, tabName(t, got.state))
	}
	return names
}

// A burst does not fill all five slots with documents of the last seconds.
func TestEarlierDocumentsOfABurst(t *testing.T) {
	dir := workspaceDir(t)
	s, _, _ := loaded(t, dir)
	for i := range 60 {
		saveAt(t, s, dir, now.Add(time.Duration(i)*2*time.Second), fmt.Sprint(i*2))
	}
	if got, want := fmt.Sprint(earlierNames(t, dir)), "[60 0]"; got != want {
		t.Errorf("earlier documents of seconds %s, want %s", got, want)
	}
}

func TestEarlierDocumentsAreFive(t *testing.T) {
	dir := workspaceDir(t)
	s, _, _ := loaded(t, dir)
	for i := range 6 {
		saveAt(t, s, dir, now.Add(time.Duration(i)*time.Minute), fmt.Sprint(i))
	}
	if got, want := fmt.Sprint(earlierNames(t, dir)), "[4 3 2 1 0]"; got != want {
		t.Errorf("earlier documents of minutes %s, want %s", got, want)
	}
}

// After two days of work, the earlier documents include one of minutes ago and one of many hours ago.
func TestEarlierDocumentsReachBack(t *testing.T) {
	e := earlier{dir: t.TempDir()}
	end, step := 48*time.Hour, 5*time.Minute
	for at := time.Duration(0); at < end; at += step {
		if err := e.keep(file{data: []byte("{}"), modified: now.Add(at)}, false); err != nil {
			t.Fatal(err)
		}
	}
	bounds := [slots][2]time.Duration{
		{0, step},
		{step, 10*time.Minute + 2*step},
		{10 * time.Minute, 75 * time.Minute},
		{time.Hour, 9 * time.Hour},
		{8 * time.Hour, 33 * time.Hour},
	}
	for slot := 1; slot <= slots; slot++ {
		at, ok := e.modified(slot)
		age := now.Add(end).Sub(at)
		if b := bounds[slot-1]; !ok || age < b[0] || age > b[1] {
			t.Errorf("earlier document %d is %v old (%v), want %v to %v", slot, age, ok, b[0], b[1])
		}
	}
}

func TestEarlierDocumentsAreKeptWhenTheClockGoesBack(t *testing.T) {
	dir := workspaceDir(t)
	s, _, _ := loaded(t, dir)
	for i, at := range []time.Duration{0, -24 * time.Hour, -23 * time.Hour, -22 * time.Hour} {
		saveAt(t, s, dir, now.Add(at), fmt.Sprint(i))
	}
	if got, want := fmt.Sprint(earlierNames(t, dir)), "[2 1 0]"; got != want {
		t.Errorf("earlier documents %s, want %s", got, want)
	}
}

// A start writes nothing before something must be saved. Then the opened document is kept, even within
// the minute, and only once however often it stays the same.
func TestTheOpenedDocumentIsKeptByTheFirstSave(t *testing.T) {
	dir := saved(t)
	before := readFile(t, documentPath(dir))
	s, state, _ := loaded(t, dir)
	if got := Earlier(dir); len(got) != 0 {
		t.Errorf("loading alone kept %v", got)
	}
	for range 3 {
		mustSave(t, s, state)
		mustSave(t, s, state)
		mustClose(t, s)
		s, state, _ = loaded(t, dir)
	}
	if got := Earlier(dir); len(got) != 1 || got[0].Err != nil || got[0].Tabs != 3 || got[0].Sessions != 9 || !got[0].SavedAt.Equal(now) {
		t.Errorf("Earlier = %+v, want the document once", got)
	}
	if readFile(t, earlier{dir: dir}.path(1)) != before {
		t.Error("the earlier document is a different one")
	}
}

func TestEarlierListsTheNewestFirst(t *testing.T) {
	dir := workspaceDir(t)
	for slot, age := range map[int]time.Duration{1: time.Hour, 2: time.Minute, 4: time.Second} {
		data, err := encode(named("x"), now.Add(-age), unknownFields{})
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, earlier{dir: dir}.path(slot), string(data))
	}
	writeFile(t, earlier{dir: dir}.path(3), "{")
	setTime(t, earlier{dir: dir}.path(3), now.Add(-time.Hour*2))
	var got []string
	for _, d := range Earlier(dir) {
		got = append(got, fmt.Sprintf("%s %v", filepath.Ext(d.Path), d.Err == nil))
	}
	if want := "[.bak4 true .bak2 true .bak1 true .bak3 false]"; fmt.Sprint(got) != want {
		t.Errorf("Earlier = %v, want %s", got, want)
	}
}

// The reason why a session asks for attention is saved; a document without one has none.
func TestAttentionIsSaved(t *testing.T) {
	dir := workspaceDir(t)
	s, _, _ := loaded(t, dir)
	state := sample()
	asks := state.Sessions[id(2)]
	asks.Attention = workspace.Attention{Reason: "bell", Text: "rang the bell", Since: now.Add(time.Minute), Seen: true}
	state.Sessions[id(2)] = asks
	mustSave(t, s, state)
	mustClose(t, s)
	_, got, _ := loaded(t, dir)
	wantState(t, got, state)
}
