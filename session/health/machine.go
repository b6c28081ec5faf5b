package health

// Phase is one of the seven states of the health machine.
type Phase uint8

const (
	// Unknown sessions have not been looked at.
	Unknown Phase = iota
	// Verifying sessions are being looked for, or started.
	Verifying
	// Alive sessions were there when they were looked at last.
	Alive
	// Dead sessions were alive and then did not answer, or ended.
	Dead
	// Missing sessions were not found where they should be.
	Missing
	// Recovering sessions are being reached again.
	Recovering
	// Failed sessions could not be started or reached again.
	Failed
)

var phaseNames = [...]string{"unknown", "verifying", "alive", "dead", "missing", "recovering", "failed"}

func (p Phase) String() string {
	if int(p) < len(phaseNames) {
		return phaseNames[p]
	}
	return "invalid"
}

// Status is a session's place in the machine. Reason is set for [Failed] only.
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

// eventKind tells what happened.
type eventKind uint8

const (
	// verify asks whether the session is there.
	verify eventKind = iota
	// socketFound and socketMissing say whether something listens for it.
	socketFound
	socketMissing
	// sessionDetected and sessionNotDetected say whether that is its host.
	sessionDetected
	sessionNotDetected
	// checkPassed and checkFailed are results of a periodic check.
	checkPassed
	checkFailed
	// sessionDied says that the session's process has ended.
	sessionDied
	// attemptRecovery asks to reach the session again; recoverySucceeded and recoveryFailed
	// are the results.
	attemptRecovery
	recoverySucceeded
	recoveryFailed
	// create asks to start the session; created and createFailed are the results.
	create
	created
	createFailed
)

// event is an input of the machine. Reason is kept for [recoveryFailed] and [createFailed].
// Gone says that the session, or its host, has certainly ended; only [runtimeAfter] uses
// it.
type event struct {
	Kind   eventKind
	Reason string
	Gone   bool
}

// effect is an output of the machine.
type effect uint8

const (
	// checkSocket asks for [socketFound] or [socketMissing].
	checkSocket effect = iota
	// checkSessionExists asks for [sessionDetected] or [sessionNotDetected].
	checkSessionExists
	// createSession asks for [created] or [createFailed].
	createSession
	// destroySession asks to end what is left of the session, before another is
	// started in its place.
	destroySession
	// scheduleHealthCheck asks for [checkPassed] or [checkFailed] once the interval has
	// passed; cancelHealthCheck revokes it.
	scheduleHealthCheck
	cancelHealthCheck
	// tryRecovery asks for [recoverySucceeded] or [recoveryFailed].
	tryRecovery
	// notifyAlive, notifyDead and notifyFailed ask to tell the user.
	notifyAlive
	notifyDead
	notifyFailed
)

// next is the machine: it returns the status after an event, and the effects, in order. A
// pair that it does not name keeps the status and has no effect.
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
	// What is left of a session is ended before it is started again: a session never has
	// two hosts.
	{Dead, create}: {Verifying, []effect{destroySession, createSession}},

	{Missing, create}:          {Verifying, []effect{createSession}},
	{Missing, attemptRecovery}: {Recovering, []effect{tryRecovery}},

	{Recovering, recoverySucceeded}: {Alive, []effect{scheduleHealthCheck, notifyAlive}},
	{Recovering, recoveryFailed}:    {Failed, []effect{notifyFailed}},

	{Failed, create}: {Verifying, []effect{destroySession, createSession}},
	{Failed, verify}: {Verifying, []effect{checkSocket}},
}
