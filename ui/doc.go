// Package ui is the program that the user looks at. Keys and mouse become commands,
// commands become actions on the workspace, and the workspace and the replicas of its
// sessions become a frame.
//
// The package holds the root model ([Model]) and everything that has to know it. The model
// takes each message that arrives (Update), applies actions, and starts the effects that
// they ask for (effects.go); it does no IO itself. Requests of commands and dialogs meet the
// model in one place (dispatch.go), and who may take a key is one list (takers.go).
//
// Everything that can do without the model is a package of its own: commands
// ([dormer/ui/command]) and key bindings ([dormer/ui/bind]), the mouse
// ([dormer/ui/pointer]), dialogs ([dormer/ui/dialog]) and what they list
// ([dormer/ui/lists]), copy mode ([dormer/ui/copymode]) and the text of a session
// ([dormer/ui/transcript]), what was copied ([dormer/ui/buffers]), what waits for the user
// ([dormer/ui/attention], [dormer/ui/alerts]), what became of a session ([dormer/ui/ending]) and what that means for
// the workspace ([dormer/ui/lifecycle]), where things are ([dormer/ui/geometry]), the bars
// ([dormer/ui/bars]), and drawing ([dormer/ui/paint]). The sessions of the program are a package
// too ([dormer/ui/live]); what happens to them comes back to the model in sessions.go.
//
// A room is given what it needs as a value or through a small interface, and returns what is to
// be done: an action, a request, or a reason. Work that may take a while is done outside of the
// event loop, and brings the same back (outside, in runcommand.go), or a message of the room's own
// type, which Update gives back to the room ([dormer/ui/live], [dormer/ui/gitstate],
// [dormer/ui/worktrees], [dormer/ui/workspaces], [dormer/ui/loop]).
//
// Two goroutines matter. The event loop (bubbletea) owns the model and publishes a scene, an
// immutable description of the whole screen, whenever something on it has changed (scene.go).
// The painter ([dormer/ui/paint]) owns the outer terminal; a new scene or a changed replica
// wakes it ([dormer/ui/loop] runs both). What a child prints never passes through the event loop.
//
// The package knows sessions only by their connections ([dormer/session/wire]) and replicas
// ([dormer/session/client]). It cannot tell whether the emulator is in this process or in
// another one. It reads and writes no documents; what it needs from outside are the small
// interfaces of program.go.
//
// Coordinates are zero-based cells of the outer terminal, ranges are half-open.
package ui
