package command

// NewWorktree is a worktree to make, as the form for one asks for it.
type NewWorktree struct {
	// Dir is a directory of the repository, as one writes it.
	Dir    string
	Branch string
	// From is what a new branch starts at; empty for the present commit.
	From string
	// Agent is started in it, with a first prompt; empty for a shell.
	Agent, Prompt string
}

// askNewWorktree asks for a worktree of the repository that the active pane is in.
func askNewWorktree(c Focus) Result {
	dir := c.Dir
	if r, ok := c.State.Sessions[c.Pane]; ok && dir == "" {
		dir = r.Dir
	}
	return Ask(AskNewWorktree{Dir: dir})
}

// Requests that are about worktrees.
type (
	// AskNewWorktree opens the form for a worktree of the repository of a directory.
	AskNewWorktree struct{ Dir string }
	// LookAtRepository looks which branches the repository of a directory has, for the form.
	LookAtRepository struct{ Dir string }
	MakeWorktree     struct{ NewWorktree }
	// StopMakingWorktree stops the making of a worktree that is under way.
	StopMakingWorktree struct{}
	// OpenWorktree opens a worktree of a repository, or goes to its pane.
	OpenWorktree struct{ Repo, Path string }
)

func (AskNewWorktree) isRequest()     {}
func (LookAtRepository) isRequest()   {}
func (MakeWorktree) isRequest()       {}
func (StopMakingWorktree) isRequest() {}
func (OpenWorktree) isRequest()       {}
