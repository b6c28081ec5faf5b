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

// Lifetime says whether a session is ever written to the workspace document.
type Lifetime string

const (
	// Persistent sessions are saved with the workspace.
	Persistent Lifetime = "persistent"
	// Temporary sessions are never saved.
	Temporary Lifetime = "temporary"
)

// Agent names the coding agent that runs in a session; empty for none.
type Agent string

// NoAgent is for sessions that no agent runs in.
const NoAgent Agent = ""

// Place names the three places of a session in its workspace.
type Place string

const (
	// Active sessions are leaves of a layout of the active view.
	Active Place = "active"
	// PendingUndo sessions were closed, keep running, and can be brought back
	// until their deadline.
	PendingUndo Place = "pendingUndo"
	// Backgrounded sessions belong to a view that is not shown; their processes
	// go on.
	Backgrounded Place = "backgrounded"
)

// Residency is where a session is in the workspace. ExpiresAt is set for
// [PendingUndo] and zero otherwise.
type Residency struct {
	Place     Place
	ExpiresAt time.Time
}

// Disposition says whether the user can go on with a session.
type Disposition string

const (
	// DispositionActive sessions take input.
	DispositionActive Disposition = "active"
	// Suspended sessions lost their process to a shutdown and can be resumed.
	Suspended Disposition = "suspended"
	// Archived sessions were put away by the user.
	Archived Disposition = "archived"
	// Broken sessions cannot go on; the word on disk is "error".
	Broken Disposition = "error"
)

// RuntimeStatus is what this program sees of a session now. It lives in memory
// only and starts fresh at each launch.
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

// SourceKind tells what a session was opened for.
type SourceKind string

const (
	// Worktree sessions belong to a git worktree.
	Worktree SourceKind = "worktree"
	// Floating sessions belong to a directory only.
	Floating SourceKind = "floating"
)

// Source says what a session was opened for. Repo and Worktree are absolute
// paths and set for [Worktree] sources only; Dir is the absolute directory the
// session was opened in; Command is the argument vector, empty for the user's
// login shell.
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

// Exit tells how a session's process ended. Signal is the name of the signal
// that ended it ("SIGKILL"), empty where it exited by itself with Code. Err is
// set where the process never started.
type Exit struct {
	Code    int
	Signal  string
	Err     string
	Started time.Time
	Ended   time.Time
}

// Clean reports whether the process ended by itself with exit code 0.
func (e Exit) Clean() bool { return e.Code == 0 && e.Signal == "" && e.Err == "" }

// Spec is all that is needed to start a session's process.
type Spec struct {
	ID        ID
	Workspace string
	// Source is what the session was opened for; its host is named after it. The
	// zero Source is that of a floating session in Dir.
	Source Source
	// Name is what the user calls the session; it may be empty. Description and Tags are
	// what else the user says of it at first; later its document says it.
	Name        string
	Description string
	Tags        []string
	Agent       Agent
	// Known is what is known of Agent; the zero value if it is started as any command is.
	Known agent.Agent `json:",omitzero"`
	// Agents are the agents of the user's configuration: one that is started in a shell is known
	// by its program.
	Agents []agent.Agent `json:",omitempty"`
	// Prompt is what the agent is asked first. It is asked once, whenever and however often the
	// session is started.
	Prompt string `json:",omitempty"`
	// Setup is a line for sh that is run in the session's terminal when it is started for the
	// first time. Command follows it in its place if it succeeds, or if the user says so.
	Setup string `json:",omitempty"`
	// Retry is how often in a row Agent is started again by itself after it could not go on, where
	// that is said of this session; see [agent.Agent].
	Retry    *int `json:",omitempty"`
	Lifetime Lifetime
	// Command is the argument vector; empty starts the user's login shell.
	Command []string
	// Dir is the absolute working directory. For a shell the nearest existing parent is
	// used where it is gone.
	Dir string
	// Env is the environment as NAME=value, before the variables that a session
	// sets for its child (TERM and the like).
	Env  []string
	Size Size
	// PlainShell keeps an interactive shell as it is: it is not made to say where its
	// prompts and commands are.
	PlainShell bool
	// History bounds the lines kept above the screen.
	History HistoryLimits
	// NoHistory keeps those lines off the disk, in later lives of the session too.
	NoHistory bool
	// Restart says whether it starts again by itself where its host went while it ran.
	Restart Restart
	// Occasion is why it is started, where it may have had a process before.
	Occasion Occasion `json:"-"`
	// HoldOutput has what the program prints wait, for some seconds at most, until a viewer
	// watches its output: so that viewer gets all of it.
	HoldOutput bool `json:"-"`
	// AmbiguousWide gives East Asian ambiguous characters two columns at first; who
	// shows the session can change it.
	AmbiguousWide bool
}

// HistoryLimits bound the lines that a session keeps above its screen, by number and
// by the bytes of memory that they take; 0 means whatever its owner says. MemoryOnly keeps
// them off the disk.
type HistoryLimits struct {
	Lines, Bytes int
	MemoryOnly   bool
}
