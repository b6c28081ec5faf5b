package outputlog

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"dormer/session/printed"
)

// maxWaiting is how many bytes may wait for a slow file or command.
const maxWaiting = 4 << 20

// Log is a log in progress. Its methods may be called from any goroutine.
type Log struct {
	to    io.WriteCloser
	out   *bufio.Writer
	lines *printed.Lines // nil for unchanged output
	done  chan struct{}  // closed when everything is written, or cannot be

	mu      sync.Mutex
	more    sync.Cond
	waiting []byte
	missing int // bytes dropped after the waiting ones
	closed  bool
	failed  error
}

// ToFile appends lines of text to a file, which it makes if it does not exist. ended is called once
// if the log ends before it is closed, with the reason.
func ToFile(path string, ended func(error)) (*Log, error) {
	// O_NONBLOCK because opening a FIFO without a reader would block.
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, fmt.Errorf("write the log: %w: name another file", err)
	}
	if st, err := f.Stat(); err != nil || !st.Mode().IsRegular() {
		_ = f.Close() // nothing was written
		return nil, fmt.Errorf("write the log: %s is not a file: name another one", path)
	}
	l := newLog(f)
	l.lines = printed.NewLines(l.writeLine)
	l.lines.Blank = true
	go l.run(ended)
	return l, nil
}

// ToCommand runs a shell command in a directory, with the output as its standard input. The input
// ends when the log is closed; the command is not killed. ended is called once if the command ends
// before that.
func ToCommand(line, dir string, env []string, ended func(error)) (*Log, error) {
	cmd := exec.Command("/bin/sh", "-c", line)
	cmd.Dir, cmd.Env = dir, env
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("run `%s`: %w", line, err)
	}
	l := newLog(in)
	go func() {
		err := cmd.Wait()
		switch {
		case err != nil:
			err = fmt.Errorf("`%s` has ended: %w", line, err)
		default:
			err = fmt.Errorf("`%s` has ended", line)
		}
		if l.fail(err) {
			ended(err)
		}
	}()
	go l.run(func(error) {}) // a command that stops reading will end
	return l, nil
}

func newLog(to io.WriteCloser) *Log {
	l := &Log{to: to, out: bufio.NewWriter(to), done: make(chan struct{})}
	l.more.L = &l.mu
	return l
}

// Write accepts output and returns at once.
func (l *Log) Write(data []byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.closed || l.failed != nil:
		return
	case l.missing > 0, len(l.waiting)+len(data) > maxWaiting: // output is dropped in one place only
		l.missing += len(data)
		return
	}
	l.waiting = append(l.waiting, data...)
	l.more.Signal()
}

// Close ends the log and returns at once. Accepted output is still written; the channel is closed
// when that is done.
func (l *Log) Close() (done <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.more.Signal()
	return l.done
}

// fail records why the log has ended, and reports whether it was running until then.
func (l *Log) fail(err error) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	first := l.failed == nil && !l.closed
	if l.failed == nil {
		l.failed = err
	}
	l.waiting = nil
	l.more.Signal()
	return first
}

// run writes until the log is closed or fails.
func (l *Log) run(ended func(error)) {
	defer close(l.done)
	var err error
	for err == nil {
		data, missing, over := l.next()
		if over {
			break
		}
		err = l.write(data, missing)
	}
	if err == nil && l.lines != nil {
		l.endLine()
		err = l.out.Flush()
	}
	if err = errors.Join(err, l.to.Close()); err != nil {
		if err = fmt.Errorf("write the log: %w", err); l.fail(err) {
			ended(err)
		}
	}
}

// next waits for output. over means that there will be none.
func (l *Log) next() (data []byte, missing int, over bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.waiting) == 0 && !l.closed && l.failed == nil {
		l.more.Wait()
	}
	data, missing = l.waiting, l.missing
	l.waiting, l.missing = nil, 0
	return data, missing, len(data) == 0 && missing == 0
}

func (l *Log) write(data []byte, missing int) error {
	if l.lines == nil {
		_, _ = l.out.Write(data) // Flush reports errors
		return l.out.Flush()
	}
	_, _ = l.lines.Write(data) // it never fails
	if missing > 0 {
		l.endLine()
		l.writeLine(fmt.Sprintf("[dormer: %d bytes are missing here: the file was too slow]", missing))
	}
	return l.out.Flush()
}

// endLine ends an unfinished line.
func (l *Log) endLine() {
	if l.lines.Rest() != "" {
		_, _ = l.lines.Write([]byte("\n")) // it never fails
	}
}

func (l *Log) writeLine(line string) {
	_, _ = l.out.WriteString(line) // Flush reports errors
	_ = l.out.WriteByte('\n')
}

// FlushTime is how long the end of a session waits for its log to be written.
const FlushTime = time.Second
