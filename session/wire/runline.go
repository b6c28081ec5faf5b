package wire

// From the viewer to the owner.
type (
	// RunLine makes the owner type a line at the prompt of a shell and press Enter. The owner
	// refuses it unless a shell that marks its prompts (OSC 133) is in the foreground and waits at
	// an empty prompt. The answer is a [RunLineReply].
	RunLine struct{ Line string }
)

// From the owner to the viewer.
type (
	// RunLineReply is the answer to [RunLine]. The first [CommandStarted] whose command has this
	// number or a higher one belongs to the line. Err is one sentence that says why nothing was
	// typed; empty if it was.
	RunLineReply struct {
		Command uint32
		Err     string
	}
)

func (RunLine) tag() tag      { return tagRunLine }
func (RunLineReply) tag() tag { return tagRunLineReply }

func (RunLine) fromViewer()     {}
func (RunLineReply) fromOwner() {}
