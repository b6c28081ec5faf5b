package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"

	"dormer/session/catalogue"
	"dormer/session/launch"
	"dormer/session/wire"
	"dormer/ui/config/located"
)

// lastSignal is the highest signal with a name.
const lastSignal = 31

// parseSignal parses a signal: its number, or its name with or without SIG.
func parseSignal(text string) (syscall.Signal, error) {
	name := strings.ToUpper(text)
	if n, err := strconv.Atoi(name); err == nil && unix.SignalName(syscall.Signal(n)) != "" {
		return syscall.Signal(n), nil
	}
	name = "SIG" + strings.TrimPrefix(name, "SIG")
	if sig := unix.SignalNum(name); sig != 0 {
		return sig, nil
	}
	if near, ok := located.Nearest(name, signalNames()); ok {
		return 0, usageErrorf("there is no signal %q: did you mean %s?", text, strings.TrimPrefix(near, "SIG"))
	}
	return 0, usageErrorf("there is no signal %q: use a name such as TERM, or a number: kill -l lists them", text)
}

func signalNames() (names []string) {
	for n := syscall.Signal(1); n <= lastSignal; n++ {
		if name := unix.SignalName(n); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// completeSignals offers the names of signals.
func completeSignals(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	for _, name := range signalNames() {
		names = append(names, strings.TrimPrefix(name, "SIG"))
	}
	return offer(names, strings.TrimPrefix(strings.ToUpper(typed), "SIG")), cobra.ShellCompDirectiveNoFileComp
}

// signal sends a signal to the foreground process group of a session, and says so.
func (p places) signal(ctx context.Context, e *catalogue.Entry, sig syscall.Signal) (said string, err error) {
	w, err := p.watchHost(ctx, e, wire.Watch{})
	if err != nil {
		return "", err
	}
	defer func() { _ = w.Close() }() // everything has been received by then
	if w.Exited != nil {
		return "", fmt.Errorf("its program %s: nothing was sent", launch.DescribeExit(*w.Exited))
	}
	said = fmt.Sprintf("sent %s to %s in %s", unix.SignalName(sig), foreground(w.Status), e.Label())
	return said, w.Deliver([]wire.Message{wire.Signal{Number: int(sig)}})
}
