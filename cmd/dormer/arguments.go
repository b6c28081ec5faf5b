package main

import (
	"fmt"

	"dormer/cmd/dormer/commandline"
	"dormer/session/catalogue"
)

// exitStatus is the error of a command that has said what there is to say, and
// ends with a status of its own.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

func noArgs(l commandline.Line) error {
	if len(l.Args) > 0 {
		return noArgument(l.Command, l.Args[0])
	}
	return nil
}

// atMostOne is for commands that take one argument or none.
func atMostOne(l commandline.Line) error {
	if len(l.Args) > 1 {
		return usageError{err: fmt.Errorf("%s takes one argument, and not %q besides", l.Command.Name(), l.Args[1])}
	}
	return nil
}

// oneSession is for commands that take the id or name of one session.
func oneSession(l commandline.Line) error {
	if len(l.Args) != 1 {
		return instead("%s takes the id or name of one session: dormer ps lists them", l.Command.Name())
	}
	return nil
}

// numberFlags are those of the commands that take the number of something that they
// list.
type numberFlags struct {
	workspace string
	list      bool
}

// label is how a session is called where people are told of it.
func label(l catalogue.Listing, e *catalogue.Entry) string {
	key := l.ShortKey(e)
	if name := catalogue.Printable(e.Name()); name != "" {
		return fmt.Sprintf("%s (%s)", name, key)
	}
	return key
}
