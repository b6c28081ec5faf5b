package command

// NewWorktree holds the fields of the form for a new worktree.
type NewWorktree struct {
	// Dir is a directory of the repository, as typed by the user.
	Dir    string
	Branch string
	// From is the start of a new branch; empty for the current commit.
	From string
	// Agent is the name of the agent to start in it, with a first prompt; empty for a shell.
	Agent, Prompt string
}

// askNewWorktree opens the form for a worktree of the active pane's repository.
func askNewWorktree(c Focus) Result {
	dir := c.Dir
	if r, ok := c.State.Sessions[c.Pane]; ok && dir == "" {
		dir = r.Dir
	}
	return Ask(AskNewWorktree{Dir: dir})
}

// Requests about worktrees.
type (
	// AskNewWorktree opens the form for a worktree of the repository of a directory.
	AskNewWorktree struct{ Dir string }
	// LookAtRepository lists the branches of a directory's repository, for the form.
	LookAtRepository struct{ Dir string }
	MakeWorktree     struct{ NewWorktree }
	// StopMakingWorktree cancels the worktree that is being made.
	StopMakingWorktree struct{}
	// OpenWorktree opens a worktree of a repository, or goes to its pane.
	OpenWorktree struct{ Repo, Path string }
)

func (AskNewWorktree) isRequest()     {}
func (LookAtRepository) isRequest()   {}
func (MakeWorktree) isRequest()       {}
func (StopMakingWorktree) isRequest() {}
func (OpenWorktree) isRequest()       {}
