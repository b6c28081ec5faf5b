package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"dormer/cmd/dormer/control"
	"dormer/session/catalogue"
	"dormer/session/socket"
	"dormer/session/state"
	"dormer/workspace"
)

func undoCommand() *cobra.Command {
	var f numberFlags
	c := &cobra.Command{
		Use:               "undo [N] | --list",
		ValidArgsFunction: cobra.NoFileCompletions,
		Short:             "Bring back what was closed",
		Long: `undo brings back the tab or pane that was closed last, or number N of the list
that --list prints, with its processes. If no dormer shows the workspace, it
appears when the workspace is opened next.`,
		Args: func(_ *cobra.Command, args []string) error {
			if f.list && len(args) > 0 || len(args) > 1 {
				return usageErrorf("undo takes the number of a closed tab or pane: dormer undo --list lists them")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			name := chosenWorkspace(f.workspace)
			if f.list {
				return listClosed(cmd.Context(), name)
			}
			number := 1
			if len(args) > 0 {
				n, err := strconv.Atoi(args[0])
				if err != nil || n < 1 {
					return usageErrorf("%q is not the number of a closed tab or pane: dormer undo --list lists them", args[0])
				}
				number = n
			}
			return undo(cmd.Context(), name, number)
		},
	}
	workspaceFlag(c, &f.workspace, "", "use the workspace `NAME` (default: this pane's)")
	c.Flags().BoolVar(&f.list, "list", false, "list closed tabs and panes, and how long each is kept")
	return c
}

func undo(ctx context.Context, name string, number int) error {
	p, r, err := runningIn(name)
	if err != nil {
		return err
	}
	a, err := r.ask(ctx, control.Request{Kind: control.Do, Words: []control.Bytes{"undo.close", control.Bytes(strconv.Itoa(number))}})
	said := a.Text
	if errors.Is(err, errNotShown) {
		said, err = p.undoOnDisk(ctx, name, func(closed []workspace.Closed) (workspace.Closed, error) {
			if number > len(closed) {
				return workspace.Closed{}, fmt.Errorf("there is no closed tab or pane %d: dormer undo --list lists them", number)
			}
			return closed[len(closed)-number], nil
		})
	}
	if said != "" {
		fmt.Println(catalogue.Printable(said))
	}
	if err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "undo.close: "))
	}
	return nil
}

func listClosed(ctx context.Context, name string) error {
	_, r, err := runningIn(name)
	if err != nil {
		return err
	}
	a, err := r.ask(ctx, control.Request{Kind: control.Closed})
	closed := a.Closed
	if errors.Is(err, errNotShown) {
		closed, err = closedOnDisk(name)
	}
	if err != nil {
		return err
	}
	return writeClosed(closed, time.Now())
}

// writeClosed lists closed tabs and panes for people.
func writeClosed(closed []control.ClosedItem, now time.Time) error {
	if len(closed) == 0 {
		fmt.Println("nothing is closed that can be brought back")
		return nil
	}
	lines := [][]string{{"N", "TITLE", "WHAT", "CLOSED", "LEFT"}}
	for i, c := range closed {
		lines = append(lines, []string{
			strconv.Itoa(i + 1), catalogue.Printable(c.Title), closedTitle(c),
			state.FormatDuration(max(now.Sub(c.ClosedAt), 0)) + " ago", state.FormatDuration(max(c.ExpiresAt.Sub(now), 0)),
		})
	}
	return catalogue.WriteColumns(os.Stdout, lines)
}

func closedTitle(c control.ClosedItem) string {
	switch {
	case !c.Tab:
		return "pane"
	case len(c.Sessions) == 1:
		return "tab"
	}
	return fmt.Sprintf("tab of %d panes", len(c.Sessions))
}

// closedOnDisk returns the closed tabs and panes of a workspace that no program shows.
func closedOnDisk(name string) ([]control.ClosedItem, error) {
	s, err := peekNamed(name)
	if err != nil {
		return nil, err
	}
	return closedItems(pending(s.Undo, time.Now())), nil
}

// pending returns the closed tabs and panes that have not expired.
func pending(undo []workspace.Closed, now time.Time) (left []workspace.Closed) {
	for _, c := range undo {
		if c.ExpiresAt.After(now) {
			left = append(left, c)
		}
	}
	return left
}

// undoOnDisk brings back the closed tab or pane that pick chooses, in the document of a workspace
// that no program shows, and returns a sentence about it. Its processes never stopped; now they no
// longer have a deadline.
func (p places) undoOnDisk(ctx context.Context, name string, pick func([]workspace.Closed) (workspace.Closed, error)) (said string, err error) {
	dir, err := workspaceDir(name)
	if err != nil {
		return "", err
	}
	var entry workspace.Closed
	_, err = p.changeDocument(dir, func(s workspace.State) (workspace.Action, error) {
		now := time.Now()
		closed := pending(s.Undo, now)
		if len(closed) == 0 {
			return nil, errors.New("nothing is closed that can be brought back")
		}
		if entry, err = pick(closed); err != nil {
			return nil, err
		}
		return workspace.UndoClose{At: now, Holding: entry.Sessions[0], Tab: uuid.New()}, nil
	})
	if err != nil {
		return "", err
	}
	for _, id := range entry.Sessions {
		host, err := p.provider.Find(id)
		if err == nil {
			err = p.provider.SetDeadline(ctx, host, time.Time{})
		}
		if err != nil && !errors.Is(err, socket.ErrGone) {
			return "", fmt.Errorf("brought back `%s`, but its process still ends at its deadline: %w: open the workspace with dormer --workspace %s before %s", catalogue.Printable(entry.Title), err, name, entry.ExpiresAt.Local().Format(time.TimeOnly))
		}
	}
	return fmt.Sprintf("brought back `%s`: dormer --workspace %s shows it", catalogue.Printable(entry.Title), name), nil
}
