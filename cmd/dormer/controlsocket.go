package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/google/uuid"

	"dormer/cmd/dormer/control"
	"dormer/persist"
	"dormer/session"
	"dormer/session/socket"
	"dormer/ui"
	"dormer/ui/remote"
	"dormer/workspace"
)

// socketOf returns the path of the socket of the program that has the workspace in a directory
// open; empty if it cannot have one.
func socketOf(paths persist.Paths, workspaceDir string) string {
	path, err := socket.Path(paths.Runtime(), control.Name(workspaceDir))
	if err != nil {
		return "" // listening reports the reason
	}
	return path
}

// listen makes the control socket of the workspace in a directory. If that fails, it returns a
// sentence with the reason; the program works without a socket.
func listen(paths persist.Paths, workspaceDir string) (*control.Server, string) {
	server, err := control.Listen(paths.Runtime(), control.Name(workspaceDir), version)
	if err != nil {
		return nil, "the command line cannot reach this dormer: " + err.Error()
	}
	return server, ""
}

// serve answers requests of the command line until the context ends. It makes a removed socket
// again when a client asks for that ([control.AskForSocket]).
func serve(ctx context.Context, server *control.Server, handle control.Handler) {
	server.Serve(handle)
	knocks := make(chan os.Signal, 1)
	signal.Notify(knocks, syscall.SIGWINCH)
	go func() {
		defer signal.Stop(knocks)
		for {
			select {
			case <-knocks:
				_ = server.Relisten() // the client reports the silence, and may knock again
			case <-ctx.Done():
				return
			}
		}
	}()
}

// controlSocket is the socket through which the command line reaches this program. The zero value
// is not open.
type controlSocket struct {
	mu     sync.Mutex
	server *control.Server
	closed bool
}

// open listens and answers requests until the context ends, unless the socket was closed before. If
// it cannot listen, it returns a sentence with the reason.
func (e *controlSocket) open(ctx context.Context, paths persist.Paths, workspaceDir string, handle control.Handler) (deaf string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return ""
	}
	e.server, deaf = listen(paths, workspaceDir)
	serve(ctx, e.server, handle)
	return deaf
}

// close closes the socket permanently.
func (e *controlSocket) close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
	return e.server.Close()
}

// answers returns the handler for requests of the command line.
func answers(program *ui.Program) control.Handler {
	return func(ctx context.Context, q control.Request) control.Answer {
		what, err := requestOf(q)
		if err != nil {
			return control.Answer{Refused: err.Error()}
		}
		id, _ := uuid.Parse(q.Session) // an invalid id names no pane
		a, err := program.Ask(ctx, remote.Origin{Session: id, Dir: string(q.Dir)}, what)
		if err != nil {
			return control.Answer{Refused: err.Error()}
		}
		out := control.Answer{Text: a.Text, Closed: closedItems(a.Closed)}
		if a.Session != uuid.Nil {
			out.Session = a.Session.String()
		}
		return out
	}
}

// requestOf converts a request of the command line.
func requestOf(q control.Request) (remote.Request, error) {
	switch q.Kind {
	case control.Do:
		return remote.Do{Words: textsOf(q.Words)}, nil
	case control.Closed:
		return remote.ListClosed{}, nil
	case control.Open:
		return remote.OpenTemplate{File: q.File, Text: []byte(q.Text)}, nil
	case control.Template:
		return remote.TakeTemplate{Tab: q.Tab}, nil
	case control.OpenWorktree:
		return worktreeAsked(q), nil
	case control.CloseIn:
		return remote.CloseIn{Dir: string(q.Worktree.Path)}, nil
	case control.BringBack:
		return remote.BringBack{Sessions: idsOf(q.Sessions)}, nil
	case control.Adopt:
		return adoptionOf(idsOf(q.Sessions))
	}
	return nil, errors.New("dormer " + version + " cannot do what dormer " + q.Dormer + " asks of it: leave it and start the newer one; its sessions run on")
}

// worktreeAsked returns the worktree that a request asks to open.
func worktreeAsked(q control.Request) remote.OpenWorktree {
	w := q.Worktree
	return remote.OpenWorktree{
		Source: session.Source{
			Kind: session.Worktree, Repo: string(w.Repo), Worktree: string(w.Path), Dir: string(w.Path), Command: textsOf(q.Words),
		},
		Agent: session.Agent(w.Agent), Prompt: string(w.Prompt), Retry: w.Retry, Background: w.Background,
		Name: w.Name, Env: textsOf(w.Env), Lines: textsOf(w.Lines), File: q.File, Text: []byte(q.Text),
	}
}

func textsOf(all []control.Bytes) (texts []string) {
	for _, b := range all {
		texts = append(texts, string(b))
	}
	return texts
}

// closedItems lists the closed tabs and panes, the newest first.
func closedItems(undo []workspace.Closed) (out []control.ClosedItem) {
	for i := len(undo) - 1; i >= 0; i-- {
		c := undo[i]
		thing := control.ClosedItem{Title: c.Title, Tab: c.Pane == nil, ClosedAt: c.ClosedAt, ExpiresAt: c.ExpiresAt}
		for _, id := range c.Sessions {
			thing.Sessions = append(thing.Sessions, id.String())
		}
		out = append(out, thing)
	}
	return out
}
