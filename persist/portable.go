package persist

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"

	"dormer/workspace"
)

// Export is the document of what a workspace has open, for another machine. It has no id of
// this one: things are numbered. dirs writes the directories.
func Export(s workspace.State, dirs func(string) string) ([]byte, error) {
	n := byte(0)
	var high uint16
	number := func() (id uuid.UUID) {
		if n++; n == 0 {
			high++
		}
		id[13], id[14], id[15] = byte(high>>8), byte(high), n
		return id
	}
	return encode(workspace.Prune(s, isPersistent).Portable(number, dirs), time.Time{}, unknownFields{})
}

// ErrNotExported is the error of a document that cannot be imported.
var ErrNotExported = errors.New("it is no exported workspace")

// Import reads a document that [Export] has written, or any other of a workspace, with ids of
// its own, and with nothing of it that runs by itself. dirs reads the directories. A document
// that is no workspace is an [ErrNotExported].
func Import(from io.Reader, newID func() uuid.UUID, dirs func(string) string) (workspace.State, error) {
	data, err := io.ReadAll(io.LimitReader(from, maxDocument+1))
	if err != nil {
		return workspace.State{}, err
	}
	if len(data) > maxDocument {
		return workspace.State{}, fmt.Errorf("%w: it has more than %d bytes", ErrNotExported, maxDocument)
	}
	d, err := decode(data)
	if newer, ok := errors.AsType[*NewerError](err); ok {
		return workspace.State{}, fmt.Errorf("%w that this dormer can read: it is of schema %d, and this one reads up to %d; use the newer dormer", ErrNotExported, newer.Schema, schema)
	}
	if err != nil {
		return workspace.State{}, fmt.Errorf("%w: %w", ErrNotExported, err)
	}
	return workspace.Prune(d.state, isPersistent).Portable(newID, dirs), nil
}
