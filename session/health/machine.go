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

// EventKind tells what happened.
type EventKind uint8

const (
	// Verify asks whether the session is there.
	Verify EventKind = iota
	// SocketFound and SocketMissing say whether something listens for it.
	SocketFound
	SocketMissing
	// SessionDetected and SessionNotDetected say whether that is its host.
	SessionDetected
	SessionNotDetected
	// HealthCheckPassed and HealthCheckFailed are results of a periodic look.
	HealthCheckPassed
	HealthCheckFailed
	// SessionDied says that the session's process has ended.
	SessionDied
	// AttemptRecovery asks to reach the session again; RecoverySucceeded and
	// RecoveryFailed are how that ended.
	AttemptRecovery
	RecoverySucceeded
	RecoveryFailed
	// Create asks to start the session; Created and CreateFailed are how that
	// ended.
	Create
	Created
	CreateFailed
)

// Event is what the machine is told. Reason is kept for [RecoveryFailed] and
// [CreateFailed]. Gone says that the session has certainly ended, or that its host
// has; the machine does not ask, [Runtime] does.
type Event struct {
	Kind   EventKind
	Reason string
	Gone   bool
}

// Effect is what a transition asks for.
type Effect uint8

const (
	// CheckSocket asks for [SocketFound] or [SocketMissing].
	CheckSocket Effect = iota
	// CheckSessionExists asks for [SessionDetected] or [SessionNotDetected].
	CheckSessionExists
	// CreateSession asks for [Created] or [CreateFailed].
	CreateSession
	// DestroySession asks to end what is left of the session, before another is
	// started in its place.
	DestroySession
	// ScheduleHealthCheck asks for [HealthCheckPassed] or [HealthCheckFailed] once
	// the interval has passed; CancelHealthCheck takes that back.
	ScheduleHealthCheck
	CancelHealthCheck
	// TryRecovery asks for [RecoverySucceeded] or [RecoveryFailed].
	TryRecovery
	// NotifyAlive, NotifyDead and NotifyFailed ask to tell the user.
	NotifyAlive
	NotifyDead
	NotifyFailed
)

// Next is the machine: the status after an event, and what that asks for, in
// order. A pair that it does not name keeps the status and asks for nothing.
func Next(s Status, e Event) (Status, []Effect) {
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
	on   EventKind
}

type step struct {
	to      Phase
	effects []Effect
}

var table = map[pair]step{
	{Unknown, Verify}: {Verifying, []Effect{CheckSocket}},
	{Unknown, Create}: {Verifying, []Effect{CreateSession}},

	{Verifying, SocketFound}:        {Verifying, []Effect{CheckSessionExists}},
	{Verifying, SocketMissing}:      {Missing, []Effect{CancelHealthCheck, NotifyDead}},
	{Verifying, SessionDetected}:    {Alive, []Effect{ScheduleHealthCheck, NotifyAlive}},
	{Verifying, SessionNotDetected}: {Missing, []Effect{CancelHealthCheck, NotifyDead}},
	{Verifying, Created}:            {Alive, []Effect{ScheduleHealthCheck, NotifyAlive}},
	{Verifying, CreateFailed}:       {Failed, []Effect{CancelHealthCheck, NotifyFailed}},

	{Alive, HealthCheckPassed}: {Alive, []Effect{ScheduleHealthCheck}},
	{Alive, HealthCheckFailed}: {Dead, []Effect{CancelHealthCheck, NotifyDead}},
	{Alive, SessionDied}:       {Dead, []Effect{CancelHealthCheck, NotifyDead}},
	{Alive, Verify}:            {Verifying, []Effect{CheckSocket}},

	{Dead, AttemptRecovery}: {Recovering, []Effect{TryRecovery}},
	// What is left of a session goes before it is started anew: there are never two
	// hosts for one id.
	{Dead, Create}: {Verifying, []Effect{DestroySession, CreateSession}},

	{Missing, Create}:          {Verifying, []Effect{CreateSession}},
	{Missing, AttemptRecovery}: {Recovering, []Effect{TryRecovery}},

	{Recovering, RecoverySucceeded}: {Alive, []Effect{ScheduleHealthCheck, NotifyAlive}},
	{Recovering, RecoveryFailed}:    {Failed, []Effect{NotifyFailed}},

	{Failed, Create}: {Verifying, []Effect{DestroySession, CreateSession}},
	{Failed, Verify}: {Verifying, []Effect{CheckSocket}},
}
