package firstline

import (
	"context"
	"sync"
	"time"
)

// maxRunTime is the maximum run time of a command that is run repeatedly.
const maxRunTime = 10 * time.Second

// Repeated is a command that is run repeatedly, one run at a time. The zero Repeated runs nothing.
// Its methods must be called by one goroutine, but the functions that they return need not.
type Repeated struct {
	// Output is the line that the command printed last.
	Output string
	// serial distinguishes a run from those before [Repeated.Reset].
	serial int
	failed bool // the failure has been reported
	due    time.Time
	// end ends the current run, and returns when nothing of it is left.
	end func()
}

// RunResult is the result of a run.
type RunResult struct {
	serial int
	line   string
	err    error
}

// Reset forgets the output, because the command has changed. The returned function ends the current
// run, and returns when nothing of it is left.
func (r *Repeated) Reset() (end func()) {
	if end = r.end; end == nil {
		end = func() {}
	}
	*r = Repeated{serial: r.serial + 1}
	return end
}

// Due returns the time of the next run; zero while the command runs, and if there is none.
func (r *Repeated) Due() time.Time { return r.due }

// Run begins a run. The returned function waits for its result, at most until the next run is due.
func (r *Repeated) Run(command string, env []string, interval time.Duration) func() RunResult {
	ctx, cancel := context.WithCancel(context.Background())
	serial := r.serial
	r.due = time.Time{}
	run := sync.OnceValue(func() RunResult {
		defer cancel()
		ctx, over := context.WithTimeout(ctx, min(interval, maxRunTime))
		defer over()
		line, err := Run(ctx, command, env)
		return RunResult{serial, line, err}
	})
	r.end = func() {
		cancel()
		run()
	}
	return run
}

// Take stores the result of a run and the time of the next. It reports whether the output has
// changed, and returns the error of a run that failed after one that did not. The result of a run
// from before [Repeated.Reset] is ignored.
func (r *Repeated) Take(ran RunResult, again time.Time) (news bool, err error) {
	if ran.serial != r.serial {
		return false, nil
	}
	r.due = again
	if !r.failed {
		err = ran.err
	}
	news = r.Output != ran.line
	r.Output, r.failed, r.end = ran.line, ran.err != nil, nil
	return news, err
}

// Stop ends the command permanently.
func (r *Repeated) Stop() {
	if r.end != nil {
		r.end()
	}
}
