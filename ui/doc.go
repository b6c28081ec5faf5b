// Package ui is the program that the user looks at. Keys and the mouse become commands, commands
// become actions on the workspace, and the workspace and the replicas of its sessions become a
// frame.
//
// The package holds the root model ([Model]) and the code that needs it. The model receives
// messages (Update), applies actions and starts the effects that they ask for (effects.go); it does
// no IO itself. All requests of commands and dialogs reach the model in one place (dispatch.go), and
// one list says who may take a key (takers.go).
//
// Code that does not need the model is in packages below this one: commands ([dormer/ui/command]),
// key bindings ([dormer/ui/bind]), the mouse ([dormer/ui/pointer]), dialogs ([dormer/ui/dialog]) and
// the lists in them ([dormer/ui/lists]), copy mode ([dormer/ui/copymode]), the text of a session
// ([dormer/ui/transcript]), copied text ([dormer/ui/buffers]), attention ([dormer/ui/attention],
// [dormer/ui/alerts]), ended sessions ([dormer/ui/ending], [dormer/ui/endedpane],
// [dormer/ui/lifecycle]), the positions of everything ([dormer/ui/geometry]), the bars
// ([dormer/ui/bars]), and drawing ([dormer/ui/paint]). [dormer/ui/live] holds the sessions; sessions.go
// receives its messages.
//
// Such a package gets values or a small interface, and returns an action, a request or a reason.
// Work that takes time runs outside of the event loop. It returns the same (see outside in
// runcommand.go), or a message of the package's own type, which Update hands back to the package
// ([dormer/ui/live], [dormer/ui/gitstate], [dormer/ui/grants], [dormer/ui/worktrees],
// [dormer/ui/workspaces], [dormer/ui/loop]).
//
// Two goroutines matter. The event loop (bubbletea) owns the model and publishes a scene, an
// immutable description of the screen, when something on it has changed (scene.go). The painter
// ([dormer/ui/paint]) owns the outer terminal; a new scene or a changed replica wakes it
// ([dormer/ui/loop] runs both). The output of a child never passes through the event loop.
//
// The package knows sessions only by their connections ([dormer/session/wire]) and replicas
// ([dormer/session/client]), so it cannot tell whether the emulator is in this process. It reads and
// writes no documents; program.go declares the small interfaces that it needs from outside.
//
// Coordinates are zero-based cells of the outer terminal, ranges are half-open.
package ui
