package web

import (
	"context"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/chat"
	"dormer/session/wire"
)

// Workspace is the page's access to a workspace. Its methods may be called from any goroutine. Their
// errors are shown to the user as they are.
type Workspace interface {
	// Tree reads the workspace.
	Tree(ctx context.Context) (Tree, error)
	// Follow calls changed whenever the tree may be different, until ctx ends.
	Follow(ctx context.Context, changed func()) error
	// Attach connects to a session that has a host.
	Attach(ctx context.Context, id session.ID) (wire.Conn, error)
	// Chat connects to a session's conversation. Without one the error is [chat.ErrNoConversation].
	Chat(ctx context.Context, id session.ID) (*chat.Client, error)
	// Do carries out an action on a session or, with the zero id, on the active pane. It returns a
	// sentence about the result, and the session that was opened, if any.
	Do(ctx context.Context, id session.ID, a Action) (said string, opened session.ID, err error)
	// Question returns the question that the agent in a session asks.
	Question(ctx context.Context, id session.ID) (agent.Choice, error)
	// Answer chooses an option of a question, unless the screen has changed since.
	Answer(ctx context.Context, id session.ID, screen, option string) error
}

// Action is an action that a page can request.
type Action string

// The actions.
const (
	NewTab     Action = "new-tab"
	SplitRight Action = "split-right"
	SplitBelow Action = "split-below"
	ClosePane  Action = "close-pane"
	CloseTab   Action = "close-tab"
	// BringBack reopens a closed session.
	BringBack Action = "bring-back"
	// Restart starts an ended program again.
	Restart Action = "restart"
)
