package session

// Restart says whether a session that was running when its host went, with the
// machine or alone, starts again by itself.
type Restart string

const (
	// RestartDefault leaves it to the kind of the session: shells start, commands wait
	// for Enter.
	RestartDefault Restart = ""
	// RestartAlways starts commands too.
	RestartAlways Restart = "always"
	// RestartAsk has shells wait too.
	RestartAsk Restart = "ask"
)

// Valid reports whether r is one of the three.
func (r Restart) Valid() bool {
	return r == RestartDefault || r == RestartAlways || r == RestartAsk
}

// Or is what holds for a session: what was said for it alone, else, where it runs a
// command, what was said for all commands.
func (r Restart) Or(shell bool, commands Restart) Restart {
	if r == RestartDefault && !shell {
		return commands
	}
	return r
}

// Past is what is known of the last life of a session. The zero value is of one of
// which nothing is known: its state.json is missing or cannot be believed.
type Past struct {
	// Lifecycle is the state that was written last.
	Lifecycle Lifecycle
	// Exit is how the process ended, where Ended reports true and that is known.
	Exit *Exit
	// Cannot says why the coding agent that ran cannot go on with its conversation; empty if
	// it can, and for all other sessions.
	Cannot string
}

// Ended reports whether the process had ended, or was being ended, before the host
// went. Such a session is started again only by somebody who asks for it.
func (p Past) Ended() bool { return p.Lifecycle.Terminal() || p.Lifecycle == Stopping }

// Stopped reports whether somebody had asked for the end of the process.
func (p Past) Stopped() bool { return p.Lifecycle == Stopped || p.Lifecycle == Stopping }

// Lost reports whether the process ran when the host went.
func (p Past) Lost() bool { return p.Lifecycle == LifecycleRunning }

// Relaunch is what decides what becomes of a session that is shown again.
type Relaunch struct {
	// Host tells that the session has a host.
	Host bool
	// Shell tells that the session runs the user's shell, and no command.
	Shell bool
	Past  Past
	// Restart is what was said for this session, or for all.
	Restart Restart
	// Ask has every session without a process wait for Enter.
	Ask bool
}

// Next is what becomes of a session that is shown again.
type Next uint8

const (
	// Wait shows its last screen and how it ended; Enter starts it again.
	Wait Next = iota
	// Reattach shows the process that it has.
	Reattach
	// StartAgain starts its process again.
	StartAgain
)

// Next decides. What has ended is never started by this, whatever it is; a command
// only where it is known that it was running and was said that it may start again, and
// an agent only where it can go on with its conversation.
func (r Relaunch) Next() Next {
	switch {
	case r.Host:
		return Reattach
	case r.Ask, r.Past.Ended(), r.Past.Cannot != "", r.Restart == RestartAsk:
		return Wait
	case r.Shell, r.Past.Lost() && r.Restart == RestartAlways:
		return StartAgain
	}
	return Wait
}

// Occasion says why a session's process is to be started that may have had one before.
type Occasion uint8

const (
	// FirstStart is for a session that was just made. A command that has had a process
	// before is not started.
	FirstStart Occasion = iota
	// OnReturn is for a session that is shown again: [Relaunch] decides once more, when
	// nobody else can start or end it.
	OnReturn
	// OnRequest is for a session that somebody asked to start again.
	OnRequest
)

// MayStart reports whether a process may be started. past is what is known of the life
// before, nil where there was none.
func (o Occasion) MayStart(shell bool, r Restart, past *Past) bool {
	switch {
	case o == OnRequest || past == nil && o == FirstStart:
		return true
	case o == FirstStart:
		return shell
	case past == nil:
		past = &Past{}
	}
	return Relaunch{Shell: shell, Past: *past, Restart: r}.Next() == StartAgain
}
