package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"dormer/session/catalogue"
	"dormer/workspace/repo"
)

func trustCommand() *cobra.Command {
	var named string
	c := &cobra.Command{
		Use:   "trust",
		Short: "Let the setup command of a repository run in new worktrees",
		Long: `trust shows the setup command in the file .dormer.toml of a repository, and lets
it run in new worktrees from now on. When the file changes, it must be trusted
again. In the main worktree it need not be committed; trust prints a warning if
new worktrees would not have it.`,
		Example: `  dormer worktree trust`,
		Args:    noArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return trustProject(cmd.Context(), named) },
	}
	repoFlag(c, &named)
	return c
}

func trustProject(ctx context.Context, named string) error {
	p, r, dir, err := findPlacesAndRepo(ctx, named)
	if err != nil {
		return err
	}
	all, err := r.Worktrees(ctx)
	if err != nil {
		return err
	}
	top := r.Main
	if w, ok := repo.Of(all, dir); ok {
		top = w.Path
	}
	project, err := repo.ReadProject(top)
	if err != nil {
		return err
	}
	if project.Setup == "" {
		return fmt.Errorf("%s has no %s that names a setup command: write [worktree] and setup = \"COMMAND\" below it", top, repo.ProjectFile)
	}
	reaches, err := r.AppliesToNew(ctx, top)
	if err != nil {
		return err
	}
	if err := project.Trust(trustDir(p.paths), r); err != nil {
		return err
	}
	when := ""
	if !reaches {
		when = ", once this file is committed: until then they have another one or none"
	}
	fmt.Println(catalogue.Printable(fmt.Sprintf("trusted %s of %s: new worktrees run %s%s", repo.ProjectFile, top, project.Setup, when)))
	return nil
}
