package web

import (
	"context"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/chat"
	"dormer/session/wire"
)

// Workspace is what the page shows, and what does what its user asks for. Its methods may be called
// from any goroutine. What their errors say is shown as it is.
type Workspace interface {
	// Tree reads the workspace.
	Tree(ctx context.Context) (Tree, error)
	// Follow calls changed whenever the tree may be different, until ctx ends.
	Follow(ctx context.Context, changed func()) error
	// Attach connects to a session that has a host.
	Attach(ctx context.Context, id session.ID) (wire.Conn, error)
	// Chat connects to a session's conversation. Without one the error is [chat.ErrNoConversation].
	Chat(ctx context.Context, id session.ID) (*chat.Client, error)
	// Do carries out an action on a session, or, with the zero id, where the focus is. It returns
	// what there is to say, and the session that was opened, if one was.
	Do(ctx context.Context, id session.ID, a Action) (said string, opened session.ID, err error)
	// Question is what the agent in a session asks.
	Question(ctx context.Context, id session.ID) (agent.Choice, error)
	// Answer chooses an option of a question, unless the screen has changed since.
	Answer(ctx context.Context, id session.ID, screen, option string) error
}

// Action is something that a page can ask for.
type Action string

// The actions.
const (
	NewTab     Action = "new-tab"
	SplitRight Action = "split-right"
	SplitBelow Action = "split-below"
	ClosePane  Action = "close-pane"
	CloseTab   Action = "close-tab"
	// BringBack undoes the close of a session.
	BringBack Action = "bring-back"
	// Restart starts the program of a session again that has ended.
	Restart Action = "restart"
)
