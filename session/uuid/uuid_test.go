package uuid

import (
	"encoding/json"
	"strings"
	"testing"
)

// The bits that say so are those of version 4; each other bit is now set, now not.
func TestNewIsRandomAndOfVersion4(t *testing.T) {
	var some, all UUID
	for i := range all {
		all[i] = 0xff
	}
	for range 500 {
		id := New()
		if id[6]>>4 != 4 || id[8]>>6 != 2 {
			t.Fatalf("%s is not of version 4", id)
		}
		for i, b := range id {
			some[i] |= b
			all[i] &= b
		}
	}
	wantSome := MustParse("ffffffff-ffff-4fff-bfff-ffffffffffff")
	wantAll := MustParse("00000000-0000-4000-8000-000000000000")
	if some != wantSome || all != wantAll {
		t.Errorf("bits that are set at times %s, always %s", some, all)
	}
}

func TestTextIsCanonical(t *testing.T) {
	const text = "919108f7-52d1-4320-9bac-f847db4148a8" // of RFC 9562, appendix A.3
	id, err := Parse(text)
	want := UUID{0x91, 0x91, 0x08, 0xf7, 0x52, 0xd1, 0x43, 0x20, 0x9b, 0xac, 0xf8, 0x47, 0xdb, 0x41, 0x48, 0xa8}
	if err != nil || id != want {
		t.Errorf("read as %v, %v", [16]byte(id), err)
	}
	if id.String() != text {
		t.Errorf("written as %s", id)
	}
	if upper, err := Parse(strings.ToUpper(text)); err != nil || upper != id {
		t.Errorf("upper case is read as %s, %v", upper, err)
	}
	if Nil.String() != strings.Map(func(r rune) rune {
		if r == '-' {
			return r
		}
		return '0'
	}, text) {
		t.Errorf("the UUID of nothing is %s", Nil)
	}
}

func TestParseRefuses(t *testing.T) {
	const text = "919108f7-52d1-4320-9bac-f847db4148a8"
	for _, bad := range []string{
		"", text[:35], text + "0", "{" + text + "}", "urn:uuid:" + text, strings.ReplaceAll(text, "-", ""),
		strings.Replace(text, "9", "g", 1), strings.ReplaceAll(text, "-", "0"), strings.Replace(text, "f7-5", "f75-", 1),
		text[:35] + "g", "..%2f..%2f" + text[10:],
	} {
		if id, err := Parse(bad); err == nil || id != Nil {
			t.Errorf("%q is read as %s, %v", bad, id, err)
		}
	}
}

// It is the key of maps and the value of fields in documents.
func TestJSON(t *testing.T) {
	id := New()
	in := map[UUID]struct{ ID UUID }{id: {id}}
	b, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"` + id.String() + `":{"ID":"` + id.String() + `"}}`; string(b) != want {
		t.Errorf("written as %s, want %s", b, want)
	}
	var out map[UUID]struct{ ID UUID }
	if err := json.Unmarshal(b, &out); err != nil || out[id].ID != id {
		t.Errorf("read as %v, %v", out, err)
	}
	if err := json.Unmarshal([]byte(`{"ID":"x"}`), &struct{ ID UUID }{}); err == nil {
		t.Error("what is no UUID is read")
	}
}
