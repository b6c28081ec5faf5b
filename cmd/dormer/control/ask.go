package control

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"dormer/session/socket"
)

const (
	// greetTime is the time limit for a program's greeting.
	greetTime = 2 * time.Second
	// answerTime is the time limit for its answer.
	answerTime = 15 * time.Second
)

var (
	// ErrGone is the error if no program listens at the socket.
	ErrGone = errors.New("no dormer runs there")
	// ErrSilent is the error if a program listens and does not answer.
	ErrSilent = errors.New("it does not answer")
	// ErrOlder is the error if the program's protocol is older than the request.
	ErrOlder = errors.New("it is an older dormer")
)

// Ask sends a request to the program that listens at the socket with a name in a directory. Errors
// are [ErrGone], [ErrSilent] and [ErrOlder], or others that name the socket; a refusal is not an
// error.
func Ask(ctx context.Context, dir, name string, q Request) (Answer, error) {
	c, err := connect(ctx, dir, name)
	if err != nil {
		return Answer{}, err
	}
	defer func() { _ = c.Close() }()
	stop := context.AfterFunc(ctx, func() { _ = c.Close() })
	defer stop()
	a, err := roundTrip(c, q)
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return a, err
}

// Greet checks whether a program listens and answers. Its errors are those of [Ask].
func Greet(ctx context.Context, dir, name string) error {
	c, err := connect(ctx, dir, name)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }()
	var g greeting
	return within(c, greetTime, func() error { return receive(bufio.NewReader(c), maxGreeting, &g) })
}

// AskForSocket asks the program with a pid to make its socket again if it is missing, and waits up
// to knockTime until a program listens there. It sends SIGWINCH, which ends no program, repeatedly,
// because a program that has just started misses the first ones.
func AskForSocket(ctx context.Context, pid int, dir, name string) error {
	if pid <= 1 {
		return ErrGone
	}
	ctx, cancel := context.WithTimeout(ctx, knockTime)
	defer cancel()
	pause := time.NewTicker(knockPause)
	defer pause.Stop()
	for {
		if err := syscall.Kill(pid, syscall.SIGWINCH); err != nil {
			return fmt.Errorf("%w: knock: %w", ErrGone, err)
		}
		c, err := connect(ctx, dir, name)
		if err == nil {
			return c.Close() // nothing was sent
		}
		select {
		case <-pause.C:
		case <-ctx.Done():
			return err
		}
	}
}

const (
	// knockTime is the time limit for a program to make its socket again.
	knockTime  = time.Second
	knockPause = 20 * time.Millisecond
)

// Stale returns the names of sockets in a directory whose programs are gone.
func Stale(ctx context.Context, dir string) ([]string, error) {
	names, err := socket.Names(dir, isName)
	var stale []string
	for _, name := range names {
		c, err := connect(ctx, dir, name)
		if err == nil {
			_ = c.Close() // nothing was sent
		}
		if errors.Is(err, ErrGone) {
			stale = append(stale, name)
		}
	}
	return stale, err
}

// connect connects to the socket of a program.
func connect(ctx context.Context, dir, name string) (socket.Conn, error) {
	c, err := socket.Connect(ctx, dir, name)
	switch {
	case errors.Is(err, socket.ErrGone):
		return nil, ErrGone
	case errors.Is(err, socket.ErrSilent):
		return nil, ErrSilent
	}
	return c, err
}

func roundTrip(c socket.Conn, q Request) (Answer, error) {
	in := bufio.NewReader(c)
	var g greeting
	if err := within(c, greetTime, func() error { return receive(in, maxGreeting, &g) }); err != nil {
		return Answer{}, err
	}
	if g.Protocol < protocol {
		return Answer{}, fmt.Errorf("%w (%s)", ErrOlder, g.Dormer)
	}
	var a Answer
	err := within(c, answerTime, func() error {
		if err := send(c, q); err != nil {
			return err
		}
		return receive(in, maxAnswer, &a)
	})
	return a, err
}

// within runs a part of the conversation with a time limit.
func within(c socket.Conn, limit time.Duration, part func() error) error {
	err := inTime(c, limit)
	if err == nil {
		err = part()
	}
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return fmt.Errorf("%w within %s", ErrSilent, limit)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.EPIPE):
		return fmt.Errorf("%w: it left just now", ErrGone)
	}
	return err
}

// Split splits the path of a socket into its directory and its name; false for any other path.
func Split(path string) (dir, name string, ok bool) {
	name, ok = strings.CutSuffix(filepath.Base(path), ".sock")
	return filepath.Dir(path), name, ok && filepath.IsAbs(path) && isName(name)
}
