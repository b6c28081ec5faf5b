package repo

import (
	"context"
	"fmt"
	"time"
)

// Discard undoes [Repo.Create]: it moves the worktree into the trash, as [Repo.Remove] does,
// and deletes a new branch unless it has new commits. [Repo.Restore] restores both.
func (r Repo) Discard(ctx context.Context, m Made) error {
	if _, err := r.Remove(ctx, m.Worktree, time.Now(), nil); err != nil {
		return fmt.Errorf("worktree %s stays: %w", m.Path, err)
	}
	if !m.NewBranch {
		return nil
	}
	err := r.locked(ctx, func() error { return r.dropBranch(ctx, m.Branch, m.Head) })
	if err != nil {
		return fmt.Errorf("branch %s stays: %w", m.Branch, err)
	}
	return nil
}
