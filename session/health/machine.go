package health

// Phase is one of the seven states of the health machine.
type Phase uint8

const (
	// Unknown sessions have not been checked.
	Unknown Phase = iota
	// Verifying sessions are being looked for, or started.
	Verifying
	// Alive sessions existed at their last check.
	Alive
	// Dead sessions were alive and then did not answer, or ended.
	Dead
	// Missing sessions were not found.
	Missing
	// Recovering sessions are being reconnected.
	Recovering
	// Failed sessions could not be started or reconnected.
	Failed
)

var phaseNames = [...]string{"unknown", "verifying", "alive", "dead", "missing", "recovering", "failed"}

func (p Phase) String() string {
	if int(p) < len(phaseNames) {
		return phaseNames[p]
	}
	return "invalid"
}

// Status is a session's state in the machine. Reason is set for [Failed] only.
type Status struct {
	Phase  Phase
	Reason string
}

func (s Status) String() string {
	if s.Reason == "" {
		return s.Phase.String()
	}
	return s.Phase.String() + ": " + s.Reason
}

// eventKind is the kind of an event.
type eventKind uint8

const (
	// verify asks whether the session exists.
	verify eventKind = iota
	// socketFound and socketMissing report whether something listens for it.
	socketFound
	socketMissing
	// sessionDetected and sessionNotDetected report whether that is its host.
	sessionDetected
	sessionNotDetected
	// checkPassed and checkFailed are results of a periodic check.
	checkPassed
	checkFailed
	// sessionDied reports that the session's process has ended.
	sessionDied
	// attemptRecovery requests to reconnect to the session; recoverySucceeded and recoveryFailed
	// are the results.
	attemptRecovery
	recoverySucceeded
	recoveryFailed
	// create requests to start the session; created and createFailed are the results.
	create
	created
	createFailed
)

// event is an input of the machine. Reason is kept for [recoveryFailed] and [createFailed]. Gone
// means that the session, or its host, has certainly ended; only [runtimeAfter] uses it.
type event struct {
	Kind   eventKind
	Reason string
	Gone   bool
}

// effect is an output of the machine.
type effect uint8

const (
	// checkSocket requests [socketFound] or [socketMissing].
	checkSocket effect = iota
	// checkSessionExists requests [sessionDetected] or [sessionNotDetected].
	checkSessionExists
	// createSession requests [created] or [createFailed].
	createSession
	// destroySession requests to kill the session's remaining processes, before another one is
	// started in its place.
	destroySession
	// scheduleHealthCheck requests [checkPassed] or [checkFailed] once the interval has passed;
	// cancelHealthCheck revokes it.
	scheduleHealthCheck
	cancelHealthCheck
	// tryRecovery requests [recoverySucceeded] or [recoveryFailed].
	tryRecovery
	// notifyAlive, notifyDead and notifyFailed request to tell the user.
	notifyAlive
	notifyDead
	notifyFailed
)

// next is the machine: it returns the status after an event, and the effects, in order. A pair that
// is not in the table keeps the status and has no effect.
func next(s Status, e event) (Status, []effect) {
	t, ok := table[pair{s.Phase, e.Kind}]
	if !ok {
		return s, nil
	}
	next := Status{Phase: t.to}
	if t.to == Failed {
		next.Reason = e.Reason
	}
	return next, t.effects
}

type pair struct {
	from Phase
	on   eventKind
}

type step struct {
	to      Phase
	effects []effect
}

var table = map[pair]step{
	{Unknown, verify}: {Verifying, []effect{checkSocket}},
	{Unknown, create}: {Verifying, []effect{createSession}},

	{Verifying, socketFound}:        {Verifying, []effect{checkSessionExists}},
	{Verifying, socketMissing}:      {Missing, []effect{cancelHealthCheck, notifyDead}},
	{Verifying, sessionDetected}:    {Alive, []effect{scheduleHealthCheck, notifyAlive}},
	{Verifying, sessionNotDetected}: {Missing, []effect{cancelHealthCheck, notifyDead}},
	{Verifying, created}:            {Alive, []effect{scheduleHealthCheck, notifyAlive}},
	{Verifying, createFailed}:       {Failed, []effect{cancelHealthCheck, notifyFailed}},

	{Alive, checkPassed}: {Alive, []effect{scheduleHealthCheck}},
	{Alive, checkFailed}: {Dead, []effect{cancelHealthCheck, notifyDead}},
	{Alive, sessionDied}: {Dead, []effect{cancelHealthCheck, notifyDead}},
	{Alive, verify}:      {Verifying, []effect{checkSocket}},

	{Dead, attemptRecovery}: {Recovering, []effect{tryRecovery}},
	// A session's remaining processes are killed before it is started again: a session never has
	// two hosts.
	{Dead, create}: {Verifying, []effect{destroySession, createSession}},

	{Missing, create}:          {Verifying, []effect{createSession}},
	{Missing, attemptRecovery}: {Recovering, []effect{tryRecovery}},

	{Recovering, recoverySucceeded}: {Alive, []effect{scheduleHealthCheck, notifyAlive}},
	{Recovering, recoveryFailed}:    {Failed, []effect{notifyFailed}},

	{Failed, create}: {Verifying, []effect{destroySession, createSession}},
	{Failed, verify}: {Verifying, []effect{checkSocket}},
}
