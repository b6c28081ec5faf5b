package host

import (
	"errors"
	"slices"

	"dormer/session/state"
)

// SetupCommand is the first argument of a process that runs a session's setup in its terminal, and
// then the session's program in its place. The further arguments are the file to remove when the
// setup has finished (empty for none), the setup, and the program with its arguments.
const SetupCommand = "run-setup"

// keepSetup saves the setup of a session that starts for the first time, until it has finished. If
// it cannot be saved it is not run, and notRun says why.
func (d *daemon) keepSetup() (notRun string) {
	if d.setup.Spec.Setup == "" || d.earlierRun() != nil {
		return ""
	}
	if err := state.WriteSetup(d.setup.Dir, d.setup.Spec.Setup); err != nil {
		return "its setup was not run, because it could not be kept: " + err.Error()
	}
	return ""
}

// setup returns the setup that must still run before the session's program, and the file that holds
// it. If nothing of the session is kept on disk, the setup runs each time.
func (h *Host) setup() (lines, file string) {
	if h.opts.dir == "" {
		return h.spec.Setup, ""
	}
	return state.ReadSetup(h.opts.dir)
}

// setUpFirst returns a command that runs the remaining setup and then the program.
func (h *Host) setUpFirst(argv []string) ([]string, error) {
	lines, file := h.setup()
	if lines == "" || len(argv) == 0 { // a shell has no setup
		return argv, nil
	}
	program := hookProgram(h.opts.Bin)
	if program == "" {
		return argv, errors.New("its setup cannot be run, because the program file of dormer has gone: install dormer again")
	}
	return slices.Concat([]string{program, SetupCommand, file, lines}, argv), nil
}

// setsUp reports whether the running child is the setup.
func (h *Host) setsUp() bool {
	_, file := h.setup()
	return file != ""
}
