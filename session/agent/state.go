package agent

import "slices"

// State is the state of an agent.
type State string

const (
	Unknown State = "unknown" // there is no evidence of its state
	Working State = "working" // it works on its task
	Blocked State = "blocked" // it waits for an answer; see [Kind]
	Done    State = "done"    // it has finished its task
	Idle    State = "idle"    // it waits for a task
	Failed  State = "error"   // it could not continue
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

// Kind is what a blocked agent waits for, or why an agent could not continue. It is empty if that
// is unknown, and in every other state.
type Kind string

const (
	Permission Kind = "permission" // a permission
	Question   Kind = "question"   // the answer to a question
	Auth       Kind = "auth"       // a login, or its login was refused
	Dialog     Kind = "dialog"     // an answer to a dialog, such as whether to trust a directory

	RateLimit Kind = "rate-limit" // a limit of its service was reached
	Overload  Kind = "overload"   // its service is overloaded, or unreachable
	Billing   Kind = "billing"    // its credit is used up
	Crash     Kind = "crash"      // its process ended on its own, with an error
)

// Kinds returns the kinds of a state.
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

// kindIn returns k if it is a kind of state s, and otherwise none.
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
