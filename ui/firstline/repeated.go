package firstline

import (
	"context"
	"sync"
	"time"
)

// longest is how long a command may take that is run again and again.
const longest = 10 * time.Second

// Repeated is a command that is run again and again, one run at a time. The zero Repeated
// runs nothing. Its methods are called by one goroutine, but for what they return.
type Repeated struct {
	// Output is the line that it printed last.
	Output string
	// serial tells a run from those before [Repeated.Renew].
	serial int
	failed bool // it was said that it fails
	due    time.Time
	// end ends the run that is under way, and returns when nothing is left of it.
	end func()
}

// Ran is what came of a run.
type Ran struct {
	serial int
	line   string
	err    error
}

// Renew forgets what was printed, for the command is another one. The returned function ends
// the run that is under way, and returns when nothing is left of it.
func (r *Repeated) Renew() (end func()) {
	if end = r.end; end == nil {
		end = func() {}
	}
	*r = Repeated{serial: r.serial + 1}
	return end
}

// Due is when the command is to run again; zero while it runs, and where none does.
func (r *Repeated) Due() time.Time { return r.due }

// Run begins a run: the returned function waits for what comes of it, no longer than the time
// to the next.
func (r *Repeated) Run(command string, env []string, interval time.Duration) func() Ran {
	ctx, cancel := context.WithCancel(context.Background())
	serial := r.serial
	r.due = time.Time{}
	run := sync.OnceValue(func() Ran {
		defer cancel()
		ctx, over := context.WithTimeout(ctx, min(interval, longest))
		defer over()
		line, err := Run(ctx, command, env)
		return Ran{serial, line, err}
	})
	r.end = func() {
		cancel()
		run()
	}
	return run
}

// Take takes what came of a run, and when to run again. It reports whether the output is
// another one now, and the error of the first run that failed after one that did not. A run
// from before [Repeated.Renew] counts for nothing.
func (r *Repeated) Take(ran Ran, again time.Time) (news bool, err error) {
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

// Stop ends the command for good.
func (r *Repeated) Stop() {
	if r.end != nil {
		r.end()
	}
}
