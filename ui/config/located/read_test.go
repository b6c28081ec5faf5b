package located

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

func TestNearest(t *testing.T) {
	names := []string{"prefix", "preset", "tab.new", "tab.next", "q"}
	for name, want := range map[string]string{
		"prefx": "prefix", "perfix": "prefix", "PREFIX": "", "tab.nwe": "tab.new", "": "", "zzz": "", "prefixes": "prefix",
	} {
		got, _ := Nearest(name, names)
		if got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

const sample = `title = "one"
deep.key = 1

[[tabs]]
name = "first"
  [[tabs.panes]]
  size = 3
  [[tabs.panes]]
  env = { A = "b", c.d = true }
[[tabs]]
panes = [{ size = 1 }, { }, { size = 2 }]
mixed = [{ x = 1 }, 2]
none = []
[tabs.more]
x = 1979-05-27
`

func TestReadRecordsPositions(t *testing.T) {
	root, err := Read("t.toml", []byte(sample))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	walk(root, "", func(path string, k Key) {
		got = append(got, strings.TrimPrefix(k.At.String(), "t.toml:")+" "+path)
	})
	want := []string{
		"1:1 title", "2:1 deep", "2:6 deep.key",
		"4:3 tabs", "5:1 tabs[0].name", "6:10 tabs[0].panes", "7:3 tabs[0].panes[0].size",
		"9:3 tabs[0].panes[1].env", "9:11 tabs[0].panes[1].env.A", "9:20 tabs[0].panes[1].env.c", "9:22 tabs[0].panes[1].env.c.d",
		"11:1 tabs[1].panes", "11:12 tabs[1].panes[0].size", "11:31 tabs[1].panes[2].size",
		"12:1 tabs[1].mixed", "13:1 tabs[1].none", "14:7 tabs[1].more", "15:1 tabs[1].more.x",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// walk visits all keys in order.
func walk(in *Table, path string, visit func(string, Key)) {
	for _, k := range in.Keys {
		at := strings.TrimPrefix(path+"."+k.Name, ".")
		visit(at, k)
		switch v := k.Value.(type) {
		case *Table:
			walk(v, at, visit)
		case []*Table:
			for i, e := range v {
				walk(e, at+"["+string(rune('0'+i))+"]", visit)
			}
		}
	}
}

func TestReadReportsPositionsOfErrors(t *testing.T) {
	for text, want := range map[string]string{
		"a = 1\nb = ":                 "t.toml:2:",
		"[a]\nb = 1\nb = 2":           "t.toml:3:",
		strings.Repeat("#", 2<<20):    "larger than 1 MB",
		"a = 1\n[a.b]":                "t.toml:2:",
		"a = [{ x = 1 }]\n[[a]]\nx=2": "t.toml:",
	} {
		if _, err := Read("t.toml", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want %q in it", text, err, want)
		}
	}
}

// values returns a table's values as decoded without positions.
func values(t *Table) map[string]any {
	out := map[string]any{}
	for _, k := range t.Keys {
		switch v := k.Value.(type) {
		case *Table:
			out[k.Name] = values(v)
		case []*Table:
			var list []any
			for _, e := range v {
				list = append(list, values(e))
			}
			out[k.Name] = list
		default:
			out[k.Name] = v
		}
	}
	return out
}

// All valid TOML is read, with the same values as decoded without positions.
func FuzzRead(f *testing.F) {
	f.Add(sample)
	f.Add("a.b.c.d = [ { x = 1 }, { y = [[1], [2]] } ]")
	f.Add("[a.b]\n[a]\nx=1\n[[c.d]]\n[c.d.e]\nf=1\n[[c.d]]\n[c.d.e]\nf=2")
	f.Add("[[a]]\n[[a.b]]\n[a.b.c]\nd = { e = {} }\n[[a.b]]\n\"x y\".z = 'q'")
	f.Fuzz(func(t *testing.T, text string) {
		want := map[string]any{}
		if len(text) > MaxFile || toml.Unmarshal([]byte(text), &want) != nil {
			return
		}
		root, err := Read("t.toml", []byte(text))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if got := values(root); fmt.Sprint(got) != fmt.Sprint(want) { // NaN does not equal itself
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	})
}
