package agent

import "slices"

// State is what an agent is doing.
type State string

const (
	Unknown State = "unknown" // nothing says what it does
	Working State = "working" // it works on what it was asked
	Blocked State = "blocked" // it waits for an answer; see [Kind]
	Done    State = "done"    // it has finished what it was asked
	Idle    State = "idle"    // it waits for something to do
	Failed  State = "error"   // it could not go on
)

// States are the states in the order in which they are listed for people.
var States = []State{Working, Blocked, Done, Idle, Failed, Unknown}

// ParseState returns the state with a name.
func ParseState(name string) (State, bool) {
	for _, state := range States {
		if string(state) == name {
			return state, true
		}
	}
	return "", false
}

// Kind is what a blocked agent waits for, or why an agent could not go on. It is empty where
// nothing says so, and in every other state.
type Kind string

const (
	Permission Kind = "permission" // to be allowed something
	Question   Kind = "question"   // the answer to a question
	Auth       Kind = "auth"       // somebody to log in, or a login that was refused
	Dialog     Kind = "dialog"     // an answer to a dialog, such as whether to trust a directory

	RateLimit Kind = "rate-limit" // a limit of its service was reached
	Overload  Kind = "overload"   // its service is overloaded, or out of reach
	Billing   Kind = "billing"    // there is nothing left to pay it with
	Crash     Kind = "crash"      // its process ended by itself, with an error
)

// Kinds returns the kinds that there are in a state.
func Kinds(s State) []Kind {
	switch s {
	case Blocked:
		return []Kind{Permission, Question, Auth, Dialog}
	case Failed:
		return []Kind{RateLimit, Overload, Auth, Billing, Crash}
	case Unknown, Working, Done, Idle:
	}
	return nil
}

// kindIn returns a kind if there is such a one in a state, and else none.
func kindIn(s State, k Kind) Kind {
	if slices.Contains(Kinds(s), k) {
		return k
	}
	return ""
}

// ParseKind returns the kind with a name.
func ParseKind(name string) (Kind, bool) {
	k := Kind(name)
	return k, slices.Contains(Kinds(Blocked), k) || slices.Contains(Kinds(Failed), k)
}
