package web

import (
	"fmt"

	"dormer/session/client"
)

// describeExit returns how a program ended, in words.
func describeExit(s client.Status) string {
	switch {
	case s.Exit.Err != "":
		return "did not start: " + s.Exit.Err
	case s.Stopped:
		return "stopped on request"
	case s.Exit.Signal != "":
		return "ended by " + s.Exit.Signal
	}
	return fmt.Sprintf("exited with code %d", s.Exit.Code)
}
