package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"dormer/session"
)

// ErrRunning is returned for a session that has a host already.
var ErrRunning = errors.New("the session has a host already")

// errRanBefore is returned for a command that must not be started: see [session.Occasion].
var errRanBefore = errors.New("it ran before and starts again only on request")

// setup is everything that a host's process needs to know. It may hold secrets, so it is sent over
// a pipe and not in arguments or the environment, which others can read.
type setup struct {
	Spec session.Spec
	// Occasion is that of Spec; spec.json does not keep it.
	Occasion session.Occasion
	// HoldOutput is that of Spec; spec.json does not keep it.
	HoldOutput bool
	// Runtime is the directory of sockets, Refuge its replacement if it cannot be made again, and
	// Dir the directory of the session's files.
	Runtime, Refuge, Dir string
	Version              string
	HistoryBytes         int
	HistoryLines         int
	Grace                time.Duration
	Retention            time.Duration
	// CheckpointEvery is that of [SpawnOptions].
	CheckpointEvery time.Duration
}

func (s setup) options() Options {
	return Options{
		dir: s.Dir, Version: s.Version, HistoryBytes: s.HistoryBytes, HistoryLines: s.HistoryLines,
		Grace: s.Grace, Retention: s.Retention, provider: session.Hosted,
		Scripts: ScriptsBeside(filepath.Dir(s.Dir)), Bin: BinBeside(filepath.Dir(s.Dir)),
	}
}

// outcome is the report of a host's process that it has started, or could not.
type outcome struct {
	Child   int    `json:"child,omitempty"`
	Error   string `json:"error,omitempty"`
	Running bool   `json:"running,omitempty"` // the error is ErrRunning
	Program bool   `json:"program,omitempty"` // the error is a programError
}

// programError reports, with its name, why a session's program could not be started.
type programError struct{ error }

func (e programError) Unwrap() error { return e.error }

// outcomeOf returns the outcome for an error.
func outcomeOf(err error) outcome {
	_, program := errors.AsType[programError](err)
	return outcome{Error: err.Error(), Running: errors.Is(err, ErrRunning), Program: program}
}

// maxOutcome is the longest outcome, in bytes.
const maxOutcome = 64 << 10

func (o outcome) err() error {
	switch {
	case o.Running:
		return ErrRunning
	case o.Program:
		return programError{errors.New(o.Error)}
	case o.Error != "":
		return errors.New(o.Error)
	}
	return nil
}

// errNoOutcome is returned for a process that ended without an outcome.
var errNoOutcome = errors.New("its process ended while it started")

func writeOutcome(w io.Writer, o outcome) error { return json.NewEncoder(w).Encode(o) }

func readOutcome(r io.Reader) (outcome, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxOutcome))
	if err != nil {
		return outcome{}, err
	}
	if len(data) == 0 {
		return outcome{}, errNoOutcome
	}
	var o outcome
	if err := json.Unmarshal(data, &o); err != nil {
		return outcome{}, fmt.Errorf("its process sent an invalid answer: %w", err)
	}
	return o, nil
}
