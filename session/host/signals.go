package host

import (
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
)

// withDefaultSignals calls start while no signal is ignored that this program was started to ignore
// (as nohup does with SIGHUP): a child would inherit that, and not end with its terminal.
func withDefaultSignals(start func() error) error {
	ignored := ignoredSignals("/proc/self/status")
	if len(ignored) == 0 {
		return start()
	}
	restore := handle(ignored)
	defer restore()
	return start()
}

// ignoredSignals reads the ignored signals of a process from its status in proc(5); none if there
// is no such file.
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

// handle takes the given signals until restore is called. A handled signal becomes the default in a
// child; restore ignores those again that were ignored.
func handle(signals []os.Signal) (restore func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, signals...)
	return func() { signal.Stop(c) }
}
