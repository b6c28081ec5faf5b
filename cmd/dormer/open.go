package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"dormer/persist"
	"dormer/session"
	"dormer/session/launch"
	"dormer/ui"
	"dormer/ui/config"
	"dormer/ui/config/check"
	"dormer/ui/config/watch"
	"dormer/ui/homedir"
	"dormer/ui/remote"
	"dormer/ui/screen"
	"dormer/ui/signals"
	"dormer/ui/startup"
)

// openFlags are the flags of the command that opens a workspace.
type openFlags struct {
	workspace string
	dir       string
	temporary bool
	clock     bool
	clockSet  bool
	restore   string
	restart   string
	take      bool
}

// overrideConfig applies flags that override the configuration.
func (f openFlags) overrideConfig(c *config.Config) {
	if f.clockSet {
		c.Status.Clock = f.clock
	}
	if f.restore != "" {
		c.Panes.Restore = config.Restore(f.restore)
	}
}

// workspaceCommand is dormer without a subcommand: the full-screen program.
func workspaceCommand() *cobra.Command {
	var f openFlags
	var printVersion bool
	c := &cobra.Command{
		Use:   "dormer [flags] [-- COMMAND [ARG...]]",
		Short: "A full-screen workspace of live terminals",
		Long: `dormer opens a workspace: tabs and split panes of live terminals, as you left
them. Ctrl-Shift-T brings back a pane or tab that you closed by accident, with
its process still running. With a COMMAND, dormer also opens a tab that runs it.

All that you type goes to the active pane, except the prefix and the key after
it. The prefix is Ctrl-b unless the configuration has another; Ctrl-b ? lists
all keys.`,
		Example: `  dormer                     open the workspace
  dormer -- make test        open it, and run make test in a new tab
  dormer --workspace blog    open another workspace
  dormer --take              bring it here from another terminal`,
		Args: func(cmd *cobra.Command, args []string) error {
			if before := beforeDashes(cmd, args); len(before) > 0 && !printVersion {
				return unknownCommand(cmd, before[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if printVersion {
				fmt.Println("dormer", version)
				return nil
			}
			if f.restart != "" && len(args) == 0 {
				return usageErrorf("--restart needs a command: dormer --restart %s -- COMMAND", f.restart)
			}
			f.clockSet = cmd.Flags().Changed("clock")
			return openWorkspace(f, startup.First{Command: args}, "")
		},
	}
	f.add(c)
	workspaceFlag(c, &f.workspace, defaultWorkspace, "open or make the workspace `NAME`")
	c.Flags().StringVarP(&f.dir, "cwd", "C", "", "start the first tab in `DIR` (default: here)")
	completeFlag(c, "cwd", completeFiles)
	c.Flags().StringVar(&f.restart, "restart", "", "run COMMAND again after a reboot: `always|ask`")
	completeFlag(c, "restart", completeWords(string(session.RestartAlways), string(session.RestartAsk)))
	c.Flags().BoolVar(&f.take, "take", false, "take the workspace over from another terminal")
	c.Flags().BoolVarP(&printVersion, "version", "v", false, "print the version")
	return c
}

// add adds the flags of all commands that open a workspace.
func (f *openFlags) add(c *cobra.Command) {
	c.Flags().BoolVar(&f.temporary, "temporary", false, "never save new sessions: they end with dormer")
	c.Flags().StringVar(&f.restore, "restore", "", "start shells again after a reboot: `start|ask`")
	completeFlag(c, "restore", completeWords(string(config.RestoreStart), string(config.RestoreAsk)))
	c.Flags().BoolVar(&f.clock, "clock", false, "show the time of day in the status line")
}

// check returns an error for a flag with an invalid value.
func (f openFlags) check() error {
	if f.restore != "" && f.restore != string(config.RestoreStart) && f.restore != string(config.RestoreAsk) {
		return usageErrorf("--restore %q: use start or ask", f.restore)
	}
	if !session.Restart(f.restart).Valid() {
		return usageErrorf("--restart %q: use always or ask", f.restart)
	}
	return nil
}

// grace is the time between asking a session to end and killing it.
const grace = 5 * time.Second

// openWorkspace shows a workspace, and then each workspace that the user switches to. first is
// opened in the first one; name is the user's name for its template.
func openWorkspace(f openFlags, first startup.First, name string) error {
	if err := f.check(); err != nil {
		return err
	}
	o, err := prepareOpening(f, first)
	if err != nil {
		return err
	}
	for next := &o; next != nil && err == nil; {
		next, err = next.show(name)
	}
	return err
}

// show shows the workspace until the user leaves it, and returns the workspace that the user
// switched to, if any. name is the user's name for the template that is opened in it.
func (o opening) show(name string) (next *opening, err error) {
	taken := signals.Take() // nothing that the user may want to interrupt follows
	defer func() { err = errors.Join(err, o.store.Close()) }()
	readWhen, began := fileStampOf(o.set.path), time.Now()
	chosen, problems := o.set.read()
	if err := o.load(); err != nil {
		return nil, err
	}
	if o.term == nil {
		if o.term, err = openTerminal(); err != nil {
			return nil, err
		}
	}
	left := ""
	first, leftOut := o.first.In(o.state)
	if leftOut {
		left = "shown as it was left; dormer open --add " + name + " opens the template beside it"
	}
	if first.Opens(o.state) {
		first.Prestart(o.provider.Prestart, uuid.New)
	}
	go o.sessions.EndExpired(o.report.Expired) // they expired while no program ran
	others := &otherWorkspaces{shown: o}
	d := o.deps()
	d.State, d.First, d.Config, d.Signals, d.Workspaces = o.state, first, chosen, taken, others
	d.Worktrees = worktreeMaker{o.places}
	d.Say = joinNotices(o.report.Sentence(), left, memoryOf(o.paths, o.workspaceDir).problem(), check.Sentence(append(problems, check.Problems(chosen)...)))
	var hooked atomic.Pointer[workspaceHooks]
	to, err := showWorkspace(o.term, o.store, o.provider, d, func(ctx context.Context, program *ui.Program, door *controlSocket) (deaf string) {
		h := beginHooks(ctx, o.places, o.flags.workspace, began, chosen, program.Say)
		hooked.Store(h)
		followConfig(ctx, o.set.path, readWhen, func() {
			program.Reconfigure()
			if c, problems := o.set.read(); len(problems) == 0 {
				h.use(ctx, c)
			}
		})
		_ = watch.File(ctx, o.places.grants().Path, program.GrantsChanged) // if not watched, they are read when listed
		go o.places.collectPeriodically(ctx, time.Tick(collectEvery))
		go o.places.endIdlePeriodically(ctx, o.set, o.flags.workspace, time.Tick(idleEvery), func(ids []session.ID, after time.Duration) {
			_, _ = program.Ask(ctx, remote.Origin{}, remote.EndIdle{Sessions: ids, After: after}) // the remaining ones are checked again the next time
		})
		return door.open(ctx, o.paths, o.workspaceDir, answers(program))
	})
	if h := hooked.Load(); h != nil {
		h.runner.Wait(time.Second)
	}
	next, notClosed := others.take(to)
	return next, errors.Join(err, notClosed)
}

// showWorkspace runs the program, and ends the temporary sessions when the user leaves it. Once the
// sessions on the screen have started, it calls rest and shows the sentence that rest returns. next
// is the workspace that the user switched to; empty for none.
func showWorkspace(term *screen.Terminal, store *persist.Store, sessions *launch.Provider, d ui.Deps, rest func(context.Context, *ui.Program, *controlSocket) string) (next string, err error) {
	var program *ui.Program
	var door controlSocket
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	saver := persist.NewSaver(store.Save, func(err error) { program.Say(saveMessage(err)) })
	d.Saver = saver
	d.Rest = func() string { return rest(ctx, program, &door) }
	program, err = ui.New(d, term, os.Stdin)
	if err != nil {
		return "", err
	}
	limitRuntime()
	err = program.Run(ctx)
	next = program.Next()
	if taker, taken := store.Taker(); taken && err == nil {
		fmt.Printf("[workspace %s was taken by %s]\n[%s]\n", d.State.Name, taker, takenMessage(d.State.Name, program.Running()))
	} else if n := program.Running(); n > 0 && err == nil && next == "" {
		fmt.Printf("[workspace %s: %s]\n", d.State.Name, leftMessage(n))
	}
	return next, errors.Join(err, saveError(saver.Close()), sessions.Close(reportSlowExit), door.close())
}

// saveMessage describes the result of saving the workspace: the error of a failed save, or nil for the
// first successful one after a failure.
func saveMessage(err error) string {
	if err == nil {
		return "the workspace is saved again: nothing was lost meanwhile"
	}
	home, _ := os.UserHomeDir()
	return persist.Failed(err, func(dir string) string { return homedir.Short(dir, home) })
}

// saveError returns the error for a workspace that could not be saved on leaving. It says what
// happens to the open sessions.
func saveError(err error) error {
	var kept persist.BackupError
	if err == nil || errors.As(err, &kept) {
		return err
	}
	return fmt.Errorf("%w: make room there, or make it writable; sessions that are not in the document yet run on, and the next dormer offers them as recovered", err)
}

// joinNotices joins the non-empty sentences to show at the start.
func joinNotices(all ...string) string {
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), "; ")
}

// leftMessage reports, on leaving, the number of sessions that run on.
func leftMessage(n int) string {
	if n == 1 {
		return "1 session runs on; " + programName() + " shows it again"
	}
	return fmt.Sprintf("%d sessions run on; %s shows them again", n, programName())
}

// takenMessage reports the sessions that run on in a workspace that another program took over, and
// how to take it back.
func takenMessage(name string, n int) string {
	back := programName() + " --take brings it back"
	if name != defaultWorkspace {
		back = programName() + " --take -w " + name + " brings it back"
	}
	switch n {
	case 0:
		return back
	case 1:
		return "1 session runs on there; " + back
	}
	return fmt.Sprintf("%d sessions run on there; %s", n, back)
}

// reportSlowExit prints that leaving takes a while. The terminal has already been restored.
func reportSlowExit(limit time.Duration) {
	fmt.Fprintf(os.Stderr, "dormer: waiting up to %s for processes that are starting or ending\n", limit)
}

func providerOf(temporary bool) session.Provider {
	if temporary {
		return session.Direct
	}
	return session.Hosted
}

func lifetime(temporary bool) session.Lifetime {
	if temporary {
		return session.Temporary
	}
	return session.Persistent
}

// startDir is the directory of the first tab. If the current directory is gone, the first
// session starts in its nearest parent that exists.
func startDir(flag string) (string, error) {
	if flag == "" {
		if dir, err := os.Getwd(); err == nil {
			return dir, nil
		}
		return os.Getenv("PWD"), nil
	}
	dir, err := filepath.Abs(flag)
	if err != nil {
		return "", fmt.Errorf("--cwd %s: %w", flag, err)
	}
	st, err := os.Stat(dir)
	if err != nil || !st.IsDir() {
		return "", fmt.Errorf("--cwd %s: there is no such directory: name one that exists", flag)
	}
	return dir, nil
}
