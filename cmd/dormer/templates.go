package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"dormer/cmd/dormer/control"
	"dormer/session/wire"
	"dormer/ui/branch"
	"dormer/ui/startup"
	"dormer/ui/template"
	"dormer/ui/template/files"
	"dormer/workspace"
)

// templateFlags are the flags of the commands that open and write templates.
type templateFlags struct {
	open openFlags
	add  bool
	tab  bool
	// running saves the foreground programs of shells as commands; force replaces a file.
	running, force bool
}

func openTemplateCommand() *cobra.Command {
	var f templateFlags
	c := &cobra.Command{
		Use:   "open NAME|FILE",
		Short: "Open the tabs and panes that a template describes",
		Long: `open opens the tabs and panes of a template, which is a TOML file (described in
docs/templates.md). NAME is one of the templates that dormer template list
lists.

Typed in a pane, it opens the tabs in that pane's workspace. Elsewhere it opens
a workspace with the name of the file. If that workspace has tabs already, it is
shown as you left it; --add opens the tabs of the template beside them.`,
		Example: `  dormer open dev.toml
  dormer open blog --workspace writing`,
		Args:              oneTemplate,
		ValidArgsFunction: completeTemplates,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.open.clockSet = cmd.Flags().Changed("clock")
			return openTemplate(cmd.Context(), f, args[0])
		},
	}
	f.open.add(c)
	workspaceFlag(c, &f.open.workspace, "", "open the tabs in the workspace `NAME`")
	c.Flags().BoolVar(&f.add, "add", false, "open the tabs beside existing ones")
	return c
}

// oneTemplate checks the arguments of commands that take the name or file of one template.
var oneTemplate = takes(1, "the name or file of one template: dormer template list lists yours")

func openTemplate(ctx context.Context, f templateFlags, name string) error {
	p, err := findPlaces()
	if err != nil {
		return err
	}
	path, t, text, err := p.template(name)
	if err != nil {
		return err
	}
	typedIn, _ := currentWorkspace()
	inside := f.open.workspace == "" && typedIn != ""
	switch {
	case inside:
		f.open.workspace = typedIn
	case f.open.workspace == "":
		f.open.workspace = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	}
	r, err := p.running(f.open.workspace)
	if err != nil {
		return fmt.Errorf("%w; --workspace names another", err)
	}
	if r.open && !inside && !f.add {
		return fmt.Errorf("workspace %q is open in %s: go on there; dormer open --add opens the tabs of the template there too", r.workspace, r.who())
	}
	if r.open || inside {
		a, err := r.ask(ctx, withOrigin(r.workspace, control.Request{Kind: control.Open, File: path, Text: string(text)}))
		if err == nil && a.Text != "" {
			fmt.Println(a.Text)
		}
		return err
	}
	return openWorkspace(f.open, startup.First{Template: &t, Beside: f.add}, name)
}

// template reads the template with a name or file. Any mistake in it is an error.
func (p places) template(name string) (path string, t template.Template, text []byte, err error) {
	below, _ := os.Getwd()
	path = files.Find(name, p.paths.Templates(), below)
	chosen := p.config()
	t, text, problems := files.Read(path, chosen.Agents)
	return path, t, text, errors.Join(problems...)
}

func templateCommand() *cobra.Command {
	return group(&cobra.Command{
		Use:   "template",
		Short: "Save, check and list templates",
	}, saveTemplateCommand(), checkTemplateCommand(), listTemplatesCommand())
}

func saveTemplateCommand() *cobra.Command {
	var f templateFlags
	c := &cobra.Command{
		Use:   "save [NAME|FILE]",
		Short: "Save the open tabs of a workspace as a template",
		Long: `save writes the tabs, panes, directories and commands of a workspace as a
template: to FILE (a name with a slash, or one that ends in .toml), to the
template NAME beside your other templates, or to standard output. An existing
file is replaced only with --force.

A command that runs in a shell is only noted in a comment. With --running it
becomes the command of its pane: dormer open runs it in place of the shell.`,
		Example: `  dormer template save blog
  dormer template save --running --force ./dev.toml`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return oneTemplate(cmd, args)
		},
		ValidArgsFunction: completeFiles,
		RunE:              func(cmd *cobra.Command, args []string) error { return saveTemplate(cmd.Context(), f, args) },
	}
	workspaceFlag(c, &f.open.workspace, "", "use the workspace `NAME` (default: this pane's)")
	c.Flags().BoolVar(&f.tab, "tab", false, "save only the tab of this pane, or the active tab")
	c.Flags().BoolVar(&f.running, "running", false, "save commands that run in shells as the panes' own")
	c.Flags().BoolVarP(&f.force, "force", "f", false, "replace an existing file")
	return c
}

func checkTemplateCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "check NAME|FILE",
		Short:             "Check a template for mistakes",
		Args:              oneTemplate,
		ValidArgsFunction: completeTemplates,
		RunE: func(_ *cobra.Command, args []string) error {
			p, err := findPlaces()
			if err != nil {
				return err
			}
			path, t, _, err := p.template(args[0])
			if err == nil {
				fmt.Printf("%s has no mistakes (panes: %d)\n", path, t.Panes())
			}
			return err
		},
	}
}

func listTemplatesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List your templates",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			p, err := findPlaces()
			if err != nil {
				return err
			}
			names, err := p.templates()
			for _, name := range names {
				fmt.Println(name)
			}
			if len(names) == 0 && err == nil {
				fmt.Fprintf(os.Stderr, "there is no template in %s: dormer template save NAME writes one\n", p.paths.Templates())
			}
			return err
		},
	}
}

func saveTemplate(ctx context.Context, f templateFlags, args []string) error {
	name := chosenWorkspace(f.open.workspace)
	p, r, err := runningIn(name)
	if err != nil {
		return err
	}
	var text string
	if f.running {
		text, err = p.templateRunning(ctx, name, f.tab)
	} else {
		var a control.Answer
		a, err = r.ask(ctx, withOrigin(name, control.Request{Kind: control.Template, Tab: f.tab}))
		if text = a.Text; errors.Is(err, errNotShown) {
			text, err = templateFromDisk(name, f.tab)
		}
	}
	if err != nil {
		return err
	}
	if len(args) == 0 {
		_, err := os.Stdout.WriteString(text)
		return err
	}
	below, _ := os.Getwd()
	path := files.Path(args[0], p.paths.Templates(), below)
	write := files.Write
	if f.force {
		write = files.Replace
	}
	if err := write(path, []byte(text)); err != nil {
		return err
	}
	fmt.Printf("wrote %s: dormer open %s opens it\n", path, args[0])
	return nil
}

// templateFromDisk returns a template of a workspace that no program shows.
func templateFromDisk(name string, tab bool) (string, error) {
	s, err := peekNamed(name)
	if err != nil {
		return "", err
	}
	active, _ := s.ActiveTab()
	return templateOf(s, name, tab, active)
}

// templateRunning returns a template of the workspace on disk, in which the foreground programs of
// shells are the commands of their panes.
func (p places) templateRunning(ctx context.Context, name string, tab bool) (string, error) {
	s, err := peekNamed(name)
	if err != nil {
		return "", err
	}
	l, err := p.listing(ctx)
	if err != nil {
		return "", err
	}
	_, asking := currentWorkspace()
	of, _ := s.ActiveTab()
	for _, e := range l.Entries {
		r, known := s.Sessions[e.ID]
		switch {
		case !known || e.Info == nil:
			continue
		case e.Key() == asking: // its foreground program is this command
			if _, t, open := s.TabOf(e.ID); open {
				of = t
			}
			r.Program = ""
		case r.Source.Shell() && e.Info.Program != "" && e.Info.Exit == nil:
			r.Source.Command = []string{"/bin/sh", "-c", foregroundOf(e.Info)}
		}
		s.Sessions[e.ID] = r
	}
	return templateOf(s, name, tab, of)
}

// foregroundOf returns the foreground command of a shell: its command line if the shell reports
// that, otherwise the program.
func foregroundOf(i *wire.InfoReply) string {
	if c := i.Last; c != nil && c.Parts&wire.HasEnd == 0 && c.Line != "" {
		return c.Line
	}
	return i.Program
}

func peekNamed(name string) (workspace.State, error) {
	dir, err := workspaceDir(name)
	if err != nil {
		return workspace.State{}, err
	}
	s, err := peek(dir)
	if err != nil {
		return s, fmt.Errorf("workspace %q: %w", name, err)
	}
	return s, nil
}

// branchIn returns the branch that is checked out in a worktree; empty for none.
func branchIn(worktree string) string {
	if name := branch.Of(worktree); !branch.IsCommit(name) {
		return name
	}
	return ""
}

// templateOf returns a template of a workspace, or of one of its tabs.
func templateOf(s workspace.State, name string, tab bool, of workspace.Tab) (string, error) {
	t := template.Of(s, branchIn)
	if tab {
		t = template.OfTab(s, of.ID, branchIn)
	}
	if t.Panes() == 0 {
		return "", fmt.Errorf("workspace %q has no tab: dormer --workspace %s opens it", name, name)
	}
	home, _ := os.UserHomeDir()
	return string(t.Encode(home)), nil
}

// templates returns the names of the saved templates.
func (p places) templates() ([]string, error) {
	return files.Names(p.paths.Templates())
}

// completeTemplates offers saved templates and files.
func completeTemplates(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	p, err := findPlaces()
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	kept, _ := p.templates()
	return offer(kept, typed), cobra.ShellCompDirectiveDefault
}
