package persist

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func holdForEver(dir string) error {
	s, err := Open(dir, Options{})
	if err != nil {
		return err
	}
	fmt.Println("held")
	// This ends when the test closes the other end.
	_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
	return s.Close()
}

// holder starts a program that locks the workspace of dir, and returns when it has. Calling release ends
// it normally.
func holder(t *testing.T, dir string) (cmd *exec.Cmd, release func()) {
	t.Helper()
	cmd = childCommand(t, "hold", dir)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	startAndRead(t, cmd, "held")
	return cmd, func() {
		if err := in.Close(); err != nil {
			t.Error(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
}

// startAndRead starts a program and returns when it has printed a line.
func startAndRead(t *testing.T, cmd *exec.Cmd, want string) {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if strings.TrimSpace(line) != want {
		t.Fatalf("the other program printed %q, %v", line, err)
	}
}

func TestAnotherProgramHoldsTheWorkspace(t *testing.T) {
	dir := saved(t)
	cmd, release := holder(t, dir)
	before := readFile(t, documentPath(dir))

	_, err := Open(dir, fixedOptions())
	var locked *LockedError
	if !errors.Is(err, ErrLocked) || !errors.As(err, &locked) {
		t.Fatalf("Open = %v, want ErrLocked", err)
	}
	host, _ := os.Hostname()
	if h := locked.Holder; h.PID != cmd.Process.Pid || h.Host != host || time.Since(h.Since).Abs() > time.Hour {
		t.Errorf("holder = %+v, want pid %d on %s", h, cmd.Process.Pid, host)
	}
	if got := err.Error(); !strings.Contains(got, fmt.Sprint(cmd.Process.Pid)) || !strings.Contains(got, "leave it there first") {
		t.Errorf("err = %q, want the holder and what to do", got)
	}
	if readFile(t, documentPath(dir)) != before {
		t.Error("the document changed")
	}
	release()
	loaded(t, dir)
}

// The kernel releases the lock of a killed program. The program's entry in the file is then no hindrance
// and is never reported as the holder.
func TestLockOfAKilledProgramIsFree(t *testing.T) {
	dir := saved(t)
	cmd, _ := holder(t, dir)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if got := readHolder(filepath.Join(dir, "lock")); got != (Holder{}) {
		t.Errorf("holder = %+v, which is dead", got)
	}
	loaded(t, dir)
}

func TestOneOfManyWinsTheLock(t *testing.T) {
	dir := workspaceDir(t)
	const programs = 8
	lines := make(chan string, programs)
	var ends []func()
	for range programs {
		cmd := childCommand(t, "hold", dir)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		go func() {
			line, _ := bufio.NewReader(out).ReadString('\n')
			lines <- strings.TrimSpace(line)
		}()
		ends = append(ends, func() { _ = in.Close(); _ = cmd.Wait() })
	}
	won := 0
	for range programs {
		if <-lines == "held" {
			won++
		}
	}
	for _, end := range ends {
		end()
	}
	if won != 1 {
		t.Errorf("%d of %d programs hold the workspace, want one", won, programs)
	}
}

func TestTwoStoresInOneProgramLockEachOtherOut(t *testing.T) {
	dir := workspaceDir(t)
	openStore(t, dir, fixedOptions())
	if _, err := Open(dir, fixedOptions()); !errors.Is(err, ErrLocked) {
		t.Errorf("second Open = %v, want ErrLocked", err)
	}
}

func TestLockThatIsALinkIsRefused(t *testing.T) {
	dir := saved(t)
	victim := filepath.Join(t.TempDir(), "victim")
	writeFile(t, victim, "precious")
	lock := filepath.Join(dir, "lock")
	if err := os.Remove(lock); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(victim, lock); err != nil {
		t.Fatal(err)
	}
	if s, err := Open(dir, fixedOptions()); err == nil {
		mustClose(t, s)
		t.Error("a lock that is a link was accepted")
	}
	if got := readFile(t, victim); got != "precious" {
		t.Errorf("the link's target holds %q", got)
	}
}

func TestNothingIsSavedAfterClose(t *testing.T) {
	dir := saved(t)
	s, state, _ := loaded(t, dir)
	mustClose(t, s)
	mustClose(t, s)
	if err := s.Save(state); !errors.Is(err, ErrNotLoaded) {
		t.Errorf("Save = %v", err)
	}
	if _, _, err := s.Load(); !errors.Is(err, ErrNotLoaded) {
		t.Errorf("Load = %v", err)
	}
}
