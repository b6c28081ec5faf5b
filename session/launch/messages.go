package launch

import (
	"errors"
	"fmt"
	"time"

	"dormer/session/socket"
	"dormer/session/state"
	"dormer/session/wire"
)

// ErrHostGone is returned when the connection to a host has ended.
var ErrHostGone = errors.New("its host is gone: dormer ps shows its state")

// Unreachable returns err, the reason why a host cannot be talked to, with what the user can do.
func Unreachable(err error) error {
	if errors.Is(err, socket.ErrVersion) {
		return fmt.Errorf("%w; dormer capture and dormer kill still work with it", err)
	}
	return fmt.Errorf("%w: dormer ps shows its state", err)
}

// DescribeExit describes how a program ended and how long it ran.
func DescribeExit(ended wire.Exited) string {
	exit := ended.Exit
	how := fmt.Sprintf("exited with code %d", exit.Code)
	switch {
	case exit.Err != "":
		return "did not start: " + exit.Err
	case ended.Stopped:
		how = "stopped on request"
	case exit.Signal != "":
		how = "ended by " + exit.Signal
	}
	if ran := exit.Ended.Sub(exit.Started); ran >= time.Second {
		how += " after " + state.FormatDuration(ran)
	}
	return how
}
