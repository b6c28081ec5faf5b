//go:build linux

package drive

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// Patience is the longest time that a test waits for anything. It is long because a busy machine
// may stall for many seconds; only a wait that would never end reaches it.
const Patience = time.Minute

// Options say what to start and in which kind of terminal. The zero value starts dormer in a
// terminal of 24 rows and 80 columns, with a new home.
type Options struct {
	// Rows and Cols are the size of the terminal in cells. 0 means 24 and 80.
	Rows, Cols int
	// Command is the argument vector. If it is empty, dormer is started with Args.
	Command []string
	// Args are dormer's arguments.
	Args []string
	// Env are NAME=value pairs that are added to the harness's clean environment. Of several
	// with the same name the last counts. A NAME without "=" removes the variable.
	Env []string
	// Home is DORMER_HOME. If it is empty, a new directory is made.
	Home string
	// Dir is the working directory. If it is empty, a new directory is made.
	Dir string
	// Reader reads the screen, and Terminal is the kind of terminal to play.
	Reader   Reader
	Terminal Terminal
	// FirstRun makes dormer greet the user, as it does on the first run.
	FirstRun bool
	// Bashrc is added to the shell's start-up file, after the line that sets the prompt to a dollar
	// sign and a blank.
	Bashrc string
}

// Program is a program in a pseudo-terminal.
type Program struct {
	t       testing.TB
	options Options
	cmd     *exec.Cmd
	master  *os.File
	slave   *os.File
	before  unix.Termios
	after   unix.Termios
	in      *input
	exited  chan struct{} // closed when the process has ended and its output is read
	status  int
	closing sync.Once

	mu      sync.Mutex // guards all below
	outer   *outer
	changed chan struct{} // closed when there is output; then replaced
	stalled chan struct{} // not nil while output is not read
	written int64
	cached  *Screen
}

// Start starts a program. When the test ends, the program is ended if it still runs, and the
// test fails if any process of its home is left.
func Start(t testing.TB, o Options) *Program {
	t.Helper()
	heedHangups()
	o = o.complete(t)
	p := &Program{t: t, options: o, exited: make(chan struct{}), changed: make(chan struct{})}
	p.openTerminal()
	p.in = newInput(p.master)
	p.outer = newOuter(o.Terminal, o.Rows, o.Cols, newReader(t, o.Reader, o.Rows, o.Cols), p.in.send)
	p.launch()
	t.Cleanup(p.close)
	return p
}

// heedHangups makes programs end on a hangup even if the tests run with SIGHUP ignored, as
// under nohup: child processes inherit ignored signals, but not caught ones.
var heedHangups = sync.OnceFunc(func() {
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, unix.SIGHUP)
	go func() {
		<-caught
		signal.Reset(unix.SIGHUP)
		_ = unix.Kill(os.Getpid(), unix.SIGHUP) // the signal was meant for the tests as well
	}()
})

