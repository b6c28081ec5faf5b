package persist

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// childRole is the environment variable that turns the test binary into another program, for tests
// that need one to compete with or to kill.
const childRole = "DORMER_PERSIST_TEST_CHILD"

func TestMain(m *testing.M) {
	role := os.Getenv(childRole)
	if role == "" {
		os.Exit(m.Run())
	}
	play, ok := map[string]func(dir string) error{
		"hold":     holdForEver,
		"save":     saveForEver,
		"readonly": tryReadOnly,
		"small":    trySmallFiles,
		"full":     restoreWithoutRoom,
	}[role]
	if !ok {
		fmt.Fprintln(os.Stderr, "no such role:", role)
		os.Exit(2)
	}
	if err := play(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// childCommand returns a program in a role, working in dir.
func childCommand(t *testing.T, role, dir string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, dir)
	cmd.Env = append(os.Environ(), childRole+"="+role)
	return cmd
}
