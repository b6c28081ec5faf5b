package input

import "dormer/ui/keys"

// IsAction reports whether an event is an action of the user other than moving the mouse.
func IsAction(e Event) bool {
	switch e := e.(type) {
	case Key:
		return e.Key.Kind != keys.Release && !e.Key.Modifier()
	case Mouse:
		return e.Kind == keys.MousePress
	case Text, Paste:
		return true
	case Focus, Reply:
	}
	return false
}
