package persist

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"dormer/workspace"
)

// fillIn sets everything in a value to something, so that all of it is written; lists get
// two elements.
func fillIn(v reflect.Value, deep int) {
	switch {
	case !v.CanSet():
	case v.Type() == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(now))
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fillIn(v.Field(i), deep)
		}
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fillIn(v.Elem(), deep)
	case v.Kind() == reflect.Slice && (v.Type() != reflect.TypeFor[[]nodeDoc]() || deep > 0):
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fallthrough
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			fillIn(v.Index(i), deep-1)
		}
	case v.Kind() == reflect.String:
		v.SetString("a <\"word\">\t漢")
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.CanInt():
		v.SetInt(-12)
	case v.CanUint():
		v.SetUint(7)
	}
}

// Whatever this program writes it reads straight, every field of it, and as package
// encoding/json reads it: else a start would be slow again, or a field be lost.
func TestWhatIsWrittenIsReadStraight(t *testing.T) {
	var full document
	fillIn(reflect.ValueOf(&full).Elem(), 3)
	full.Schema = Schema
	fromSample, err := encode(sample(), now, remembered{})
	if err != nil {
		t.Fatal(err)
	}
	fromNothing, err := encode(workspace.New("main"), now, remembered{})
	if err != nil {
		t.Fatal(err)
	}
	fromFull, err := marshal(full)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"sample": fromSample, "empty": fromNothing, "every_field": fromFull} {
		t.Run(name, func(t *testing.T) {
			got, ok := readStraight(data)
			if !ok {
				t.Fatalf("it is not read straight:\n%s", data)
			}
			wantDocument(t, got, data)
		})
	}
}

// wantDocument compares a document with what package encoding/json reads.
func wantDocument(t *testing.T, got document, data []byte) {
	t.Helper()
	var want document
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatalf("it is none: %v\n%s", err, data)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

// What is not as this program writes it is left to who can tell what it is.
func TestOddDocumentsAreNotReadStraight(t *testing.T) {
	good, err := encode(sample(), now, remembered{})
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string][2]string{
		"unknown_member":   {`"name": "main"`, `"name": "main", "later": 1`},
		"other_order":      {`"id": "main"`, `"name": "main", "id": "main"`},
		"member_twice":     {`"name": "main"`, `"name": "main", "name": "again"`},
		"other_case":       {`"views"`, `"Views"`},
		"null":             {`"name": "main"`, `"name": null`},
		"no_number":        {`"schema": 2`, `"schema": 2.0`},
		"large_number":     {`"schema": 2`, `"schema": 99999999999999999999`},
		"later_schema":     {`"schema": 2`, `"schema": 3`},
		"no_time":          {`"savedAt": "2026`, `"savedAt": "x026`},
		"no_id":            {id(1).String(), "me"},
		"three_sides":      {"1000,", ""},
		"something_after":  {"\n}\n", "\n} {}"},
		"not_ended":        {"\n}\n", ""},
		"no_UTF-8":         {`"name": "main"`, "\"name\": \"ma\xffin\""},
		"bytes":            {`"name": "main"`, `"name": {"base64": "/w=="}`},
		"control_in_words": {`"name": "main"`, "\"name\": \"ma\nin\""},
		"unknown_escape":   {`"name": "main"`, `"name": "\q"`},
	} {
		t.Run(name, func(t *testing.T) {
			bad := strings.Replace(string(good), change[0], change[1], 1)
			if bad == string(good) {
				t.Fatalf("nothing was changed: %q is not there", change[0])
			}
			if got, ok := readStraight([]byte(bad)); ok {
				t.Errorf("it is read as %+v", got)
			}
		})
	}
}

// Whatever is read straight is what package encoding/json reads.
func FuzzStraight(f *testing.F) {
	names, err := filepath.Glob("testdata/*.json")
	if err != nil || len(names) == 0 {
		f.Fatal("no documents in testdata", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Add(`{"schema":1}`)
	f.Add(`{"schema":2,"name":"\u00e4\ud800"}`)
	f.Add(strings.Repeat(`[`, maxStraight+1))
	f.Fuzz(func(t *testing.T, text string) {
		if got, ok := readStraight([]byte(text)); ok {
			wantDocument(t, got, []byte(text))
		}
	})
}
