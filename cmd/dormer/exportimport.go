package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"dormer/persist"
	"dormer/session"
	"dormer/session/catalogue"
	"dormer/session/launch"
	"dormer/ui/fresh"
	"dormer/ui/homedir"
	"dormer/workspace"
)

func exportCommand() *cobra.Command {
	var to string
	var screens bool
	c := &cobra.Command{
		Use:   "export NAME",
		Short: "Write a workspace as a document for another machine",
		Long: `export writes the open part of a workspace as a document for another machine:
views, tabs, layouts, names, directories (those below your home directory with
~), commands, and settings of sessions. It leaves out closed panes and tabs,
output, environment variables and all ids of this machine.

With --screens it includes the current or last screen of each session, except
for sessions whose history is not kept.`,
		Example: `  dormer workspace export blog -o blog.json
  dormer workspace export blog --screens -o blog.json
  dormer workspace export blog | ssh there dormer workspace import -`,
		Args:              takes(1, "the name of one workspace: dormer workspace lists them"),
		ValidArgsFunction: onlyFirst(completeWorkspaces),
		RunE: func(cmd *cobra.Command, args []string) error {
			return exportWorkspace(cmd.Context(), args[0], to, screens)
		},
	}
	c.Flags().BoolVar(&screens, "screens", false, "include the screens of sessions")
	c.Flags().StringVarP(&to, "output", "o", "", "write to `FILE`, a new file (default: standard output)")
	completeFlag(c, "output", completeFiles)
	return c
}

func importCommand() *cobra.Command {
	var as string
	c := &cobra.Command{
		Use:   "import FILE",
		Short: "Make a workspace from an exported document",
		Long: `import makes a workspace from a document that export has written; - is standard
input. It starts nothing. When the workspace is opened, shells start and
commands wait for Enter, below their screens from the document. An existing
workspace is never changed.`,
		Example: `  dormer workspace import blog.json
  dormer workspace import --as draft blog.json`,
		Args:              takes(1, "one file that dormer workspace export has written, or -"),
		ValidArgsFunction: completeFiles,
		RunE:              func(_ *cobra.Command, args []string) error { return importWorkspace(args[0], as) },
	}
	c.Flags().StringVar(&as, "as", "", "name the workspace `NAME` (default: its name in the document)")
	return c
}

func exportWorkspace(ctx context.Context, name, to string, screens bool) error {
	p, err := findPlaces()
	if err != nil {
		return err
	}
	s, err := peekNamed(name)
	if err != nil {
		return err
	}
	var screen func(session.ID) (persist.Screen, bool)
	if screens {
		screen = func(id session.ID) (persist.Screen, bool) { return p.screenOf(ctx, s.Sessions[id]) }
	}
	home, _ := os.UserHomeDir()
	data, err := persist.Export(s, func(dir string) string { return homedir.Short(dir, home) }, screen)
	if err != nil && screens {
		err = fmt.Errorf("%w: leave out --screens", err)
	}
	if err != nil {
		return err
	}
	if to == "" {
		_, err := os.Stdout.Write(data)
		return err
	}
	return fresh.Write("the workspace", to, data)
}

// screenOf returns the current or last screen of a session. If it is not available, the reason is
// printed on standard error.
func (p places) screenOf(ctx context.Context, r workspace.Record) (persist.Screen, bool) {
	s, err := p.provider.Screen(ctx, r.ID)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) { // never started
			fmt.Fprintf(os.Stderr, "dormer: the screen of `%s` is left out: %v\n", catalogue.Printable(r.DisplayTitle()), err)
		}
		return persist.Screen{}, false
	}
	return persist.Screen{Rows: s.Size.Rows, Cols: s.Size.Cols, At: s.At.UTC(), Text: s.Text}, true
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
	s, screens, err := persist.Import(in, uuid.New, func(dir string) string { return homedir.Full(dir, home, home) })
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
		return fmt.Errorf("workspace %q already exists: --as NAME gives this one another name", s.Name)
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
	for id, screen := range screens {
		if screen.At.IsZero() || screen.At.After(time.Now()) {
			screen.At = time.Now()
		}
		err := p.provider.KeepScreen(id, launch.Screen{Size: session.Size{Rows: screen.Rows, Cols: screen.Cols}, At: screen.At, Text: screen.Text})
		if err != nil {
			fmt.Fprintf(os.Stderr, "dormer: the screen of `%s` is left out: %v\n", catalogue.Printable(s.Sessions[id].DisplayTitle()), err)
		}
	}
	fmt.Printf("made workspace %s (sessions: %d): dormer -w %[1]s opens it; its commands wait for Enter\n", s.Name, len(s.Sessions))
	return nil
}
