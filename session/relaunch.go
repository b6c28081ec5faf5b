package session

// Restart says whether a session starts again without being asked, if it was running when its host
// ended, with the machine or alone.
type Restart string

const (
	// RestartDefault depends on the session's kind: shells start, commands wait for Enter.
	RestartDefault Restart = ""
	// RestartAlways starts commands too.
	RestartAlways Restart = "always"
	// RestartAsk makes shells wait too.
	RestartAsk Restart = "ask"
)

// Valid reports whether r is one of the three values.
func (r Restart) Valid() bool {
	return r == RestartDefault || r == RestartAlways || r == RestartAsk
}

// Or returns the setting for a session: its own, or, if it has none and runs a command, the setting
// for all commands.
func (r Restart) Or(shell bool, commands Restart) Restart {
	if r == RestartDefault && !shell {
		return commands
	}
	return r
}

// Past is the known history of a session's last process. In the zero value nothing is known:
// state.json is missing or cannot be trusted.
type Past struct {
	// Lifecycle is the last state that was written.
	Lifecycle Lifecycle
	// Exit is how the process ended, if Ended reports true and the exit is known.
	Exit *Exit
	// Cannot says why the coding agent that ran cannot continue its conversation; empty if it can,
	// and for all other sessions.
	Cannot string
	// Retries means that the agent was about to be restarted automatically.
	Retries bool
}

// Ended reports whether the process had ended, or was being ended, before the host ended. Such a
// session starts again only on request.
func (p Past) Ended() bool { return p.Lifecycle.Terminal() || p.Lifecycle == Stopping }

// Stopped reports whether the process was asked to end.
func (p Past) Stopped() bool { return p.Lifecycle == Stopped || p.Lifecycle == Stopping }

// Lost reports whether the process was running when the host ended.
func (p Past) Lost() bool { return p.Lifecycle == LifecycleRunning }

// Relaunch holds the facts that decide what happens to a session that is shown again.
type Relaunch struct {
	// Host reports that the session has a host.
	Host bool
	// Shell reports that the session runs the user's shell rather than a command.
	Shell bool
	Past  Past
	// Restart is the setting for this session, or for all.
	Restart Restart
	// Ask makes every session without a process wait for Enter.
	Ask bool
}

// Next is what happens to a session that is shown again.
type Next uint8

const (
	// Wait shows the last screen and how the process ended; Enter starts it again.
	Wait Next = iota
	// Reattach shows the running process.
	Reattach
	// StartAgain starts the process again.
	StartAgain
)

// Next returns what happens to the session. A process that has ended is never started, except an
// agent that was about to be restarted. A command starts only if it is known to have been running
// and may start again, and an agent only if it can continue its conversation.
func (r Relaunch) Next() Next {
	switch {
	case r.Host:
		return Reattach
	case r.Ask, r.Past.Ended() && !r.Past.Retries, r.Past.Cannot != "", r.Restart == RestartAsk:
		return Wait
	case r.Shell, (r.Past.Lost() || r.Past.Retries) && r.Restart == RestartAlways:
		return StartAgain
	}
	return Wait
}

// Occasion is the reason for starting the process of a session that may have had one before.
type Occasion uint8

const (
	// FirstStart is for a new session. A command that has had a process before is not started.
	FirstStart Occasion = iota
	// OnReturn is for a session that is shown again: [Relaunch] decides once more, at a time when
	// nobody else can start or end the session.
	OnReturn
	// OnRequest is for a session that a user or program asked to start again.
	OnRequest
)

// MayStart reports whether a process may be started. past describes the last process, nil if there
// was none.
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
