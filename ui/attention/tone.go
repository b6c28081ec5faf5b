package attention

// Toned returns what stands for a mark where something that only repeats it, such as a colour,
// says whether it is bad, asks to be looked at, is good, or none of these.
func Toned[T any](mark string, bad, asking, good, quiet T) T {
	switch mark {
	case MarkFailed, MarkUnhealthy:
		return bad
	case MarkBell, MarkNotified, MarkBlocked:
		return asking
	case MarkDone, MarkRunning:
		return good
	}
	return quiet
}
