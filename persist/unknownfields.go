package persist

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"dormer/session"
	"dormer/workspace"
)

// fields are the members of an object that this program does not know. A newer program of
// the same schema wrote them, and they are written back unchanged.
type fields map[string]json.RawMessage

// unknownFields are the unknown fields of a loaded document, by the object that they belong to.
// A workspace's state has no room for them, so the store keeps them and writes them back for
// everything that still exists.
type unknownFields struct {
	document fields
	views    map[workspace.ViewID]fields
	tabs     map[workspace.TabID]fields
	sessions map[session.ID]fields
}

func takeUnknown(d document) unknownFields {
	r := unknownFields{
		document: d.unknown,
		views:    map[workspace.ViewID]fields{},
		tabs:     map[workspace.TabID]fields{},
		sessions: map[session.ID]fields{},
	}
	for _, v := range d.Views {
		r.views[v.ID] = v.unknown
		for _, t := range v.Tabs {
			r.tabs[t.ID] = t.unknown
		}
	}
	for _, c := range d.Undo {
		// A closed pane's entry only names its tab, which may well be open.
		if c.Pane == nil {
			r.tabs[c.Tab.ID] = c.Tab.unknown
		}
	}
	for _, s := range d.Sessions {
		r.sessions[s.ID] = s.unknown
	}
	return r
}

func (r unknownFields) restoreTo(d *document) {
	d.unknown = r.document
	for i := range d.Views {
		v := &d.Views[i]
		v.unknown = r.views[v.ID]
		for j := range v.Tabs {
			v.Tabs[j].unknown = r.tabs[v.Tabs[j].ID]
		}
	}
	for i := range d.Undo {
		if d.Undo[i].Pane == nil {
			d.Undo[i].Tab.unknown = r.tabs[d.Undo[i].Tab.ID]
		}
	}
	for _, list := range [][]sessionDoc{d.Sessions, d.Archived} {
		for i := range list {
			list[i].unknown = r.sessions[list[i].ID]
		}
	}
}

// The four objects that keep unknown fields. Each is read and written as a type with the same
// fields but without these methods.

func (d *document) UnmarshalJSON(data []byte) error {
	type plain document
	return split(data, (*plain)(d), &d.unknown)
}

func (d document) MarshalJSON() ([]byte, error) {
	type plain document
	return join(plain(d), d.unknown)
}

func (v *viewDoc) UnmarshalJSON(data []byte) error {
	type plain viewDoc
	return split(data, (*plain)(v), &v.unknown)
}

func (v viewDoc) MarshalJSON() ([]byte, error) {
	type plain viewDoc
	return join(plain(v), v.unknown)
}

func (t *tabDoc) UnmarshalJSON(data []byte) error {
	type plain tabDoc
	return split(data, (*plain)(t), &t.unknown)
}

func (t tabDoc) MarshalJSON() ([]byte, error) {
	type plain tabDoc
	return join(plain(t), t.unknown)
}

func (s *sessionDoc) UnmarshalJSON(data []byte) error {
	type plain sessionDoc
	return split(data, (*plain)(s), &s.unknown)
}

func (s sessionDoc) MarshalJSON() ([]byte, error) {
	type plain sessionDoc
	return join(plain(s), s.unknown)
}

// split reads an object into a pointer to a struct, and the members without a field into
// rest.
func split(data []byte, into any, rest *fields) error {
	if err := json.Unmarshal(data, into); err != nil {
		return err
	}
	var all fields
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	known := fieldNames(reflect.TypeOf(into).Elem())
	for name := range all {
		// Names are matched as the decoder does, ignoring case.
		if slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, name) }) {
			delete(all, name)
		}
	}
	if len(all) > 0 {
		*rest = all
	}
	return nil
}

func fieldNames(t reflect.Type) []string {
	var names []string
	for f := range t.Fields() {
		if tag, ok := f.Tag.Lookup("json"); ok {
			name, _, _ := strings.Cut(tag, ",")
			names = append(names, name)
		}
	}
	return names
}

// join writes a struct and, after its own fields, the unknown ones in the order of their
// names.
func join(known any, rest fields) ([]byte, error) {
	data, err := marshal(known)
	if err != nil || len(rest) == 0 {
		return data, err
	}
	out := bytes.NewBuffer(bytes.TrimSuffix(data, []byte("}")))
	for _, name := range slices.Sorted(maps.Keys(rest)) {
		key, err := marshal(name)
		if err != nil {
			return nil, err
		}
		out.WriteByte(',')
		out.Write(key)
		out.WriteByte(':')
		out.Write(rest[name])
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// marshal is json.Marshal without escaping HTML, so that "&&" in a command stays readable.
func marshal(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}
