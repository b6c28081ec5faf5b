package host

import (
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// children are this process's child processes that are waited for. A thread for each would cost its
// stack. Instead, all are checked when SIGCHLD reports that some child has ended.
var children = childWatch{looks: map[int]func() bool{}}

type childWatch struct {
	begin sync.Once
	mu    sync.Mutex
	looks map[int]func() bool
}

// watch calls look now and whenever a child may have ended, until it returns true. look is called
// under the lock of w, and must not block.
func (w *childWatch) watch(pid int, look func() bool) {
	w.begin.Do(func() {
		ended := make(chan os.Signal, 1)
		signal.Notify(ended, syscall.SIGCHLD)
		go func() {
			for range ended {
				w.lookAtAll()
			}
		}()
	})
	w.mu.Lock()
	defer w.mu.Unlock()
	if !look() {
		w.looks[pid] = look
	}
}

func (w *childWatch) lookAtAll() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for pid, look := range w.looks {
		if look() {
			delete(w.looks, pid)
		}
	}
}

// signal sends a signal to a child if it is still watched. Once a child is known to have ended,
// another process may have its number.
func (w *childWatch) signal(pid int, sig syscall.Signal) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.looks[pid] != nil {
		_ = syscall.Kill(pid, sig) // it may have ended unnoticed
	}
}

// reap reaps a child when it ends, and then closes gone.
func (w *childWatch) reap(pid int, gone chan<- struct{}) {
	w.watch(pid, func() bool {
		for {
			done, err := syscall.Wait4(pid, nil, syscall.WNOHANG, nil)
			switch {
			case err == syscall.EINTR:
				continue
			case err == nil && done == 0:
				return false
			}
			close(gone)
			return true
		}
	})
}
