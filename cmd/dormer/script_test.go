//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/rogpeppe/go-internal/testscript"

	"dormer/persist"
	"dormer/session"
	"dormer/session/catalogue"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/host"
	"dormer/session/launch"
	"dormer/session/socket"
	"dormer/session/state"
	"dormer/session/wire"
	"dormer/ui/testing/drive"
)

func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){"dormer": main})
}

// tests runs all tests, and then removes the binary that stories run.
type tests struct{ m *testing.M }

func (t tests) Run() int { return drive.Main(t.m) }

// TestScript runs the scripts of testdata/script, each with its own home, and ends every session that it
// leaves.
//
// Besides those of testscript they have these commands:
//
//	orphan NAME [COMMAND...]   start a session of a workspace "gone" that does not exist
//	ended ID DAYS              leave the state of a session that ended days ago
//	shows NAME TEXT            wait until a session's screen shows a text
//	exited NAME                wait until a session's program has exited
//	late NAME                  restart a running session, by a list in which it had ended
//	kept NAME WORD             wait until "heard" or "said" is saved of the session's conversation
//	crash NAME                 kill a session's host with SIGKILL
//	agents                     put the fake coding agents on the PATH
//	deaf NAME                  leave a socket of this name on which nobody listens
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup:               setUpScript,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"agents":       putAgents(t),
			"orphan":       startOrphan,
			"ended":        leaveEnded,
			"shows":        waitShows,
			"exited":       waitExited,
			"kept":         waitConversation,
			"conversation": writeConversation,
			"crash":        crashHost,
			"late":         restartLate,
			"deaf":         leaveSocket,
			"old":          makeOld,
		},
	})
}

// putAgents puts the fake agents on the PATH of a script.
func putAgents(t *testing.T) func(ts *testscript.TestScript, neg bool, args []string) {
	return func(ts *testscript.TestScript, _ bool, _ []string) {
		ts.Setenv("PATH", drive.Agents(t)+string(os.PathListSeparator)+ts.Getenv("PATH"))
	}
}

// makeOld sets the time of a file or directory to a day ago: old path.
func makeOld(ts *testscript.TestScript, _ bool, args []string) {
	then := time.Now().Add(-24 * time.Hour)
	ts.Check(os.Chtimes(ts.MkAbs(args[0]), then, then))
}

func setUpScript(env *testscript.Env) error {
	home, err := os.MkdirTemp("/tmp", "dc") // short, because sockets need short paths
	if err != nil {
		return err
	}
	env.Setenv("DORMER_HOME", home)
	env.Setenv("HOME", home)
	env.Setenv("SHELL", "/bin/sh")
	env.Setenv("ROOT", drive.Root())
	env.Setenv("LANG", "C.UTF-8")
	env.Setenv("TERM", "xterm-256color")
	env.Defer(func() {
		if err := errors.Join(endAll(home), os.RemoveAll(home)); err != nil {
			env.T().Fatal(err)
		}
	})
	return nil
}

// speaker returns a provider for the sessions of a home.
func speaker(home string) (*launch.Provider, persist.Paths, error) {
	paths, err := persist.FindPaths(func(name string) string {
		if name == "DORMER_HOME" {
			return home
		}
		return ""
	})
	if err != nil {
		return nil, persist.Paths{}, err
	}
	return launch.New(host.SpawnOptions{Runtime: paths.Runtime(), Sessions: paths.Sessions(), Version: version, Grace: time.Second}), paths, nil
}

func endAll(home string) error {
	p, paths, err := speaker(home)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), drive.Patience)
	defer cancel()
	hosts, err := socket.List(paths.Runtime())
	for _, h := range append(hosts, p.Strays(hosts)...) {
		err = errors.Join(err, p.End(ctx, h, true))
	}
	return err
}

// scripted returns the provider and the paths of a script's home.
func scripted(ts *testscript.TestScript) (*launch.Provider, persist.Paths) {
	p, paths, err := speaker(ts.Getenv("DORMER_HOME"))
	ts.Check(err)
	return p, paths
}

func startOrphan(ts *testscript.TestScript, _ bool, args []string) {
	p, _ := scripted(ts)
	id := uuid.New()
	conn, err := p.Start(session.Spec{
		ID: id, Name: args[0], Workspace: "gone", Lifetime: session.Persistent,
		Command: args[1:], Dir: "/", Env: []string{"PATH=" + os.Getenv("PATH"), "SHELL=/bin/sh"},
	})
	ts.Check(err)
	ts.Check(conn.Close())
	waitKept(ts, p, id)
}

// waitKept waits for the files of a session, which its host writes in the background: before that, a
// session without its host has neither state nor name.
func waitKept(ts *testscript.TestScript, p *launch.Provider, id session.ID) {
	ts.Check(drive.WaitFile(filepath.Join(p.Dir(id), "spec.json"))) // the last file
}