// complete returns the options with defaults in place of empty fields.
func (o Options) complete(t testing.TB) Options {
	t.Helper()
	if o.Rows == 0 {
		o.Rows = 24
	}
	if o.Cols == 0 {
		o.Cols = 80
	}
	if len(o.Command) == 0 {
		o.Command = append([]string{Build(t)}, o.Args...)
	}
	if o.Home == "" {
		o.Home = shortTemp(t)
	}
	if o.Dir == "" {
		o.Dir = filepath.Join(o.Home, "work")
	}
	for _, dir := range []string{o.Home, filepath.Join(o.Home, "user"), filepath.Join(o.Home, "work")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if !o.FirstRun {
		writeHabits(t, o.Home)
	}
	rc := "PS1='$ '\nunset HISTFILE\n" + o.Bashrc + "\n"
	writeFile(t, filepath.Join(o.Home, "user", ".bashrc"), rc)
	writeFile(t, filepath.Join(o.Home, "user", ".bash_profile"), ". ~/.bashrc\n")
	return o
}

// writeFile writes a file. It leaves a file that holds the text already alone, because a shell
// that outlived its program may be reading it.
func writeFile(t testing.TB, path, text string) {
	t.Helper()
	if old, err := os.ReadFile(path); err == nil && string(old) == text {
		return
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// writeHabits marks the user of a home as one that dormer has met, so that it shows no
// greeting.
func writeHabits(t testing.TB, home string) {
	t.Helper()
	path := filepath.Join(home, "state", "habits.json")
	if _, err := os.Stat(path); err == nil {
		return
	}
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil {
		err = os.WriteFile(path, []byte(`{"welcomed":true}`), 0o600)
	}
	// A test may run the program as another user, the owner of the home.
	if st, statErr := os.Stat(home); statErr == nil {
		if owner, ok := st.Sys().(*syscall.Stat_t); ok && int(owner.Uid) != os.Getuid() {
			err = errors.Join(err, os.Chown(filepath.Dir(path), int(owner.Uid), int(owner.Gid)), os.Chown(path, int(owner.Uid), int(owner.Gid)))
		}
	}
	if err != nil {
		t.Log("dormer will greet its user: ", err) // the test has made the home read-only itself
	}
}

// shortTemp returns a new directory with a short path. The paths of sockets have to be short.
func shortTemp(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "dh")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func (p *Program) openTerminal() {
	p.t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		p.t.Fatal(err)
	}
	p.slave = slave
	if p.master, err = interruptible(master); err != nil {
		p.t.Fatal(err)
	}
	p.setSize()
	p.before = p.termios()
}

// interruptible closes f and returns a copy of it whose Read returns when the copy is closed.
func interruptible(f *os.File) (*os.File, error) {
	defer func() { _ = f.Close() }()
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), f.Name()), nil
}

// setSize sets the terminal's size in the kernel.
func (p *Program) setSize() {
	p.t.Helper()
	size := unix.Winsize{Row: uint16(p.options.Rows), Col: uint16(p.options.Cols)}
	conn, err := p.master.SyscallConn()
	if err == nil {
		_ = conn.Control(func(fd uintptr) { err = unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, &size) })
	}
	if err != nil {
		p.t.Fatalf("set the terminal's size: %v", err)
	}
}

// termios returns the terminal's settings, as stty -a prints them, or the zero value if the
// terminal was hung up.
func (p *Program) termios() unix.Termios {
	t, err := unix.IoctlGetTermios(int(p.slave.Fd()), unix.TCGETS)
	if err != nil {
		return unix.Termios{}
	}
	return *t
}

func (p *Program) launch() {
	p.t.Helper()
	o := p.options
	p.cmd = exec.Command(o.Command[0], o.Command[1:]...)
	if o.Command[0] == Build(p.t) { // Args[0] is then the name that a user types
		p.cmd.Args[0] = "dormer"
	}
	p.cmd.Dir = o.Dir
	p.cmd.Env = o.environment()
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = p.slave, p.slave, p.slave
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := p.cmd.Start(); err != nil {
		p.t.Fatalf("start %s: %v", o.Command[0], err)
	}
	drained := make(chan struct{})
	go p.read(drained)
	go p.await(drained)
}

