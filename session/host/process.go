package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"time"

	"dormer/session"
	"dormer/session/private"
	"dormer/session/socket"
)

// Command is the first argument of a host's process.
const Command = "host"

// programName is the name of a host's process.
const programName = "dormer"

// startTime is the time in which a host's child must run. It is much longer than a busy machine
// needs, because the pane of a session that could not be started is removed. A user who does not
// want to wait closes the pane.
const startTime = 30 * time.Second

// terminateTime is the time that a host has to end after it failed to start its child in time; then it
// is killed.
const terminateTime = 10 * time.Second

// SpawnOptions configure a host and the place of its files.
type SpawnOptions struct {
	// Runtime is the directory of the hosts' sockets, Sessions the one that has a directory for
	// each session. Both are made if they are missing.
	Runtime, Sessions string
	// Refuge is a directory for the socket in case Runtime was removed and cannot be made
	// again, as after a logout; empty for none.
	Refuge string
	// Version is the version of dormer.
	Version string
	// HistoryBytes, HistoryLines and Grace are those of [Options].
	HistoryBytes, HistoryLines int
	Grace                      time.Duration
	// Retention is how long a host stays after its child has exited while no viewer is
	// attached; 0 means a day.
	Retention time.Duration
	// CheckpointEvery is the least time between two checkpoints of a running session; 0 means 30 s.
	CheckpointEvery time.Duration
}

// defaultRetention is the default of SpawnOptions.Retention.
const defaultRetention = 24 * time.Hour

// Dir returns the directory of a session's files.
func (o SpawnOptions) Dir(id session.ID) string { return filepath.Join(o.Sessions, id.String()) }

// Spawn starts a process that hosts a session: this program again, with the argument "host", in a
// session of its own without a terminal. It returns when the session's socket listens and its child
// runs. The process continues when this one ends, and is reaped if it ends earlier.
//
// If it returns an error, nothing is left running, and the error says what to change. The error is
// [ErrRunning] if the session has a host already.
//
// Spawn uses the process w if that was started for this session and still lives; otherwise
// it drops w, which may be nil, and starts a new process.
func Spawn(w *Prestarted, spec session.Spec, o SpawnOptions) (pid int, err error) {
	name := session.HostName(sourceOf(spec), spec.ID)
	pid, err = spawnNamed(name, spec, o, w)
	if _, said := errors.AsType[programError](err); said {
		return 0, err
	}
	if err != nil {
		return 0, fmt.Errorf("start a host for session %s: %w", spec.ID, err)
	}
	return pid, nil
}

func spawnNamed(name string, spec session.Spec, o SpawnOptions, w *Prestarted) (int, error) {
	text, err := setupText(name, spec, o)
	if err != nil {
		w.Drop()
		return 0, err
	}
	if p := w.take(name); p != nil {
		if err := p.start(text); !errors.Is(err, errNoOutcome) {
			return p.pid, err
		}
		// The waiting process was killed.
	}
	p, err := execHost(name)
	if err != nil {
		removeIfEmpty(o.Dir(spec.ID))
		return 0, err
	}
	err = p.start(text)
	if errors.Is(err, errNoOutcome) {
		err = withLog(err, o.Dir(spec.ID))
	}
	return p.pid, err
}

// withLog extends the error of a process that ended without an outcome with the place to look for
// the reason: its log if there is one, otherwise the limits of the system. The error is [ErrLimit]
// only if the process has not even taken the session's lock: after that it may have started a
// child, which must not be started again automatically.
func withLog(err error, dir string) error {
	log := filepath.Join(dir, logName)
	if st, e := os.Stat(log); e == nil && st.Size() > 0 {
		return fmt.Errorf("%w: see %s", err, log)
	}
	if _, e := os.Lstat(filepath.Join(dir, lockName)); e == nil {
		return fmt.Errorf("%w: something killed it, and its command may have run: look before you start it again", err)
	}
	removeIfEmpty(dir)
	return fmt.Errorf("%w: %w", err, ErrLimit)
}

// ErrLimit is the error of a host process that ended before it took its session's lock or wrote to
// its log: it could not get threads or memory.
var ErrLimit = errors.New("check whether a limit on processes or memory is reached (ulimit -a)")

