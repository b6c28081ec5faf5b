package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"dormer/persist"
	"dormer/ui/fresh"
	"dormer/ui/homedir"
)

func exportCommand() *cobra.Command {
	var to string
	c := &cobra.Command{
		Use:   "export NAME",
		Short: "Write a workspace as a document for another machine",
		Long: `export writes what a workspace has open as a document that travels: views, tabs,
layouts, names, directories (those below your home directory with ~), commands,
and what was set for sessions. What is closed, what was printed, environment
variables and all ids of this machine are left out.`,
		Example: `  dormer workspace export blog -o blog.json
  dormer workspace export blog | ssh there dormer workspace import -`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageErrorf("export takes the name of one workspace: dormer workspace lists them")
			}
			return nil
		},
		ValidArgsFunction: firstIsWorkspace,
		RunE:              func(_ *cobra.Command, args []string) error { return exportWorkspace(args[0], to) },
	}
	c.Flags().StringVarP(&to, "output", "o", "", "write to `FILE`, a new file (default: standard output)")
	completeFlag(c, "output", completeFiles)
	return c
}

func importCommand() *cobra.Command {
	var as string
	c := &cobra.Command{
		Use:   "import FILE",
		Short: "Make a workspace of a document that export has written",
		Long: `import makes a workspace of a document that export has written; - is standard
input. It runs nothing, and neither does opening the workspace: shells start,
and commands wait for Enter. A workspace that exists is never changed.`,
		Example: `  dormer workspace import blog.json
  dormer workspace import --as draft blog.json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageErrorf("import takes one file that dormer workspace export has written, or -")
			}
			return nil
		},
		ValidArgsFunction: completeFiles,
		RunE:              func(_ *cobra.Command, args []string) error { return importWorkspace(args[0], as) },
	}
	c.Flags().StringVar(&as, "as", "", "make the workspace `NAME` (default: the name that it had)")
	return c
}

func exportWorkspace(name, to string) error {
	s, err := peekNamed(name)
	if err != nil {
		return err
	}
	home, _ := os.UserHomeDir()
	data, err := persist.Export(s, func(dir string) string { return homedir.Short(dir, home) })
	if err != nil {
		return err
	}
	if to == "" {
		_, err := os.Stdout.Write(data)
		return err
	}
	return fresh.Write("the workspace", to, data)
}

func importWorkspace(file, as string) error {
	in := io.ReadCloser(os.Stdin)
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return fmt.Errorf("import: %w: name a file that dormer workspace export has written", err)
		}
		in = f
	}
	home, _ := os.UserHomeDir()
	s, err := persist.Import(in, uuid.New, func(dir string) string { return homedir.Full(dir, home, home) })
	if err = errors.Join(err, in.Close()); err != nil {
		return fmt.Errorf("import %s: %w: name a file that dormer workspace export has written", file, err)
	}
	if as != "" {
		s.Name = as
	}
	p, err := findPlaces()
	if err != nil {
		return err
	}
	dir, err := p.paths.Workspace(s.Name)
	if err != nil {
		return fmt.Errorf("%w; --as gives another name", err)
	}
	if _, err := os.Lstat(dir); err == nil {
		return fmt.Errorf("there is a workspace %q already: --as NAME gives this one another name", s.Name)
	}
	store, err := persist.Open(dir, persist.Options{})
	if err != nil {
		return err
	}
	if _, _, err = store.Load(); err == nil {
		err = store.Save(s.CreatedAt(time.Now()))
	}
	if err = errors.Join(err, store.Close()); err != nil {
		return err
	}
	fmt.Printf("made workspace %s (sessions: %d): dormer -w %[1]s opens it; its commands wait for Enter\n", s.Name, len(s.Sessions))
	return nil
}
