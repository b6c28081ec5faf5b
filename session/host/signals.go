package host

import (
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
)

// withDefaultSignals calls start while no signal is ignored that this program
// was told to ignore when it was started (as nohup does with SIGHUP): a child
// inherits what is ignored, and would not end with its terminal.
func withDefaultSignals(start func() error) error {
	ignored := ignoredSignals("/proc/self/status")
	if len(ignored) == 0 {
		return start()
	}
	restore := handle(ignored)
	defer restore()
	return start()
}

// ignoredSignals reads which signals a process ignores from its status in
// proc(5); none where there is no such file.
func ignoredSignals(file string) []os.Signal {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	for entry := range strings.Lines(string(text)) {
		mask, ok := strings.CutPrefix(entry, "SigIgn:")
		if !ok {
			continue
		}
		bits, err := strconv.ParseUint(strings.TrimSpace(mask), 16, 64)
		if err != nil {
			return nil
		}
		return signalsOf(bits)
	}
	return nil
}

// signalsOf lists the signals of a mask whose lowest bit is signal 1.
func signalsOf(mask uint64) []os.Signal {
	var list []os.Signal
	for n := 1; n < 32; n++ {
		if mask&(1<<(n-1)) != 0 {
			list = append(list, syscall.Signal(n))
		}
	}
	return list
}

// handle takes the given signals until restore is called. Signals that are
// handled become the default in a child; restore ignores them again where they
// were ignored.
func handle(signals []os.Signal) (restore func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, signals...)
	return func() { signal.Stop(c) }
}
