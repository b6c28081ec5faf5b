// Package ui is the program that one looks at: keys and mouse become commands,
// commands become actions on the workspace, and the workspace together with the
// replicas of its sessions becomes a frame.
//
// Here is what has to know the model: the model itself, and what is filled from it. What
// needs no model is below, each for itself: what can be asked for by name
// ([dormer/ui/command]) and by which keys ([dormer/ui/bind]), what the mouse means
// ([dormer/ui/pointer]), what lies over the panes and takes the keyboard
// ([dormer/ui/dialog]), where things are ([dormer/ui/geometry]), what the
// bars say ([dormer/ui/bars]), how a session's text is read ([dormer/ui/transcript]),
// copy mode ([dormer/ui/copymode]), and how all of it is drawn ([dormer/ui/paint]).
//
// The root model ([Model]) takes what arrives (arrival.go), applies actions and asks
// for effects; it does no IO. What commands and dialogs ask of it is done in one place
// (dispatch.go), and who takes a key is one list (takers.go). Dialogs are a stack of
// values that take keys and render themselves.
//
// Two goroutines matter. The event loop (bubbletea) owns the model and publishes
// a scene, an immutable description of the whole screen, whenever something that
// it shows has changed: scene.go makes it. The painter ([dormer/ui/paint]) owns the
// outer terminal, and is woken by a new scene or by a session whose replica changed.
// What a child prints never travels through the event loop.
//
// The package knows sessions only by their connections ([dormer/session/wire])
// and replicas ([dormer/session/client]): whether the emulator is in this process
// or another one cannot be told from here. It does not read or write documents;
// what it needs from outside are the small interfaces in program.go.
//
// Coordinates are zero-based cells of the outer terminal, ranges half-open.
package ui
