package persist

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"dormer/session/private"
	"dormer/workspace"
)

const documentName = "workspace.json"

// Store is the only writer of a workspace's document. Its methods may be called concurrently
// from any goroutine.
type Store struct {
	dir     string
	options Options

	mu      sync.Mutex
	lock    *lock
	unknown unknownFields
	// loaded means that the document on disk was read or set aside, so that replacing it loses
	// nothing.
	loaded bool
	// fresh means that nothing was saved since loading: the first save keeps the loaded
	// document.
	fresh bool
	// last is the document's file as this store read or wrote it; nil for none.
	last fs.FileInfo
}

// ErrNotLoaded means that a document was not saved because it was not loaded before.
var ErrNotLoaded = errors.New("the workspace's document was not loaded, so it is not overwritten")

// Open creates the workspace's directory, which must have the workspace's name, if it is
// missing, and takes its lock. It does not wait: if another program has the workspace open, the
// error is an [ErrLocked]. The document is not touched.
func Open(dir string, options Options) (*Store, error) {
	name := filepath.Base(dir)
	if err := checkName(name); err != nil {
		return nil, err
	}
	// The workspace's directory, the one of all workspaces, and the state.
	for _, d := range []string{filepath.Dir(filepath.Dir(dir)), filepath.Dir(dir), dir} {
		if err := makePrivate(d); err != nil {
			return nil, fmt.Errorf("workspace %q: %w", name, err)
		}
	}
	options = options.withDefaults()
	host, _ := os.Hostname()
	lock, err := acquire(dir, Holder{PID: os.Getpid(), Host: host, Since: options.Now().UTC(), Socket: options.Socket})
	if errors.Is(err, ErrLocked) {
		return nil, err
	}
	if errors.Is(err, private.ErrNotRegular) {
		return nil, fmt.Errorf("workspace %q: %w", name, err)
	}
	if err != nil {
		return nil, fmt.Errorf("workspace %q: %w: make %s writable, or choose another place with DORMER_HOME", name, err, dir)
	}
	return &Store{dir: dir, options: options, lock: lock}, nil
}

// Close releases the lock. Nothing can be saved after it.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lock == nil {
		return nil
	}
	err := s.lock.release()
	s.lock, s.loaded = nil, false
	if err != nil {
		return fmt.Errorf("unlock workspace %q: %w", s.name(), err)
	}
	return nil
}

func (s *Store) name() string { return filepath.Base(s.dir) }

// Load reads the workspace. A document that cannot be read is set aside, and the newest good
// earlier one is opened instead, or an empty workspace if there is none; the report says so.
// The opened document stays where it is, and becomes an earlier one at the first save.
//
// The error is [ErrNewer] for a document of a newer schema and [private.ErrNotRegular] for
// anything but a regular file; other errors come from the file system. After an error no file
// has changed, and nothing can be saved.
func (s *Store) Load() (workspace.State, LoadReport, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.loaded = false
	if s.lock == nil {
		return workspace.State{}, LoadReport{}, ErrNotLoaded
	}
	path, err := follow(filepath.Join(s.dir, documentName))
	if err != nil {
		return workspace.State{}, LoadReport{}, s.loadError(err)
	}
	state, report, f, err := open(s.dir, path, s.options)
	if err != nil {
		return workspace.State{}, LoadReport{}, s.loadError(err)
	}
	if report.Cause != nil && !errors.Is(report.Cause, fs.ErrNotExist) {
		if report.SetAside, err = setAside(path, s.options.Now()); err != nil {
			return workspace.State{}, LoadReport{}, s.loadError(fmt.Errorf("%w (and it could not be set aside: %w)", report.Cause, err))
		}
	}
	s.unknown, s.last, s.loaded, s.fresh = f.extra, nil, true, true
	if report.Cause == nil && report.Path != "" {
		s.last = f.stat
	}
	return state, report, nil
}

func (s *Store) loadError(err error) error {
	switch {
	case errors.Is(err, ErrNewer):
		return err
	case errors.Is(err, private.ErrNotRegular):
		return fmt.Errorf("workspace %q: %w, or open another workspace with --workspace NAME", s.name(), err)
	}
	return fmt.Errorf("workspace %q: %w: correct it, or open another workspace with --workspace NAME", s.name(), err)
}

// IsNew reports whether dir has neither a document nor an earlier one, so that the workspace
// will be empty.
func IsNew(dir string) bool {
	paths := append(earlierPaths(dir), filepath.Join(dir, documentName))
	return !slices.ContainsFunc(paths, func(path string) bool {
		_, err := os.Lstat(path)
		return !errors.Is(err, fs.ErrNotExist)
	})
}

// Peek reads the workspace in dir as [Store.Load] does, but takes no lock and changes nothing.
func Peek(dir string, options Options) (workspace.State, LoadReport, error) {
	path, err := follow(filepath.Join(dir, documentName))
	if err != nil {
		return workspace.State{}, LoadReport{}, err
	}
	state, report, _, err := open(dir, path, options.withDefaults())
	return state, report, err
}

