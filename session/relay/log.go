package relay

import (
	"io"
	"log/slog"
)

// NewLog returns a log of events. Each is a JSON object on its own line with the members level,
// timestamp, event and those of the event.
func NewLog(w io.Writer) *slog.Logger {
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if len(groups) == 0 {
			switch a.Key {
			case slog.TimeKey:
				a.Key = "timestamp"
			case slog.MessageKey:
				a.Key = "event"
			}
		}
		return a
	}}))
}
