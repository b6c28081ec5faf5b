package state

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
)

// Some tests need other processes: they run this binary again, with the part to play in the
// environment.

const partVar = "DORMER_STATE_TEST_PART"

func TestMain(m *testing.M) {
	part := os.Getenv(partVar)
	if part == "" {
		os.Exit(m.Run())
	}
	if err := play(part, os.Getenv("DORMER_STATE_TEST_DIR")); err != nil {
		fmt.Println("error:", err)
		os.Exit(1)
	}
}

// play plays a part. It prints a line for each step, and waits for a line of input before it goes on
// where it has to.
func play(part, dir string) error {
	id, err := uuid.Parse(filepath.Base(dir))
	if err != nil {
		return err
	}
	in := bufio.NewReader(os.Stdin)
	switch part {
	case "race":
		return playRace(dir, id, in)
	case "write":
		return playWrite(dir, id)
	case "hold":
		if _, err := lock(dir, time.Minute); err != nil {
			return err
		}
		fmt.Println("held")
		_, err := in.ReadString('\n')
		return err
	}
	return errors.New("no such part")
}

func playRace(dir string, id session.ID, in *bufio.Reader) error {
	m, err := Open(dir, id, Options{LockWait: time.Minute})
	if err != nil {
		return err
	}
	fmt.Println("ready")
	if _, err := in.ReadString('\n'); err != nil {
		return err
	}
	switch err := m.Transition(session.Stopping, Change{}); {
	case err == nil:
		fmt.Println("won")
	case errors.Is(err, ErrTransition):
		fmt.Println("lost")
	default:
		return err
	}
	return nil
}

// playWrite records activity with the hashes 1, 2, 3 ... and prints each one when it is on disk.
func playWrite(dir string, id session.ID) error {
	m, err := Open(dir, id, Options{Owner: true, LockWait: time.Minute})
	if err != nil {
		return err
	}
	for n := uint32(1); ; n++ {
		if err := m.RecordActivity(n, start.Add(time.Duration(n))); err != nil {
			return err
		}
		fmt.Println(n)
	}
}

// actor is another process that plays a part.
type actor struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

func act(t *testing.T, part, dir string) *actor {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), partVar+"="+part, "DORMER_STATE_TEST_DIR="+dir)
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
	a := &actor{cmd, in, bufio.NewReader(out)}
	t.Cleanup(a.kill)
	return a
}

// says waits for a line and returns it.
func (a *actor) says(t *testing.T) string {
	t.Helper()
	line, err := a.out.ReadString('\n')
	if err != nil {
		t.Fatalf("after %q: %v", line, err)
	}
	return strings.TrimSpace(line)
}

func (a *actor) tell(t *testing.T) {
	t.Helper()
	if _, err := io.WriteString(a.in, "go\n"); err != nil {
		t.Fatal(err)
	}
}

// kill kills the process, if it has not ended, and waits for it.
func (a *actor) kill() {
	_ = a.cmd.Process.Kill()
	_ = a.cmd.Wait()
}

// S0-13: processes race for one transition; exactly one makes it.
func TestProcessesRaceForOneEdge(t *testing.T) {
	for round := range 15 {
		m := in(t, session.LifecycleRunning, Options{})
		actors := []*actor{act(t, "race", m.dir), act(t, "race", m.dir), act(t, "race", m.dir)}
		for _, a := range actors {
			if got := a.says(t); got != "ready" {
				t.Fatal(got)
			}
		}
		for _, a := range actors {
			a.tell(t)
		}
		said := map[string]int{}
		for _, a := range actors {
			said[a.says(t)]++
		}
		if said["won"] != 1 || said["lost"] != len(actors)-1 {
			t.Fatalf("round %d: got %v, want one winner", round, said)
		}
		if r, err := Read(m.dir, m.id); err != nil || r.State != session.Stopping {
			t.Fatalf("round %d: got %+v, %v", round, r, err)
		}
	}
}

// S0-14, S0-25, F46: a writer that is killed at any moment leaves a complete document, the old or the
// new one. Its lock and its temporary files do not hinder the next writer.
func TestKilledWriter(t *testing.T) {
	m := in(t, session.LifecycleRunning, Options{})
	for round := range 25 {
		a := act(t, "write", m.dir)
		last := 0
		for range 1 + rand.IntN(12) {
			n, err := strconv.Atoi(a.says(t))
			if err != nil {
				t.Fatal(err)
			}
			last = n
		}
		// The writer goes on, so the kill hits any moment of a later write.
		for range rand.IntN(40) {
			if _, err := Read(m.dir, m.id); err != nil {
				t.Fatalf("round %d: read beside the writer: %v", round, err)
			}
		}
		a.kill()
		r, err := Read(m.dir, m.id)
		if err != nil || int(r.LastActivityHash) < last {
			t.Fatalf("round %d: %d was reported as written; got %d, %v", round, last, r.LastActivityHash, err)
		}
	}
	if err := m.Transition(session.Stopping, Change{}); err != nil {
		t.Fatal(err)
	}
	if err := open(t, m.dir, m.id, Options{}).Transition(session.Stopped, Change{}); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(m.dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("got %v, %v; want the document and the lock", entries, err)
	}
}

// S0-25: a lock keeps others out and is released when its holder dies. Nobody waits for a process that
// was stopped while it held the lock; the owner goes on and writes later.
func TestLockHeldByAnotherProcess(t *testing.T) {
	m := in(t, session.LifecycleRunning, Options{LockWait: 20 * time.Millisecond})
	owner := open(t, m.dir, m.id, Options{Owner: true, LockWait: 20 * time.Millisecond})
	a := act(t, "hold", m.dir)
	if got := a.says(t); got != "held" {
		t.Fatal(got)
	}
	if err := m.Transition(session.Stopping, Change{}); err == nil || errors.Is(err, errUnsaved) {
		t.Errorf("got %v, want an error", err)
	}
	if err := owner.Transition(session.Completed, Change{}); !errors.Is(err, errUnsaved) {
		t.Errorf("owner: got %v, want ErrUnsaved", err)
	}
	if r, err := Read(m.dir, m.id); err != nil || r.State != session.LifecycleRunning {
		t.Errorf("on disk: got %s, %v; want running", r.State, err)
	}
	a.kill()
	if err := owner.Flush(); err != nil {
		t.Error(err)
	}
	if r, err := Read(m.dir, m.id); err != nil || r.State != session.Completed {
		t.Errorf("on disk: got %s, %v; want completed", r.State, err)
	}
}
