package wire

// From the viewer to the owner.
type (
	// Log makes the owner write the child's further output to a file, as lines of text, or pass it
	// unchanged to a shell command, independent of viewers. It replaces an earlier Log; with
	// neither it only ends that. The answer is [Logging].
	Log struct {
		// File is an absolute path. Lines are appended to an existing file.
		File    string
		Command string
	}
)

// From the owner to the viewer.
type (
	// Logging reports the destination of the output; there is none if To is empty. It is sent in
	// answer to [Log], when a log ends on its own, and to a viewer that attaches while there is
	// one. Err is one sentence that says why there is none.
	Logging struct{ To, Err string }
)

func (Log) tag() tag     { return tagLog }
func (Logging) tag() tag { return tagLogging }

func (Log) fromViewer()    {}
func (Logging) fromOwner() {}
