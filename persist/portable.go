package persist

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/workspace"
)

// Screen is the last screen of a session in an exported workspace.
type Screen struct {
	Rows int       `json:"rows"`
	Cols int       `json:"cols"`
	At   time.Time `json:"at"`
	// Text is the lines of the screen, with colours and attributes as control sequences (SGR).
	Text string `json:"text"`
}

const (
	// maxScreen is the maximum size of a screen's text, in bytes; even a large screen has less.
	maxScreen = 512 << 10
	// maxRows and maxCols are the size of the largest screen that a host gives a session.
	maxRows = 1000
	maxCols = 2000
)

// check returns an error for a screen that cannot exist.
func (s Screen) check() error {
	switch {
	case s.Rows < 1 || s.Rows > maxRows || s.Cols < 1 || s.Cols > maxCols:
		return fmt.Errorf("it has a screen of %d rows and %d columns", s.Rows, s.Cols)
	case len(s.Text) > maxScreen:
		return fmt.Errorf("it has a screen of %d bytes, more than the %d that one can have", len(s.Text), maxScreen)
	}
	return nil
}

// screenField is the member of a session that contains its screen. Documents of workspaces do
// not have it, and programs that do not know it ignore it.
const screenField = "screen"

// Export returns a document of the open parts of a workspace, for another machine. It contains
// no ids of this machine: the ids in it are sequential numbers. dirs translates the
// directories. screen returns the last screen of a session, or false if there is none; if
// screen is nil, screens are left out.
func Export(s workspace.State, dirs func(string) string, screen func(session.ID) (Screen, bool)) ([]byte, error) {
	n := byte(0)
	var high uint16
	number := func() (id uuid.UUID) {
		if n++; n == 0 {
			high++
		}
		id[13], id[14], id[15] = byte(high>>8), byte(high), n
		return id
	}
	s = workspace.Prune(s, isPersistent)
	out := s.Portable(number, dirs)
	extra := unknownFields{sessions: map[session.ID]fields{}}
	for i, id := range s.OpenIDs() {
		if screen == nil || s.Sessions[id].NoHistory {
			continue
		}
		shown, ok := screen(id)
		if !ok || shown.check() != nil {
			continue
		}
		text, err := json.Marshal(shown)
		if err != nil {
			return nil, fmt.Errorf("write document: %w", err)
		}
		extra.sessions[out.OpenIDs()[i]] = fields{screenField: text}
	}
	return encode(out, time.Time{}, extra)
}

// ErrNotExported is the error of a document that cannot be imported.
var ErrNotExported = errors.New("it is not an exported workspace")

// Import reads a document that [Export] has written, or any other document of a workspace. The
// result has new ids, and no part of it runs by itself. dirs translates the directories. The
// screens are those in the document, by their new ids. If the document is not a workspace, the
// error is [ErrNotExported].
func Import(from io.Reader, newID func() uuid.UUID, dirs func(string) string) (workspace.State, map[session.ID]Screen, error) {
	data, err := io.ReadAll(io.LimitReader(from, maxDocument+1))
	if err != nil {
		return workspace.State{}, nil, err
	}
	if len(data) > maxDocument {
		return workspace.State{}, nil, fmt.Errorf("%w: it has more than %d bytes", ErrNotExported, maxDocument)
	}
	d, err := decode(data)
	if newer, ok := errors.AsType[*NewerError](err); ok {
		return workspace.State{}, nil, fmt.Errorf("%w that this dormer can read: it is of schema %d, and this one reads up to %d; use the newer dormer", ErrNotExported, newer.Schema, schema)
	}
	if err != nil {
		return workspace.State{}, nil, fmt.Errorf("%w: %w", ErrNotExported, err)
	}
	s := workspace.Prune(d.state, isPersistent)
	out := s.Portable(newID, dirs)
	screens := map[session.ID]Screen{}
	for i, id := range s.OpenIDs() {
		text, has := d.extra.sessions[id][screenField]
		if !has || s.Sessions[id].NoHistory {
			continue
		}
		var shown Screen
		err := errors.New("it has an invalid screen")
		if json.Unmarshal(text, &shown) == nil {
			err = shown.check()
		}
		if err != nil {
			return workspace.State{}, nil, fmt.Errorf("%w: session %d: %w", ErrNotExported, i+1, err)
		}
		screens[out.OpenIDs()[i]] = shown
	}
	return out, screens, nil
}