// opened is the file that a workspace was opened from.
type opened struct {
	file
	extra unknownFields
}

// open reads the document at path, or the newest good one before it.
func open(dir, path string, options Options) (workspace.State, LoadReport, opened, error) {
	state, report, f, err := openOne(dir, path, options)
	if err == nil || !unreadable(err) {
		return state, report, f, err
	}
	for _, d := range Earlier(dir) {
		if d.Err != nil {
			continue
		}
		if state, report, f, failed := openOne(dir, d.Path, options); failed == nil {
			report.Cause = err
			return state, report, f, nil
		}
	}
	report = LoadReport{Cause: err}
	if errors.Is(err, fs.ErrNotExist) && len(Earlier(dir)) == 0 {
		report.Cause = nil
	}
	return workspace.New(filepath.Base(dir)), report, opened{}, nil
}

// unreadable reports whether an error is a fault of the document itself, or there is no
// document. Other errors may be temporary.
func unreadable(err error) bool {
	var broken *contentError
	return errors.As(err, &broken) || errors.Is(err, errNotDocument) || errors.Is(err, fs.ErrNotExist)
}

// contentError describes a fault in the contents of a document.
type contentError struct{ err error }

func (e *contentError) Error() string { return e.err.Error() }
func (e *contentError) Unwrap() error { return e.err }

func openOne(dir, path string, options Options) (workspace.State, LoadReport, opened, error) {
	f, err := read(path)
	if err != nil {
		return workspace.State{}, LoadReport{}, opened{}, err
	}
	got, err := decode(f.data)
	var newer *NewerError
	if errors.As(err, &newer) {
		newer.Path = path
		return workspace.State{}, LoadReport{}, opened{}, newer
	}
	if err != nil {
		return workspace.State{}, LoadReport{}, opened{}, &contentError{err}
	}
	// The user named the directory; the document may be a copy with another name in it.
	got.state.Name = filepath.Base(dir)
	state, out := restore(got.state, options)
	return state, LoadReport{
		Path:     path,
		SavedAt:  got.savedAt,
		Repaired: out.repaired,
		Left:     out.left,
		Orphans:  out.orphans,
		Expired:  out.expired,
	}, opened{file: f, extra: got.extra}, nil
}

// Save writes the workspace now. The written copy has no temporary sessions, and no parts that
// are empty without them. After a nil error it is on disk. After an error other than a
// [BackupError] the previous document is unchanged.
//
// Up to five earlier documents stay, a minute apart at least; as they grow older they are
// thinned, so that they reach back from minutes to days. The document that was loaded becomes
// one of them, and so does one that another program put in place of this store's; if that
// cannot be read, it is set aside. Documents that [Store.RestoreEarlier] replaced are kept
// separately.
func (s *Store) Save(state workspace.State) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.loaded {
		return ErrNotLoaded
	}
	now := s.options.Now()
	data, err := encode(withWallTimes(workspace.Prune(state, isPersistent), now), now, s.unknown)
	if err != nil {
		return fmt.Errorf("save workspace %q: %w", s.name(), err)
	}
	if err := s.write(data); err != nil {
		return fmt.Errorf("save workspace %q: %w", s.name(), err)
	}
	return nil
}

func (s *Store) write(data []byte) error {
	path, err := follow(filepath.Join(s.dir, documentName))
	if err != nil {
		return err
	}
	if s.fresh {
		private.Sweep(path)
	}
	var unkept error
	written, err := private.ReplaceAfter(path, data, func() error {
		unkept = s.backUp(path)
		return nil
	})
	if err != nil {
		return err
	}
	s.last, s.fresh = written, false
	if unkept != nil {
		return BackupError{unkept}
	}
	return nil
}

// BackupError means that the document was saved, but the previous one could not be kept as an
// earlier document.
type BackupError struct{ Cause error }

func (u BackupError) Error() string {
	return "saved, but not kept among the earlier documents: " + u.Cause.Error()
}

func (u BackupError) Unwrap() error { return u.Cause }

// backUp keeps the document that is about to be replaced.
func (s *Store) backUp(path string) error {
	f, err := read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	foreign := s.changedOutside(f.stat)
	if err == nil && foreign {
		_, err = decode(f.data)
	}
	if err == nil {
		return earlier{dir: s.dir}.keep(f, foreign || s.fresh)
	}
	aside, asideErr := setAside(path, s.options.Now())
	if asideErr != nil {
		return errors.Join(err, asideErr)
	}
	return fmt.Errorf("the document had been replaced by something else, which is now %s: %w", aside, err)
}

// changedOutside reports whether the file is not the one that this store read or wrote.
func (s *Store) changedOutside(now fs.FileInfo) bool {
	return now != nil && (s.last == nil || !os.SameFile(s.last, now) || !now.ModTime().Equal(s.last.ModTime()))
}