// setupText makes the directories of a session and returns the setup that its host reads.
func setupText(name string, spec session.Spec, o SpawnOptions) ([]byte, error) {
	if _, err := socket.Path(o.Runtime, name); err != nil {
		return nil, err
	}
	if err := private.MakeDir(o.Runtime); err != nil {
		return nil, err
	}
	dir := o.Dir(spec.ID)
	if err := private.MakeDir(dir); errors.Is(err, private.ErrUnsafe) {
		return nil, err // other errors only mean that nothing is kept on disk
	}
	if o.Retention == 0 {
		o.Retention = defaultRetention
	}
	if o.CheckpointEvery == 0 {
		o.CheckpointEvery = checkpointEvery
	}
	return json.Marshal(setup{
		Spec: spec, Occasion: spec.Occasion, HoldOutput: spec.HoldOutput, Runtime: o.Runtime, Refuge: o.Refuge, Dir: dir, Version: o.Version,
		HistoryBytes: o.HistoryBytes, HistoryLines: o.HistoryLines, Grace: o.Grace, Retention: o.Retention, CheckpointEvery: o.CheckpointEvery,
	}.mapStrings(encodeString))
}

// removeIfEmpty removes the directory of a session that never had a process.
func removeIfEmpty(dir string) { _ = os.Remove(dir) } // fails unless the directory is empty

// process is a host's process that is starting.
type process struct {
	pid     int
	setup   *os.File
	outcome *os.File
	gone    chan struct{} // closed when the process is reaped
}

// execHost starts a host process, which then waits for its setup.
func execHost(name string) (*process, error) {
	in, tell, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	heard, out, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, in.Close(), tell.Close())
	}
	cmd := &exec.Cmd{
		Path: ownExecutable(), Args: []string{programName, Command, name}, Dir: "/", Env: hostEnviron(os.Environ()),
		ExtraFiles:  []*os.File{in, out}, // 3 and 4
		SysProcAttr: &syscall.SysProcAttr{Setsid: true},
	}
	err = withDefaultSignals(cmd.Start)
	_ = errors.Join(in.Close(), out.Close()) // the process has its own copies
	if err != nil {
		return nil, errors.Join(err, tell.Close(), heard.Close())
	}
	p := &process{pid: cmd.Process.Pid, setup: tell, outcome: heard, gone: make(chan struct{})}
	_ = cmd.Process.Release()    // closes its descriptor
	children.reap(p.pid, p.gone) // its outcome or its log says how it ended
	return p, nil
}

// start sends the process its setup, and returns when its child runs, or an error.
func (p *process) start(text []byte) error {
	go func() {
		_, _ = p.setup.Write(text) // if this fails, the process reports nothing either
		_ = p.setup.Close()
	}()
	defer func() { _ = p.outcome.Close() }()
	err := p.outcome.SetReadDeadline(time.Now().Add(startTime))
	if err == nil {
		var o outcome
		if o, err = readOutcome(p.outcome); err == nil {
			err = o.err()
		}
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		p.terminate()
		return fmt.Errorf("it did not start within %s: try again when the machine is less busy", startTime)
	}
	return err
}

// terminate ends a process that has not started its child in time: with SIGTERM, and later with
// SIGKILL.
func (p *process) terminate() {
	children.signal(p.pid, syscall.SIGTERM)
	go func() {
		select {
		case <-p.gone:
		case <-time.After(terminateTime):
			children.signal(p.pid, syscall.SIGKILL)
		}
	}()
}

// ownExecutable returns the path of the running program, even if its file was replaced or removed.
func ownExecutable() string {
	const running = "/proc/self/exe"
	if runtime.GOOS == "linux" {
		if _, err := os.Stat(running); err == nil {
			return running
		}
	}
	path, err := os.Executable()
	if err != nil {
		return os.Args[0]
	}
	return path
}

// hostEnviron returns the environment of a host's own process: the program's, from which the
// program finds its hosts. The environment of the session's child is separate.
//
// A host runs on one processor. A key, and the output that it causes, pass through a chain
// of goroutines in which each waits for the one before. On several processors each step
// would wake a thread, which takes longer than its work, and threads cost memory in every
// host.
func hostEnviron(environ []string) []string {
	return append(slices.Clip(environ), "GOMAXPROCS=1")
}
