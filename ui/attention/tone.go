package attention

// ByTone returns the value, such as a colour, for the tone of a mark: bad, asking for attention,
// good, or none of these.
func ByTone[T any](mark string, bad, asking, good, quiet T) T {
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
