package state

import (
	"sync"

	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"dormer/session"
)

// schema is the version of the documents that this package writes.
const schema = 1

const schemaKey = "schema_version"

// members is a document before any of it is trusted.
type members map[string]json.RawMessage

// migrations[v] converts a document of version v to the next one.
var migrations = []func(members) error{
	migrateVersion0,
}

// migrateVersion0 converts documents without a version, which had the states working and idle.
func migrateVersion0(m members) error {
	switch string(m["state"]) {
	case `"working"`, `"idle"`:
		m["state"] = json.RawMessage(`"running"`)
	}
	return nil
}

// required are the keys that every document has.
var required = []string{"state", "state_changed_at", "updated_by", "session_id", "workspace_id"}

// knownKeys are the keys of the fields of [Record].
var knownKeys = sync.OnceValue(func() map[string]bool { return keysOf(reflect.TypeFor[Record]()) })

func keysOf(t reflect.Type) map[string]bool {
	keys := map[string]bool{}
	for _, f := range reflect.VisibleFields(t) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
			keys[name] = true
		}
	}
	return keys
}

// decode parses a document. Its error is [ErrNewer] or [ErrUntrusted]. Keys are case sensitive.
func decode(data []byte) (Record, error) {
	m, err := decodeMembers(data)
	if err != nil {
		return Record{}, err
	}
	var r Record
	exact := members{}
	for key, value := range m {
		switch {
		case knownKeys()[key]:
			exact[key] = value
		case key != schemaKey:
			if r.unknown == nil {
				r.unknown = map[string]json.RawMessage{}
			}
			r.unknown[key] = value
		}
	}
	plain := data
	if len(r.unknown) > 0 || string(m[schemaKey]) != strconv.Itoa(schema) { // otherwise it is unchanged
		plain, err = json.Marshal(exact)
	}
	if err == nil {
		err = json.Unmarshal(plain, &r)
	}
	if err == nil {
		err = r.check()
	}
	if err != nil {
		return Record{}, fmt.Errorf("%w: %w", ErrUntrusted, err)
	}
	r.Signal, r.Reason = cleanText(r.Signal), cleanText(r.Reason)
	r.Description, r.Tags = cleanText(r.Description), cleanTags(r.Tags)
	return r, nil
}

func decodeMembers(data []byte) (members, error) {
	var m members
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUntrusted, err)
	}
	version, err := versionOf(m)
	if err != nil {
		return nil, err
	}
	for _, lift := range migrations[version:] {
		if err := lift(m); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUntrusted, err)
		}
	}
	for _, key := range required {
		if v, ok := m[key]; !ok || string(v) == "null" {
			return nil, fmt.Errorf("%w: it has no %q", ErrUntrusted, key)
		}
	}
	return m, nil
}

func versionOf(m members) (int, error) {
	raw, ok := m[schemaKey]
	if !ok {
		return 0, nil
	}
	var version int
	if err := json.Unmarshal(raw, &version); err != nil || version < 0 {
		return 0, fmt.Errorf("%w: %s is %.20q", ErrUntrusted, schemaKey, raw)
	}
	if version > schema {
		return 0, fmt.Errorf("%w: it has version %d and this program knows %d: use a newer dormer for it", ErrNewer, version, schema)
	}
	return version, nil
}

// check returns an error for a record that no writer can have meant.
func (r Record) check() error {
	switch {
	case !r.State.Valid():
		return fmt.Errorf("unknown state %.40q", r.State)
	case r.SessionID == session.ID{}:
		return errors.New("it names no session")
	case r.StateChangedAt.IsZero():
		return errors.New("its state has no time")
	case r.WorkspaceID != cleanText(r.WorkspaceID):
		return fmt.Errorf("workspace %.40q: invalid name", r.WorkspaceID)
	}
	return nil
}

// versioned is a document in its written form.
type versioned struct {
	Version int `json:"schema_version"`
	Record
}

// encode encodes a document. Unknown members follow the known ones, so that versions that know them
// keep them.
func encode(r Record) ([]byte, error) {
	plain, err := json.Marshal(versioned{schema, r})
	if err != nil {
		return nil, err
	}
	if len(r.unknown) > 0 {
		more, err := json.Marshal(r.unknown)
		if err != nil {
			return nil, err
		}
		plain = append(append(plain[:len(plain)-1], ','), more[1:]...)
	}
	var out bytes.Buffer
	if err := json.Indent(&out, plain, "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}
