package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dormer/cmd/dormer/control"
	"dormer/session"
	"dormer/session/await"
	"dormer/session/catalogue"
	"dormer/session/state"
	"dormer/workspace"
)

func renameSessionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rename ID|NAME NEW-NAME",
		Short: "Give a session another name",
		Long: `rename gives a session another name. If it is in a workspace, its pane gets that
name, too. An empty name removes the name.`,
		Example: `  dormer rename 3fa90c12 build
  dormer rename build ''`,
		Args:              takes(2, "the id or name of a session, and its new name: dormer ps lists sessions"),
		ValidArgsFunction: onlyFirst(completeAll),
		RunE:              func(cmd *cobra.Command, args []string) error { return renameSession(cmd.Context(), args[0], args[1]) },
	}
}

func describeCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "describe ID|NAME TEXT",
		Short: "Give a session a description",
		Long: `describe gives a session a description, which lists show in place of its title
or command. An empty text removes it.`,
		Example:           `  dormer describe build 'nightly build of main'`,
		Args:              takes(2, "the id or name of a session, and a text in quotes: dormer ps lists sessions"),
		ValidArgsFunction: onlyFirst(completeAll),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, e, err := findSession(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			return p.relabel(e, func(a *state.About) error {
				a.Description = args[1]
				return nil
			})
		},
	}
}

func tagCommand() *cobra.Command {
	var c selection
	cmd := &cobra.Command{
		Use:   "tag ID|NAME... TAG",
		Short: "Tag sessions",
		Long: `tag gives sessions a tag: a word by which dormer ps --tag and other commands
with --tag find them.`,
		Example: `  dormer tag build 3fa90c12 ci
  dormer kill --tag ci`,
		Args:              tagArgs(&c),
		ValidArgsFunction: completeTagging,
		RunE: func(cmd *cobra.Command, args []string) error {
			words, tag := splitTag(args)
			return relabelAll(cmd.Context(), c, words, anySession, func(a *state.About) (err error) {
				a.Tags, err = state.AddTag(a.Tags, tag)
				return err
			})
		},
	}
	c.addTo(cmd)
	return cmd
}

func untagCommand() *cobra.Command {
	var c selection
	cmd := &cobra.Command{
		Use:               "untag ID|NAME... TAG",
		Short:             "Remove a tag from sessions",
		Long:              `untag removes a tag from sessions that have it.`,
		Example:           "  dormer untag build ci\n  dormer untag --tag ci ci",
		Args:              tagArgs(&c),
		ValidArgsFunction: completeTagging,
		RunE: func(cmd *cobra.Command, args []string) error {
			words, tag := splitTag(args)
			has := func(e *catalogue.Entry, word string) error {
				if slices.Contains(e.Tags(), tag) {
					return nil
				}
				return fmt.Errorf("session %s is not tagged %q%s", word, tag, tagsSentence(e.Tags()))
			}
			return relabelAll(cmd.Context(), c, words, has, func(a *state.About) error {
				a.Tags = slices.DeleteFunc(slices.Clone(a.Tags), func(t string) bool { return t == tag })
				return nil
			})
		},
	}
	c.addTo(cmd)
	return cmd
}

// tagsSentence returns the end of a sentence with the tags of a session.
func tagsSentence(tags []string) string {
	if len(tags) == 0 {
		return ": it has no tags"
	}
	return ": its tags are " + strings.Join(tags, ", ")
}

// tagArgs checks the arguments of commands that take sessions and a tag.
func tagArgs(c *selection) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 || len(args)+len(c.tags) == 1 {
			return usageErrorf("%s takes the ids or names of sessions, and then a tag: dormer ps lists sessions", cmd.Name())
		}
		words, _ := splitTag(args)
		if err := parseTags(args[len(words):]); err != nil {
			return err
		}
		return c.check(cmd, words)
	}
}

// splitTag splits arguments into the words for sessions and the tag after them.
func splitTag(args []string) (words []string, tag string) {
	return args[:len(args)-1], args[len(args)-1]
}

// completeTagging offers sessions and, after the first one, also tags.
func completeTagging(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	sessions, how := completeAll(cmd, args, typed)
	if len(args) == 0 && !cmd.Flags().Changed("tag") {
		return sessions, how
	}
	tags, _ := completeTags(cmd, args, typed)
	return append(tags, sessions...), how
}

// relabelAll changes the labels of all chosen sessions.
func relabelAll(ctx context.Context, c selection, words []string, fits func(*catalogue.Entry, string) error, change func(*state.About) error) error {
	p, l, err := findListing(ctx)
	if err != nil {
		return err
	}
	chosen, err := c.resolve(l, words, fits)
	if err != nil {
		return err
	}
	var failed []error
	for _, e := range chosen {
		failed = append(failed, p.relabel(e, change))
	}
	return errors.Join(failed...)
}

// relabel changes the user's labels in the document of a session.
func (p places) relabel(e *catalogue.Entry, change func(*state.About) error) error {
	err := state.Relabel(p.provider.Dir(e.ID), e.ID, change)
	if errors.Is(err, fs.ErrNotExist) {
		err = errors.New("it has no document: a session gets one when it is started")
	}
	return inSession(e, err)
}

// renameSession renames the session named by word, in its own document and in that of its
// workspace, which stores the name separately.
func renameSession(ctx context.Context, word, name string) error {
	p, l, err := findListing(ctx)
	if err != nil {
		return err
	}
	e, err := l.Find(word)
	if err != nil {
		return withNearest(l, err)
	}
	clean := state.CleanName(name)
	if clean == "" && name != "" {
		return usageErrorf("%q is not a name: use printable characters", name)
	}
	if clean != e.Name() {
		if err := nameFree(l, clean); err != nil {
			return err
		}
	}
	if e.Tracked != nil {
		if err := p.renameInWorkspace(ctx, e, clean); err != nil {
			return inSession(e, err)
		}
		if e.State == nil { // never started
			return nil
		}
	}
	return p.relabel(e, func(a *state.About) error {
		a.Name = clean
		return nil
	})
}

// renameInWorkspace renames a session in its workspace: through the program that has it open, or in
// its document if none has.
func (p places) renameInWorkspace(ctx context.Context, e *catalogue.Entry, name string) error {
	r, err := p.running(e.Workspace())
	if err != nil {
		return err
	}
	_, err = r.ask(ctx, control.Request{Kind: control.Do, Session: e.Key(), Words: []control.Bytes{"pane.rename", control.Bytes(name)}})
	if err == nil {
		awaitName(ctx, r.dir, e.ID, name)
	}
	if !errors.Is(err, errNotShown) {
		return err
	}
	_, err = p.changeDocument(r.dir, func(workspace.State) (workspace.Action, error) {
		return workspace.RenameSession{Session: e.ID, Name: name}, nil
	})
	return err
}

// nameTime is the longest wait for a new name to be in the document of a workspace.
const nameTime = 3 * time.Second

// awaitName waits until the document of a workspace has a session's new name, because the next
// command may refer to the session by it. A program saves within half a second; if it cannot, it
// reports that on the screen, and only the program knows the name.
func awaitName(ctx context.Context, dir string, id session.ID, name string) {
	ctx, cancel := context.WithTimeout(ctx, nameTime)
	defer cancel()
	_ = await.True(ctx, func() bool {
		s, err := peek(dir)
		return err == nil && s.Sessions[id].Name == name
	})
}
