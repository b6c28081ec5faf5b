package agent

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

// Kind is what a blocked agent waits for. It is empty where the agent does not
// say, and in every other state.
type Kind string

const (
	Permission Kind = "permission" // to be allowed something
	Question   Kind = "question"   // the answer to a question
	Auth       Kind = "auth"       // somebody to log in
	Dialog     Kind = "dialog"     // an answer to a dialog, such as whether to trust a directory
)

// ParseKind returns the kind with a name.
func ParseKind(name string) (Kind, bool) {
	switch kind := Kind(name); kind {
	case Permission, Question, Auth, Dialog:
		return kind, true
	}
	return "", false
}
