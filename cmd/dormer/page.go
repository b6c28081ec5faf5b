package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/google/uuid"

	"dormer/cmd/dormer/control"
	"dormer/session"
	"dormer/session/agent"
	"dormer/session/catalogue"
	"dormer/session/chat"
	"dormer/session/follow"
	"dormer/session/wire"
	"dormer/ui/config/watch"
	"dormer/ui/homedir"
	"dormer/ui/web"
	"dormer/workspace"
)

// webWorkspace is a named workspace for the page in a browser.
type webWorkspace struct {
	places
	name string
}

// Tree returns the workspace, with its sessions and those that are in no workspace.
func (p webWorkspace) Tree(ctx context.Context) (web.Tree, error) {
	s, err := peekNamed(p.name)
	if err != nil {
		return web.Tree{}, err
	}
	s.Name = p.name
	l, err := p.listing(ctx)
	if err != nil {
		return web.Tree{}, err
	}
	r, err := p.running(p.name)
	if err != nil {
		return web.Tree{}, err
	}
	known := map[session.ID]web.Session{}
	now := time.Now()
	for _, e := range l.Entries {
		if e.Workspace() == p.name || e.Workspace() == "" {
			s := sessionOnPage(e, now)
			_, err := os.Stat(chat.Address(p.paths.Sessions(), p.paths.Runtime(), e.ID))
			s.Chat = s.Live && err == nil
			known[e.ID] = s
		}
	}
	return web.NewTree(s, r.open, known, now), nil
}

// sessionOnPage describes a session for the page.
func sessionOnPage(e *catalogue.Entry, now time.Time) web.Session {
	s := web.Session{
		Title: e.Name(), Status: e.Status(now), Runs: e.Runtime() == session.Running, Live: e.Info != nil, Agent: string(e.Agent()),
	}
	if s.Title == "" {
		s.Title = e.Description()
	}
	if e.Info != nil {
		home, _ := os.UserHomeDir() // empty if there is none
		s.ChildTitle, s.Program, s.Dir = catalogue.Printable(e.Info.Title), e.Info.Program, homedir.Short(catalogue.Printable(e.Info.Dir), home)
	}
	if s.Runs {
		s.Status = "running" // the idle time changes without an event
	}
	if v := e.AgentState(); v.State != "" && s.Runs {
		s.State, s.Kind, s.Message = string(v.State), string(v.Kind), v.Message
		if !v.Since.IsZero() {
			s.Since = &v.Since
		}
	}
	return s
}

// Follow calls changed on events of sessions, changes of the workspace's document, and when a
// program opens or leaves the workspace.
func (p webWorkspace) Follow(ctx context.Context, changed func()) error {
	dir, err := workspaceDir(p.name)
	if err != nil {
		return err
	}
	for _, name := range []string{"workspace.json", "lock"} {
		if err := watch.File(ctx, filepath.Join(dir, name), changed); err != nil {
			return err
		}
	}
	l, err := p.listing(ctx)
	if err != nil {
		return err
	}
	var known []follow.Host
	for _, e := range l.Live() {
		known = append(known, followed(e))
	}
	changed()
	return follow.All(ctx, p.provider, p.paths.Runtime(), known, func(follow.Event) { changed() }, func(error) {})
}

// Attach connects to a session's host.
func (p webWorkspace) Attach(_ context.Context, id session.ID) (wire.Conn, error) {
	spec, err := p.provider.Spec(id)
	if err != nil {
		return nil, fmt.Errorf("session %s is not known: %w", id.String()[:8], err)
	}
	return p.provider.Attach(spec.Source, id)
}

// Chat connects to a session's conversation.
func (p webWorkspace) Chat(ctx context.Context, id session.ID) (*chat.Client, error) {
	return chat.Dial(ctx, chat.Address(p.paths.Sessions(), p.paths.Runtime(), id))
}

// pageCommands are the commands of the program for the page's actions.
var pageCommands = map[web.Action]string{
	web.NewTab: "tab.new", web.SplitRight: "pane.split-right", web.SplitBelow: "pane.split-below",
	web.ClosePane: "pane.close", web.CloseTab: "tab.close",
}

// Do has the program that shows the workspace carry out an action. Without a program, it can still
// bring back a closed tab or pane, and restart a session that has its own host.
func (p webWorkspace) Do(ctx context.Context, id session.ID, a web.Action) (string, session.ID, error) {
	r, err := p.running(p.name)
	if err != nil {
		return "", session.ID{}, err
	}
	q := control.Request{Kind: control.Do}
	if id != (session.ID{}) {
		q.Session = id.String()
	}
	switch command, ok := pageCommands[a]; {
	case ok:
		q.Words = []control.Bytes{control.Bytes(command)}
	case a == web.BringBack:
		return "", session.ID{}, p.bringBack(ctx, r, id)
	case a == web.Restart:
		return "", session.ID{}, p.startAgain(ctx, id)
	default:
		return "", session.ID{}, fmt.Errorf("there is no action %q", a)
	}
	answer, err := r.ask(ctx, q)
	if err != nil {
		return "", session.ID{}, err
	}
	opened, _ := uuid.Parse(answer.Session) // empty if nothing was opened
	return answer.Text, opened, nil
}

// bringBack brings back the closed tab or pane that contains a session.
func (p webWorkspace) bringBack(ctx context.Context, r runningProgram, id session.ID) error {
	_, err := r.ask(ctx, control.Request{Kind: control.BringBack, Sessions: []string{id.String()}})
	if !errors.Is(err, errNotShown) {
		return err
	}
	_, err = p.undoOnDisk(ctx, p.name, func(closed []workspace.Closed) (workspace.Closed, error) {
		at := slices.IndexFunc(closed, func(c workspace.Closed) bool { return slices.Contains(c.Sessions, id) })
		if at < 0 {
			return workspace.Closed{}, errors.New("it can no longer be brought back: its time has passed, or it is back already")
		}
		return closed[at], nil
	})
	return err
}

// startAgain restarts the program of a session that has ended.
func (p webWorkspace) startAgain(ctx context.Context, id session.ID) error {
	l, err := p.listing(ctx)
	if err != nil {
		return err
	}
	e, err := l.Find(id.String())
	if err != nil {
		return err
	}
	return p.restart(ctx, e, false)
}

// Question returns the question of the agent in a session.
func (p webWorkspace) Question(ctx context.Context, id session.ID) (agent.Choice, error) {
	x, err := p.provider.Sessions().Explain(ctx, id)
	return x.Choice, err
}

// Answer answers the agent's question.
func (p webWorkspace) Answer(ctx context.Context, id session.ID, screen, option string) error {
	return p.provider.Sessions().Answer(ctx, id, wire.Answer{Option: option, Hash: screen})
}
