package session

import (
	"time"

	"github.com/google/uuid"

	"dormer/session/agent"
)

// ID is a session's identity: a UUID of version 4, minted once, never reused.
type ID = uuid.UUID

// Provider says where a session's process and emulator live.
type Provider string

const (
	// Direct sessions live inside the program that shows them and end with it.
	Direct Provider = "direct"
	// Hosted sessions live in a process of their own and survive the program.
	Hosted Provider = "hosted"
)

// Lifetime says whether a session is saved in the workspace document.
type Lifetime string

const (
	// Persistent sessions are saved with the workspace.
	Persistent Lifetime = "persistent"
	// Temporary sessions are never saved.
	Temporary Lifetime = "temporary"
)

// Agent is the name of the coding agent that runs in a session; empty for none.
type Agent string

// NoAgent is for sessions without an agent.
const NoAgent Agent = ""

// Place is one of the three places of a session in its workspace.
type Place string

const (
	// Active sessions are leaves of a layout of the active view.
	Active Place = "active"
	// PendingUndo sessions were closed, keep running, and can be restored until their deadline.
	PendingUndo Place = "pendingUndo"
	// Backgrounded sessions belong to a view that is not shown; their processes keep running.
	Backgrounded Place = "backgrounded"
)

// Residency is where a session is in the workspace. ExpiresAt is set for
// [PendingUndo] and zero otherwise.
type Residency struct {
	Place     Place
	ExpiresAt time.Time
}

// Disposition says whether the user can continue with a session.
type Disposition string

const (
	// DispositionActive sessions take input.
	DispositionActive Disposition = "active"
	// Suspended sessions lost their process to a shutdown and can be resumed.
	Suspended Disposition = "suspended"
	// Archived sessions were put away by the user.
	Archived Disposition = "archived"
	// Broken sessions cannot continue; the word on disk is "error".
	Broken Disposition = "error"
)

// RuntimeStatus is a session's status as this program sees it. It lives in memory only and starts
// fresh at each launch.
type RuntimeStatus int

const (
	// Initializing sessions have no process yet.
	Initializing RuntimeStatus = iota
	// Running sessions have a live process that answers.
	Running
	// Exited sessions have no process any more.
	Exited
	// Unhealthy sessions have a process or host that no longer answers.
	Unhealthy
)

func (s RuntimeStatus) String() string {
	switch s {
	case Initializing:
		return "initializing"
	case Running:
		return "running"
	case Exited:
		return "exited"
	case Unhealthy:
		return "unhealthy"
	}
	return "unknown"
}

// SourceKind is what a session was opened for.
type SourceKind string

const (
	// Worktree sessions belong to a git worktree.
	Worktree SourceKind = "worktree"
	// Floating sessions belong to a directory only.
	Floating SourceKind = "floating"
)

// Source describes what a session was opened for. Repo and Worktree are absolute paths, set for
// [Worktree] sources only; Dir is the absolute directory in which the session was opened; Command
// is the argument vector, empty for the user's login shell.
type Source struct {
	Kind     SourceKind
	Repo     string
	Worktree string
	Dir      string
	Command  []string
}

// Shell reports whether the session runs the user's shell.
func (s Source) Shell() bool { return len(s.Command) == 0 }

// Size is a terminal's size in cells.
type Size struct {
	Rows, Cols int
}

// Exit describes how a session's process ended. Signal is the name of the signal that ended it
// ("SIGKILL"), empty if it exited with Code. Err is set if the process never started.
type Exit struct {
	Code    int
	Signal  string
	Err     string
	Started time.Time
	Ended   time.Time
}

// Clean reports whether the process exited with code 0.
func (e Exit) Clean() bool { return e.Code == 0 && e.Signal == "" && e.Err == "" }

// Spec is everything needed to start a session's process.
type Spec struct {
	ID        ID
	Workspace string
	// Source is what the session was opened for; it determines the host's name. The zero Source
	// means a floating session in Dir.
	Source Source
	// Name is the user's name for the session; it may be empty. Name, Description and Tags are
	// initial values; later ones are in the session's document.
	Name        string
	Description string
	Tags        []string
	Agent       Agent
	// Known describes Agent; it is zero if the agent is started like any command.
	Known agent.Agent `json:",omitzero"`
	// Agents are the agents of the user's configuration. An agent that is started in a shell is
	// recognized by its program.
	Agents []agent.Agent `json:",omitempty"`
	// Prompt is the agent's first prompt. It is sent once, however often the session is started.
	Prompt string `json:",omitempty"`
	// Setup is a line for sh, run in the session's terminal at its first start. If it succeeds, or
	// the user says so, Command runs in its place.
	Setup string `json:",omitempty"`
	// Retry overrides, for this session, how often in a row Agent is restarted automatically after
	// it could not continue; see [agent.Agent].
	Retry    *int `json:",omitempty"`
	Lifetime Lifetime
	// Command is the argument vector; empty starts the user's login shell.
	Command []string
	// Dir is the absolute working directory. If it no longer exists, a shell uses the nearest
	// existing parent.
	Dir string
	// Env is the environment as NAME=value, without the variables that the session sets for its
	// child (TERM and others).
	Env  []string
	Size Size
	// PlainShell leaves an interactive shell unchanged: it does not mark its prompts and commands.
	PlainShell bool
	// History limits the lines that are kept above the screen.
	History HistoryLimits
	// NoHistory keeps those lines off the disk, also in later lives of the session.
	NoHistory bool
	// Restart says whether the session starts again automatically if its host ended while it ran.
	Restart Restart
	// Occasion is the reason for the start, if the session may have had a process before.
	Occasion Occasion `json:"-"`
	// HoldOutput holds the program's output back, for a few seconds at most, until a viewer watches
	// it, so that this viewer gets all of it.
	HoldOutput bool `json:"-"`
	// AmbiguousWide gives East Asian ambiguous characters two columns at first; viewers of the
	// session can change it.
	AmbiguousWide bool
}

// HistoryLimits limit the lines that a session keeps above its screen, by their number and by the
// bytes of memory that they take; 0 means the owner's default. MemoryOnly keeps the lines off the
// disk.
type HistoryLimits struct {
	Lines, Bytes int
	MemoryOnly   bool
}