// read processes the program's output until the terminal is closed.
func (p *Program) read(drained chan<- struct{}) {
	defer close(drained)
	buf := make([]byte, 64<<10)
	for {
		p.mu.Lock()
		stalled := p.stalled
		p.mu.Unlock()
		if stalled != nil {
			<-stalled
			continue
		}
		n, err := p.master.Read(buf)
		p.mu.Lock()
		p.written += int64(n)
		p.outer.write(buf[:n])
		p.wake()
		p.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// wake tells all waiters that the screen may have changed. The caller holds the lock.
func (p *Program) wake() {
	p.cached = nil
	close(p.changed)
	p.changed = make(chan struct{})
}

// await waits until the process has ended and the rest of its output has been read.
func (p *Program) await(drained <-chan struct{}) {
	err := p.cmd.Wait()
	p.status = exitStatus(err)
	p.after = p.termios()
	_ = p.slave.Close()
	p.Drain()
	<-drained
	p.mu.Lock()
	p.outer.flush()
	p.wake()
	p.mu.Unlock()
	close(p.exited)
}

// exitStatus returns the exit status as a shell reports it: 128 plus the signal's number if a
// signal ended the process.
func exitStatus(err error) int {
	var exit *exec.ExitError
	if err == nil {
		return 0
	}
	if !errors.As(err, &exit) {
		return -1
	}
	if ws, ok := exit.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return 128 + int(ws.Signal())
	}
	return exit.ExitCode()
}

// PID returns the id of the program's process.
func (p *Program) PID() int { return p.cmd.Process.Pid }

// Home returns the program's DORMER_HOME.
func (p *Program) Home() string { return p.options.Home }

// Dir returns the directory that the program was started in.
func (p *Program) Dir() string { return p.options.Dir }

// Signal sends a signal to the program's process only. After SIGSTOP it waits until the process
// has stopped, because a thread that waits for a disk delays the stop of all threads.
func (p *Program) Signal(sig os.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(sig); err != nil && !errors.Is(err, os.ErrProcessDone) {
		p.t.Fatalf("signal the program: %v", err)
	}
	if sig == syscall.SIGSTOP {
		p.awaitStop()
	}
}

// awaitStop waits until the program's process has stopped or ended.
func (p *Program) awaitStop() {
	for {
		err := unix.Waitid(unix.P_PID, p.PID(), nil, unix.WSTOPPED|unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// Kill kills the program with SIGKILL and waits until it has ended.
func (p *Program) Kill() {
	p.t.Helper()
	p.Signal(syscall.SIGKILL)
	p.WaitExit()
}

// Hangup closes the terminal, as happens when a terminal emulator dies.
func (p *Program) Hangup() {
	_ = p.master.Close()
}

// Stall stops reading the program's output until [Program.Drain], as a terminal that hangs
// does.
func (p *Program) Stall() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stalled == nil {
		p.stalled = make(chan struct{})
	}
}

// Drain resumes reading after [Program.Stall].
func (p *Program) Drain() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stalled != nil {
		close(p.stalled)
		p.stalled = nil
	}
}

// Written returns the number of bytes that the program has written so far.
func (p *Program) Written() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.written
}

// Unread returns the number of bytes that the program has written and the terminal has not
// read. It is above zero only after [Program.Stall].
func (p *Program) Unread() int {
	p.t.Helper()
	n := 0
	conn, err := p.master.SyscallConn()
	if err == nil {
		_ = conn.Control(func(fd uintptr) { n, err = unix.IoctlGetInt(int(fd), unix.TIOCINQ) })
	}
	if err != nil {
		p.t.Fatalf("ask what the terminal has not read: %v", err)
	}
	return n
}

// CPU returns the CPU time, user and system, that the program used. It waits until the program
// has ended.
func (p *Program) CPU() time.Duration {
	p.t.Helper()
	p.WaitExit()
	return p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()
}

// Resize changes the size of the terminal.
func (p *Program) Resize(rows, cols int) {
	p.t.Helper()
	p.mu.Lock()
	p.options.Rows, p.options.Cols = rows, cols
	p.outer.resize(rows, cols)
	p.cached = nil
	p.mu.Unlock()
	p.setSize()
}

// Relaunch starts the program again with the same home, directory and size. The old process
// must have ended.
func (p *Program) Relaunch() *Program {
	p.t.Helper()
	select {
	case <-p.exited:
	default:
		p.t.Fatal("relaunch: the program still runs")
	}
	return Start(p.t, p.options)
}

// TerminalSettings returns the settings of the terminal (stty -a) from before the program
// started and from after it ended.
func (p *Program) TerminalSettings() (before, after unix.Termios) {
	p.t.Helper()
	p.WaitExit()
	return p.before, p.after
}

// close ends everything that is still running and fails the test if processes are left.
func (p *Program) close() {
	p.closing.Do(func() {
		p.endProgram()
		p.in.close()
		p.mu.Lock()
		_ = p.master.Close()
		p.outer.reader.close()
		p.mu.Unlock()
		failOnLeftovers(p.t, p.options.Home, Patience)
	})
}

// endProgram ends the program: first with SIGHUP, then by closing its terminal, and at last with
// SIGKILL, which fails the test. It does not send SIGTERM because interactive shells ignore it.
func (p *Program) endProgram() {
	for _, step := range []func(){
		func() { _ = p.cmd.Process.Signal(syscall.SIGHUP) },
		p.Hangup,
		func() {
			p.t.Errorf("the program did not end within %v of its terminal", Patience)
			_ = p.cmd.Process.Kill()
		},
	} {
		if !p.Running() {
			return
		}
		step()
		select {
		case <-p.exited:
		case <-time.After(Patience / 2):
		}
	}
}
