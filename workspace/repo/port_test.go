package repo

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// Each worktree has a port of its own, the same each time, at which nothing else listens.
func TestPort(t *testing.T) {
	dir, top := filepath.Join(newDir(t), "ports"), newDir(t)
	port := func(worktree string) int {
		t.Helper()
		p, err := Port(dir, worktree)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	seen := map[int]string{}
	for i := range 50 {
		w := filepath.Join(top, strconv.Itoa(i))
		if err := os.Mkdir(w, 0o700); err != nil {
			t.Fatal(err)
		}
		p := port(w)
		if seen[p] != "" || p < firstPort || p >= firstPort+ports {
			t.Errorf("%s has %d, as %q has", w, p, seen[p])
		}
		seen[p] = w
	}
	for p, w := range seen {
		if again := port(w); again != p {
			t.Errorf("%s has %d, and then %d", w, p, again)
		}
	}
	a := filepath.Join(top, "a")
	first := port(a) // there is no such directory: the port is free for others
	if err := os.Remove(filepath.Join(dir, strconv.Itoa(first))); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(first))
	if err != nil {
		t.Skip("somebody was quicker:", err)
	}
	defer func() { _ = l.Close() }()
	if second := port(a); second == first {
		t.Errorf("it has %d, at which something listens", second)
	}
}

// The port of a worktree that is gone is given to another one.
func TestPortOfAWorktreeThatIsGone(t *testing.T) {
	dir := filepath.Join(newDir(t), "ports")
	const w = "/nowhere/at/all"
	p, err := Port(dir, w)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(p)), []byte("/nowhere/else"), 0o600); err != nil {
		t.Fatal(err)
	}
	if again, err := Port(dir, w); err != nil || again != p {
		t.Errorf("got %d, %v; want %d", again, err, p)
	}
}

// A worktree keeps its port when one that it would rather have had becomes free.
func TestPortStays(t *testing.T) {
	dir, w, gone := filepath.Join(newDir(t), "ports"), newDir(t), newDir(t)
	best, err := Port(dir, w)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, strconv.Itoa(best)), gone, 0o600)
	second, err := Port(dir, w)
	if err != nil || second == best {
		t.Fatalf("got %d, %v", second, err)
	}
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	if again, err := Port(dir, w); err != nil || again != second {
		t.Errorf("it had %d, and has %d now, %v", second, again, err)
	}
}
