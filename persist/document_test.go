package persist

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/session"
	"dormer/workspace"
)

// TestLoadEveryVersion opens a document of every schema that was ever written. A file of testdata never
// changes after the version that wrote it was released.
func TestLoadEveryVersion(t *testing.T) {
	for version := 1; version <= schema; version++ {
		t.Run(fmt.Sprint(version), func(t *testing.T) {
			dir := workspaceDir(t)
			path := filepath.Join("testdata", fmt.Sprintf("schema%d.json", version))
			writeFile(t, documentPath(dir), readFile(t, path))
			_, state, report := loaded(t, dir)
			if report.Cause != nil {
				t.Fatalf("not opened: %v", report.Cause)
			}
			wantState(t, state, sampleOf(version))
		})
	}
}

// TestDocumentIsFrozen fails if the written form changes: an older program may then misread it, and the
// schema may have to be raised.
//
// S3-03, S3-16, S3-46.
func TestDocumentIsFrozen(t *testing.T) {
	path := filepath.Join("testdata", fmt.Sprintf("schema%d.json", schema))
	got, err := encode(sample(), now, unknownFields{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%v: a new schema needs its document there:\n%s", err, got)
	}
	if want := readFile(t, path); string(got) != want {
		t.Errorf("the document changed; got\n%s\nwant\n%s", got, want)
	}
}

// S3-02, S3-04, S3-06, S3-09.
func TestSaveThenLoadGivesTheSameWorkspace(t *testing.T) {
	dir := saved(t)
	_, state, report := loaded(t, dir)
	wantState(t, state, sample())
	if report.Sentence() != "" || report.Path != documentPath(dir) || !report.SavedAt.Equal(now) {
		t.Errorf("report = %+v", report)
	}
}

// Unknown fields of a newer program with the same schema are written back in their places.
func TestUnknownFieldsSurviveASave(t *testing.T) {
	dir := saved(t)
	text := readFile(t, documentPath(dir))
	for _, at := range []struct{ after, field string }{
		{`"schema": 2,`, `"palette": {"x": [1, 2]},`},
		{`"id": "logs",`, `"icon": "L",`},
		{`"id": "` + id(100).String() + `",`, `"colour": "red",`},
		{`"id": "` + id(103).String() + `",`, `"pinned": true,`},
		{`"id": "` + id(2).String() + `",`, `"model": "a <b>",`},
	} {
		next := strings.Replace(text, at.after, at.after+at.field, 1)
		if next == text {
			t.Fatalf("no %s in the document", at.after)
		}
		text = next
	}
	writeFile(t, documentPath(dir), text)
	s, state, report := loaded(t, dir)
	if report.Cause != nil {
		t.Fatal(report.Cause)
	}
	mustSave(t, s, state)
	got := readFile(t, documentPath(dir))
	for _, want := range []string{`"icon": "L"`, `"colour": "red"`, `"pinned": true`, `"model": "a <b>"`, `"palette": {`} {
		if strings.Count(got, want) != 1 {
			t.Errorf("%s occurs %d times, want once", want, strings.Count(got, want))
		}
	}
	mustClose(t, s)
	_, again, _ := loaded(t, dir)
	wantState(t, again, sample())
}

func TestDirectoriesOfAnyBytesSurvive(t *testing.T) {
	dir := workspaceDir(t)
	s, _, _ := loaded(t, dir)
	want := named("a")
	r := want.Sessions[id(1)]
	r.Dir = "/tmp/caf\xe9\n"
	r.Source.Dir = "/tmp/\xff"
	r.Source.Command = []string{"less", "\xfe.txt", ""}
	r.Env = []string{"WHERE=/tmp/\xff", "EMPTY="}
	want.Sessions[id(1)] = r
	mustSave(t, s, want)
	mustClose(t, s)
	_, got, report := loaded(t, dir)
	if report.Cause != nil {
		t.Fatal(report.Cause)
	}
	wantState(t, got, want)
}

// Every value has a word, and every word a value.
func TestWordsAreComplete(t *testing.T) {
	for _, d := range []workspace.Direction{workspace.Left, workspace.Right, workspace.Up, workspace.Down} {
		if got, err := parseName[workspace.Direction]("side", sideNames, nameIn(sideNames, d)); got != d || err != nil {
			t.Errorf("side %d comes back as %d, %v", d, got, err)
		}
	}
	for p := workspace.NoPreset; p <= workspace.Tiled; p++ {
		if got := parsePreset(nameIn(presetNames, p)); got != p {
			t.Errorf("preset %d comes back as %d", p, got)
		}
	}
	if got := parsePreset("spiral"); got != workspace.NoPreset {
		t.Errorf("a preset of a newer program reads as %d, want none", got)
	}
}

func TestDocumentIsReadableByPeople(t *testing.T) {
	text := readFile(t, documentPath(saved(t)))
	for _, want := range []string{"\n  \"schema\": 2,\n", `"a && b"`, `"createdAt": "2026-11-21T07:30:01.123456789Z"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if !json.Valid([]byte(text)) {
		t.Error("it is not JSON")
	}
}

// A closed item keeps the name of its view, so that it can be brought back after a relaunch.
func TestClosedKeepsTheNameOfItsView(t *testing.T) {
	dir := workspaceDir(t)
	s, _, _ := loaded(t, dir)
	state := sample()
	state.Undo[0].View, state.Undo[0].ViewName = "review", "Review of it"
	mustSave(t, s, state)
	mustClose(t, s)
	_, state, _ = loaded(t, dir)
	if c := state.Undo[0]; c.View != "review" || c.ViewName != "Review of it" {
		t.Errorf("it was in %q, called %q", c.View, c.ViewName)
	}
}

// The restart setting is saved. An unknown word reads as none, so that the session waits.
func TestRestartIsSaved(t *testing.T) {
	for _, word := range []session.Restart{"", "always", "ask", "sometimes"} {
		dir := workspaceDir(t)
		s := sample()
		r := s.Sessions[id(2)]
		r.Restart = word
		s.Sessions[id(2)] = r
		text, err := encode(s, now, unknownFields{})
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, documentPath(dir), string(text))
		_, state, report := loaded(t, dir)
		want := word
		if !word.Valid() {
			want = ""
		}
		if got := state.Sessions[id(2)].Restart; report.Cause != nil || got != want {
			t.Errorf("%q came back as %q, %v", word, got, report.Cause)
		}
	}
}

// A session without history on disk stays so in its next life.
func TestNoHistoryIsSaved(t *testing.T) {
	dir := workspaceDir(t)
	s := sample()
	r := s.Sessions[id(2)]
	r.NoHistory = true
	s.Sessions[id(2)] = r
	text, err := encode(s, now, unknownFields{})
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, documentPath(dir), string(text))
	_, state, report := loaded(t, dir)
	if report.Cause != nil || !state.Sessions[id(2)].NoHistory || state.Sessions[id(1)].NoHistory {
		t.Errorf("came back as %+v, %v", state.Sessions, report.Cause)
	}
}

func TestEndedClosedItemsAreSavedAsEnded(t *testing.T) {
	for _, over := range []bool{false, true} {
		dir := workspaceDir(t)
		s := sample()
		s.Undo[0].Over = over
		text, err := encode(s, now, unknownFields{})
		if err != nil {
			t.Fatal(err)
		}
		writeFile(t, documentPath(dir), string(text))
		_, state, report := loaded(t, dir)
		if got := state.Undo[0].Over; report.Sentence() != "" || got != over {
			t.Errorf("%v came back as %v, %q", over, got, report.Sentence())
		}
	}
}
