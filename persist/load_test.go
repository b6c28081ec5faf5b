package persist

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/workspace"
)

func TestLoadOfANewWorkspaceIsEmpty(t *testing.T) {
	_, state, report := loaded(t, workspaceDir(t))
	wantState(t, state, workspace.New("main"))
	if report.Sentence() != "" || report.Path != "" {
		t.Errorf("report = %+v, want nothing to say", report)
	}
}

// An unreadable document is set aside unchanged, and the previous one is opened.
func TestLoadSetsAside(t *testing.T) {
	good, err := encode(named("good"), now, unknownFields{})
	if err != nil {
		t.Fatal(err)
	}
	deep := strings.Repeat(`{"children":[`, 100_000)
	for _, tt := range []struct{ name, text string }{
		{"empty", ""},
		{"one byte", "{"},
		{"blank", " \n"},
		{"null", "null"},
		{"list", "[]"},
		{"no schema", "{}"},
		{"schema 0", `{"schema": 0}`},
		{"negative schema", `{"schema": -1}`},
		{"schema is a word", `{"schema": "1"}`},
		{"NULs", strings.Repeat("\x00", 4096)},
		{"random bytes", randomBytes(4096)},
		{"NULs at the end", string(good) + "\x00\x00"},
		{"two documents", string(good) + string(good)},
		{"NaN", strings.Replace(string(good), `"schema": 2`, `"schema": 2, "x": NaN`, 1)},
		{"weight is a fraction", `{"schema": 1, "views": [{"id": "main", "tabs": [{"layout": {"weight": 0.5}}]}]}`},
		{"id is no uuid", strings.Replace(string(good), id(1).String(), "1", 1)},
		{"session twice", `{"schema": 1, "sessions": [` + sessionText(1) + `,` + sessionText(1) + `]}`},
		{"nested 100 000 deep", `{"schema": 1, "views": [{"tabs": [{"layout": ` + deep},
		{"more things than fit", `{"schema": 1, "views": [` + strings.Repeat(`{},`, maxThings) + `{}]}`},
		{"axis unknown", `{"schema": 1, "views": [{"tabs": [{"layout": {"axis": "diagonal", "children": [{}, {}]}}]}]}`},
		{"provider unknown", `{"schema": 1, "sessions": [` + strings.Replace(sessionText(1), "direct", "x", 1) + `]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := saved(t)
			writeFile(t, filepath.Join(dir, documentName+".bak1"), string(good))
			writeFile(t, documentPath(dir), tt.text)
			s, state, report := loaded(t, dir)
			if got := tabName(t, state); got != "good" {
				t.Errorf("opened %q, want the previous one", got)
			}
			if report.SetAside == "" || readFile(t, report.SetAside) != tt.text {
				t.Errorf("set aside as %q, want the bad document there unchanged", report.SetAside)
			}
			if got := report.Sentence(); !strings.Contains(got, report.SetAside) || strings.Contains(got, "\n") {
				t.Errorf("sentence %q does not say where the document is", got)
			}
			mustSave(t, s, state)
			if readFile(t, report.SetAside) != tt.text {
				t.Error("saving changed what was set aside")
			}
		})
	}
}

func sessionText(n int) string {
	data, err := json.Marshal(encodeSession(shell(n, session.Active)))
	if err != nil {
		panic(err)
	}
	return string(data)
}

func randomBytes(n int) string {
	rng := rand.New(rand.NewPCG(1, 2))
	out := make([]byte, n)
	for i := range out {
		out[i] = byte(rng.Uint32())
	}
	return string(out)
}

// Documents of valid JSON that break the rules of a workspace are repaired; the original stays among
// the earlier documents.
func TestLoadMends(t *testing.T) {
	for _, tt := range []struct{ name, old, new string }{
		{"negative weight", `"weight": 2`, `"weight": -2`},
		{"huge weight", `"weight": 2`, `"weight": 9000000000000000000`},
		{"session in two panes", id(3).String(), id(1).String()},
		{"tab in two views", id(102).String(), id(100).String()},
		{"active tab of another view", `"activeTab": "` + id(101).String(), `"activeTab": "` + id(102).String()},
		{"negative position", `"tabIndex": 1`, `"tabIndex": -1`},
		{"active view unknown", `"activeView": "main"`, `"activeView": "x"`},
		{"split with one child", `"weight": 2,`, `"weight": 2, "axis": "row", "children": [{"weight": 1, "session": "` + id(1).String() + `"}],`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := saved(t)
			text := readFile(t, documentPath(dir))
			bad := strings.Replace(text, tt.old, tt.new, 1)
			if bad == text {
				t.Fatalf("no %s in the document", tt.old)
			}
			writeFile(t, documentPath(dir), bad)
			s, state, report := loaded(t, dir)
			if err := workspace.Check(state); err != nil {
				t.Error(err)
			}
			if report.Repaired == nil || report.Cause != nil || !strings.Contains(report.Sentence(), "were corrected") {
				t.Errorf("report = %+v", report)
			}
			if len(workspace.Leaves(state.Views[0].Tabs[0].Root)) == 0 {
				t.Error("the layout was lost")
			}
			mustSave(t, s, state)
			if got := readFile(t, filepath.Join(dir, documentName+".bak1")); got != bad {
				t.Error("the original document is not the newest earlier one")
			}
		})
	}
}

func TestLoadOfATruncatedDocument(t *testing.T) {
	whole := readFile(t, documentPath(saved(t)))
	for i := range 50 {
		dir := saved(t)
		cut := len(strings.TrimSpace(whole)) * i / 50
		writeFile(t, documentPath(dir), whole[:cut])
		_, state, report := loaded(t, dir)
		wantState(t, state, workspace.New("main"))
		if report.SetAside == "" || readFile(t, report.SetAside) != whole[:cut] {
			t.Errorf("cut at %d: set aside as %q", cut, report.SetAside)
		}
		if !strings.Contains(report.Sentence(), "starts empty") {
			t.Errorf("cut at %d: %q", cut, report.Sentence())
		}
	}
}

// The indentation of a deep layout grows with the square of its depth. Splits that nest too deep are
// flattened, and no pane is lost.
func TestDeepLayoutIsReadFlattened(t *testing.T) {
	const depth = 3000
	state := workspace.New("main")
	root := leaf(0)
	state.Sessions[id(0)] = shell(0, session.Active)
	for n := 1; n <= depth; n++ {
		root = divided(workspace.Axis(n%2), child(1, leaf(n)), child(1, root))
		state.Sessions[id(n)] = shell(n, session.Active)
	}
	state.Views[0].ActiveTab = id(9000)
	state.Views[0].Tabs = []workspace.Tab{{ID: id(9000), Root: root, Active: id(1)}}
	dir := workspaceDir(t)
	text, err := encode(state, now, unknownFields{}) // as an earlier dormer wrote it
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	writeFile(t, documentPath(dir), string(text))
	_, got, report := loaded(t, dir)
	if !strings.Contains(report.Sentence(), "deep") {
		t.Errorf("the report does not mention it: %q", report.Sentence())
	}
	if got := len(workspace.Leaves(got.Views[0].Tabs[0].Root)); got != depth+1 {
		t.Errorf("%d panes, want %d", got, depth+1)
	}
}

func TestTooDeeplyNestedSplitsAreNotRead(t *testing.T) {
	text := strings.Repeat(`{"axis": "row", "children": [`, maxDepth) + "{}" + strings.Repeat("]}", maxDepth)
	_, err := decode([]byte(`{"schema": 1, "views": [{"tabs": [{"layout": ` + text + `}]}]}`))
	if err == nil || !strings.Contains(err.Error(), "deep") {
		t.Errorf("err = %v", err)
	}
}

func TestLoadRefusesAHugeDocumentWithoutReadingIt(t *testing.T) {
	dir := saved(t)
	if err := os.Truncate(documentPath(dir), 100<<20); err != nil {
		t.Fatal(err)
	}
	_, state, report := loaded(t, dir)
	wantState(t, state, workspace.New("main"))
	if st, err := os.Stat(report.SetAside); err != nil || st.Size() != 100<<20 {
		t.Errorf("set aside: %v, %v", st, err)
	}
}

func TestLoadSkipsBrokenEarlierDocuments(t *testing.T) {
	dir := saved(t)
	writeFile(t, documentPath(dir), "{")
	writeFile(t, earlier{dir: dir}.path(1), "{")
	writeFile(t, earlier{dir: dir}.path(2), `{"schema": 99}`)
	for slot, name := range map[int]string{3: "newest good", 4: "old"} {
		data, err := encode(named(name), now.Add(-time.Duration(slot)*time.Hour), unknownFields{})
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, earlier{dir: dir}.path(slot), string(data))
	}
	_, state, report := loaded(t, dir)
	if got := tabName(t, state); got != "newest good" {
		t.Errorf("opened %q", got)
	}
	if report.Path != (earlier{dir: dir}).path(3) || !report.SavedAt.Equal(now.Add(-3*time.Hour)) {
		t.Errorf("report = %+v", report)
	}
}

// A program that was killed after it set a document aside and before its first save leaves no document.
func TestLoadOfAMissingDocumentOpensThePreviousOne(t *testing.T) {
	dir := saved(t)
	if err := os.Rename(documentPath(dir), earlier{dir: dir}.path(1)); err != nil {
		t.Fatal(err)
	}
	_, state, report := loaded(t, dir)
	wantState(t, state, sample())
	if !strings.Contains(report.Sentence(), "missing") {
		t.Errorf("sentence = %q", report.Sentence())
	}
}

func TestSettingAsideTwiceInASecondLosesNothing(t *testing.T) {
	dir := saved(t)
	places := map[string]string{}
	for _, text := range []string{"first", "second", "third"} {
		writeFile(t, documentPath(dir), text)
		s, _, report := loaded(t, dir)
		mustClose(t, s)
		places[report.SetAside] = text
	}
	if len(places) != 3 {
		t.Errorf("set aside as %v, want three files", places)
	}
	for path, text := range places {
		if got := readFile(t, path); got != text {
			t.Errorf("%s holds %q, want %q", path, got, text)
		}
	}
}

func TestLoadLeavesANewerDocumentUntouched(t *testing.T) {
	dir := saved(t)
	text := fmt.Sprintf(`{"schema": %d, "views": "in another shape"}`, schema+1)
	writeFile(t, documentPath(dir), text)
	s := openStore(t, dir, fixedOptions())
	before := listing(t, dir)
	_, _, err := s.Load()
	if !errors.Is(err, ErrNewer) || !strings.Contains(err.Error(), documentPath(dir)) {
		t.Errorf("err = %v, want one that names the document", err)
	}
	if err := s.Save(sample()); !errors.Is(err, ErrNotLoaded) {
		t.Errorf("Save = %v, want a refusal", err)
	}
	if readFile(t, documentPath(dir)) != text || listing(t, dir) != before {
		t.Errorf("the directory changed from %q to %q", before, listing(t, dir))
	}
}

func listing(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func TestPeekChangesNothing(t *testing.T) {
	dir := saved(t)
	held := openStore(t, dir, fixedOptions())
	state, report, err := Peek(dir, fixedOptions())
	if err != nil || report.Cause != nil {
		t.Fatal(err, report.Cause)
	}
	wantState(t, state, sample())

	writeFile(t, documentPath(dir), "{")
	before := listing(t, dir)
	if _, report, err = Peek(dir, fixedOptions()); err != nil || report.Cause == nil {
		t.Errorf("Peek of a broken document = %+v, %v", report, err)
	}
	if got := listing(t, dir); got != before {
		t.Errorf("the directory changed from %q to %q", before, got)
	}
	mustClose(t, held)
}

func TestTheDirectoryNamesTheWorkspace(t *testing.T) {
	dir := saved(t)
	writeFile(t, documentPath(dir), strings.Replace(readFile(t, documentPath(dir)), `"name": "main"`, `"name": "other"`, 1))
	_, state, _ := loaded(t, dir)
	if state.Name != "main" {
		t.Errorf("name = %q", state.Name)
	}
}

func TestSentenceNamesSessionsLeftOut(t *testing.T) {
	r := LoadReport{Left: []workspace.Record{{Name: "a\x1b[31m"}, {Title: "b"}}}
	got := r.Sentence()
	if !strings.Contains(got, `"b"`) || strings.Contains(got, "\x1b") {
		t.Errorf("sentence = %q", got)
	}
}

// Errors of wrong types use the words of JSON, not of Go's types.
func TestErrorsOfWrongTypes(t *testing.T) {
	for text, want := range map[string]string{
		"[]":                        "it is a JSON array and not a workspace",
		`{"schema":1,"views":3}`:    "its views cannot be a JSON number",
		`{"schema":"new","name":1}`: "its schema cannot be a JSON string",
	} {
		if _, err := decode([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

func TestIsNew(t *testing.T) {
	for _, name := range []string{"", documentName, documentName + ".bak1", documentName + ".bak5"} {
		dir := t.TempDir()
		if !IsNew(filepath.Join(dir, "missing")) || !IsNew(dir) {
			t.Fatal("an empty workspace is not new")
		}
		if name == "" {
			continue
		}
		if err := os.Symlink("nowhere", filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		if IsNew(dir) {
			t.Errorf("with %s it is new", name)
		}
	}
}
