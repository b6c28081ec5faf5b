package wire

// From the viewer to the owner.
type (
	// Log has the owner write what the child prints from now on to a file, as lines of
	// text, or pass it to a shell command as it is, whoever is attached, in place of what
	// it did so before. With neither it ends that. The answer is [Logging].
	Log struct {
		// File is an absolute path. Lines are added to a file that is there.
		File    string
		Command string
	}
)

// From the owner to the viewer.
type (
	// Logging says where the output goes; to nowhere where To is empty. It is sent in
	// answer to [Log], when a log ends by itself, and to a viewer that attaches while
	// there is one. Err is one sentence that says why there is none.
	Logging struct{ To, Err string }
)

func (Log) message()     {}
func (Logging) message() {}

func (Log) fromViewer()    {}
func (Logging) fromOwner() {}