func leaveEnded(ts *testscript.TestScript, _ bool, args []string) {
	_, paths := scripted(ts)
	id := uuid.MustParse(args[0])
	days, err := time.ParseDuration(args[1] + "h")
	ts.Check(err)
	then := time.Now().Add(-24 * days)
	m, err := state.Open(filepath.Join(paths.Sessions(), args[0]), id, state.Options{Now: func() time.Time { return then }})
	ts.Check(err)
	ts.Check(m.Create(state.About{WorkspaceID: "gone"}))
	for _, next := range []session.Lifecycle{session.Starting, session.LifecycleRunning, session.Completed} {
		ts.Check(m.Transition(next, state.Change{}))
	}
	ts.Check(m.Close())
}

// hostOf returns the host of the session with a name, and its reply.
func hostOf(ctx context.Context, ts *testscript.TestScript, p *launch.Provider, paths persist.Paths, name string) (string, wire.InfoReply) {
	hosts, err := socket.List(paths.Runtime())
	ts.Check(err)
	for _, h := range append(hosts, p.Strays(hosts)...) {
		if info, err := p.Info(ctx, h); err == nil && info.Name == name {
			return h, info
		}
	}
	ts.Fatalf("there is no session %s", name)
	return "", wire.InfoReply{}
}

// look attaches to a session, without a size, until done returns true.
func look(ts *testscript.TestScript, name string, done func(*client.Session) bool) {
	p, paths := scripted(ts)
	ctx, cancel := context.WithTimeout(context.Background(), drive.Patience)
	defer cancel()
	_, info := hostOf(ctx, ts, p, paths, name)
	conn, err := p.Attach(info.Source, info.ID)
	ts.Check(err)
	changed := make(chan struct{}, 1)
	s := client.Attach(conn, session.Size{}, func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	})
	defer func() { ts.Check(s.Detach()) }()
	for !done(s) {
		select {
		case <-changed:
		case <-ctx.Done():
			ts.Fatalf("session %s never came to it", name)
		}
	}
}

func waitShows(ts *testscript.TestScript, _ bool, args []string) {
	look(ts, args[0], func(s *client.Session) bool { return strings.Contains(text(s), args[1]) })
}

func waitExited(ts *testscript.TestScript, _ bool, args []string) {
	look(ts, args[0], func(s *client.Session) bool { return s.Status().Runtime == session.Exited })
}

// text returns the screen of a session.
func text(s *client.Session) string {
	var all []byte
	s.View(func(r *client.Replica) {
		rows, _ := r.Size()
		for y := range rows {
			for _, c := range r.Row(y) {
				if c.Flags&grid.Tail == 0 {
					all = r.Palette().AppendText(all, c)
				}
			}
			all = append(all, '\n')
		}
	})
	return string(all)
}

func leaveSocket(ts *testscript.TestScript, _ bool, args []string) {
	_, paths := scripted(ts)
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(paths.Runtime(), args[0]+".sock"), Net: "unix"})
	ts.Check(err)
	l.SetUnlinkOnClose(false)
	ts.Check(l.Close())
}

// restartLate restarts a session without force, by a list from before it was started again.
func restartLate(ts *testscript.TestScript, _ bool, args []string) {
	p, paths := scripted(ts)
	host, info := hostOf(context.Background(), ts, p, paths, args[0])
	err := places{paths: paths, provider: p}.restart(context.Background(), &catalogue.Entry{ID: info.ID, Host: host}, false)
	if !errors.Is(err, launch.ErrRuns) {
		ts.Fatalf("it was restarted: %v", err)
	}
}

// waitConversation waits until a field of a conversation is on disk. The agent may show it before its
// hook has reported it.
func waitConversation(ts *testscript.TestScript, _ bool, args []string) {
	awaitConversation(ts, args[0], func(kept map[string]any) bool { return kept[args[1]] == true })
}

// writeConversation writes the id of an agent's conversation to a file, when it matches:
// conversation session file pattern.
func writeConversation(ts *testscript.TestScript, _ bool, args []string) {
	pattern, id := regexp.MustCompile(args[2]), ""
	awaitConversation(ts, args[0], func(kept map[string]any) bool {
		id, _ = kept["id"].(string)
		return pattern.MatchString(id)
	})
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(id), 0o600))
}

// awaitConversation waits for the saved conversation of a session's agent.
func awaitConversation(ts *testscript.TestScript, name string, is func(kept map[string]any) bool) {
	p, paths := scripted(ts)
	_, info := hostOf(context.Background(), ts, p, paths, name)
	ts.Check(drive.WaitContent(filepath.Join(p.Dir(info.ID), "agent.json"), func(content []byte) bool {
		var kept map[string]any
		return json.Unmarshal(content, &kept) == nil && is(kept)
	}))
}

func crashHost(ts *testscript.TestScript, _ bool, args []string) {
	p, paths := scripted(ts)
	_, info := hostOf(context.Background(), ts, p, paths, args[0])
	conn, err := p.Attach(info.Source, info.ID)
	ts.Check(err)
	waitKept(ts, p, info.ID)
	ts.Check(syscall.Kill(info.HostPID, syscall.SIGKILL))
	for err == nil { // wait until the kernel has closed the connection
		_, err = conn.Receive()
	}
	ts.Check(conn.Close())
}
