package state

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"dormer/session"
)

// Whatever two managers and a failing disk do, in any order: the document moves only along the edges,
// memory and disk agree once everything is written, and observers of a manager see its moves without
// a gap.
func TestAnyOrderOfMoves(t *testing.T) {
	root := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		id := uuid.New()
		dir := filepath.Join(root, id.String())
		d := &disk{}
		owner, other := openIn(rt, dir, id, true), openIn(rt, dir, id, false)
		owner.write = d.write
		if err := owner.Create(About{WorkspaceID: "main"}); err != nil {
			rt.Fatal(err)
		}
		for _, m := range []*Manager{owner, other} {
			m.Observe(func(was, is Record) {
				if !was.State.CanBecome(is.State) {
					rt.Fatalf("observed %s -> %s", was.State, is.State)
				}
			})
		}
		onDisk := session.Created
		looked := func() {
			r, err := Read(dir, id)
			if err != nil {
				rt.Fatal(err)
			}
			if !reachable(onDisk, r.State) {
				rt.Fatalf("on disk: %s -> %s", onDisk, r.State)
			}
			onDisk = r.State
		}
		rt.Repeat(map[string]func(*rapid.T){
			"transition": func(rt *rapid.T) {
				m := rapid.SampledFrom([]*Manager{owner, other}).Draw(rt, "manager")
				to := rapid.SampledFrom(session.Lifecycles()).Draw(rt, "to")
				before := m.State()
				err := m.Transition(to, Change{})
				if err != nil && !errors.Is(err, ErrTransition) && (!errors.Is(err, errUnsaved) || m != owner || !d.full.Load()) {
					rt.Fatalf("%s -> %s: %v", before, to, err)
				}
				if err == nil && m.State() != to {
					rt.Fatalf("moved to %s, in %s", to, m.State())
				}
			},
			"activity": func(rt *rapid.T) {
				hash := rapid.Uint32().Draw(rt, "hash")
				if err := owner.RecordActivity(hash, start.Add(time.Second)); err != nil && !d.full.Load() {
					rt.Fatal(err)
				}
			},
			"fill":  func(*rapid.T) { d.full.Store(true) },
			"empty": func(*rapid.T) { d.full.Store(false) },
			"":      func(*rapid.T) { looked() },
		})
		d.full.Store(false)
		if err := owner.Close(); err != nil {
			rt.Fatal(err)
		}
		looked()
		if r, err := owner.Load(); err != nil || r.State != onDisk || owner.Unsaved() {
			rt.Fatalf("in the end: %s, %v; on disk %s", r.State, err, onDisk)
		}
	})
}

func openIn(t *rapid.T, dir string, id session.ID, owner bool) *Manager {
	m, err := Open(dir, id, Options{Owner: owner})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// reachable reports whether one state can be reached from another, or equals it: a document may skip
// states that were held only in memory.
func reachable(from, to session.Lifecycle) bool {
	if from == to {
		return true
	}
	for _, next := range session.Lifecycles() {
		if from.CanBecome(next) && reachable(next, to) {
			return true
		}
	}
	return false
}
