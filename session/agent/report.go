package agent

// Source is the origin of evidence of a state.
type Source string

// The sources, from the strongest to the weakest.
const (
	Exit     Source = "exit"     // the end of the process
	Status   Source = "status"   // OSC 7501, and dormer status
	Hook     Source = "hook"     // a hook or a plugin of the agent
	Title    Source = "title"    // a pattern in the title
	Notice   Source = "notice"   // OSC 9, 99 or 777, and the bell
	Screen   Source = "screen"   // a pattern on the screen
	Activity Source = "activity" // whether the program prints
)

// Report is a report of a hook, a plugin or a script about the agent in a session.
type Report struct {
	Source  Source // Hook or Status
	State   State  // empty says nothing of the state
	Kind    Kind   // what a blocked agent waits for
	Message string // one line, printable
	ID      string // the agent's own id of its conversation; empty says nothing of it
	Began   string // why it has this id: "startup", "resume", "clear", "fork", "compact"; empty where no session began
}
