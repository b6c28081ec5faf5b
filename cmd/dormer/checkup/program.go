package checkup

import (
	"os"
	"os/exec"
	"runtime"
)

// Program checks this program and the programs that it starts.
func Program(version string, getenv func(string) string) Section {
	found := []Finding{fine("dormer %s, %s, %s/%s", version, runtime.Version(), runtime.GOOS, runtime.GOARCH)}
	shell := getenv("SHELL")
	switch _, err := exec.LookPath(shell); {
	case shell == "":
		found = append(found, note("", "SHELL is not set: sessions take the login shell"))
	case err != nil:
		found = append(found, problem("set SHELL to a shell that exists", "SHELL is %s, which cannot be started", shell))
	default:
		found = append(found, fine("sessions start %s", shell))
	}
	if _, err := os.Executable(); err != nil {
		found = append(found, problem("start dormer by its full path, or sessions cannot be started", "dormer cannot find its own file: %v", err))
	}
	return Section{"program", found}
}
