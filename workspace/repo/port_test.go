package repo

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// Each worktree has its own port, always the same, on which nothing else listens.
func TestPort(t *testing.T) {
	dir, top := filepath.Join(newDir(t), "ports"), newDir(t)
	port := func(worktree string) int {
		t.Helper()
		p, err := Repo{}.Port(dir, worktree)
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
	first := port(a) // the directory does not exist, so the port is free for others
	if err := os.Remove(filepath.Join(dir, strconv.Itoa(first))); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(first))
	if err != nil {
		t.Skip("the port is in use:", err)
	}
	defer func() { _ = l.Close() }()
	if second := port(a); second == first {
		t.Errorf("got %d, on which something listens", second)
	}
}

// The port of a deleted worktree is given to another one.
func TestPortOfADeletedWorktree(t *testing.T) {
	dir := filepath.Join(newDir(t), "ports")
	const w = "/nowhere/at/all"
	p, err := Repo{}.Port(dir, w)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, strconv.Itoa(p)), []byte("/nowhere/else"), 0o600); err != nil {
		t.Fatal(err)
	}
	if again, err := (Repo{}).Port(dir, w); err != nil || again != p {
		t.Errorf("got %d, %v; want %d", again, err, p)
	}
}

// A worktree keeps its port when its preferred one becomes free.
func TestPortStays(t *testing.T) {
	dir, w, gone := filepath.Join(newDir(t), "ports"), newDir(t), newDir(t)
	best, err := Repo{}.Port(dir, w)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, strconv.Itoa(best)), gone, 0o600)
	second, err := Repo{}.Port(dir, w)
	if err != nil || second == best {
		t.Fatalf("got %d, %v", second, err)
	}
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	if again, err := (Repo{}).Port(dir, w); err != nil || again != second {
		t.Errorf("had %d, now %d, %v", second, again, err)
	}
}

// A worktree in the trash keeps its port, wherever it was, so that no two worktrees have the same one
// after a restore. The port is free once the worktree was deleted permanently.
func TestPortOfARemovedWorktree(t *testing.T) {
	r, top := newRepo(t), newDir(t)
	dir := filepath.Join(top, "ports")
	for _, at := range []string{filepath.Join(r.Main, "agent", "in"), filepath.Join(top, "beside")} {
		m, err := r.Create(t.Context(), New{Branch: filepath.Base(at), Dir: r.Main, At: at})
		if err != nil {
			t.Fatal(err)
		}
		had, err := r.Port(dir, m.Path)
		if err != nil {
			t.Fatal(err)
		}
		removed(t, r, m.Worktree)
		if taken, err := takenPorts(dir); err != nil || taken[had].worktree != m.Path {
			t.Errorf("%s is in the trash: its port belongs to %+v, %v", m.Path, taken[had], err)
		}
		restored(t, r, m.Branch)
		if again, err := r.Port(dir, m.Path); err != nil || again != had {
			t.Errorf("%s had %d, now %d, %v", m.Path, had, again, err)
		}
		removed(t, r, m.Worktree)
		if _, err := r.EmptyTrash(t.Context(), noon.Add(1), keepNone, false); err != nil {
			t.Fatal(err)
		}
		if taken, err := takenPorts(dir); err != nil || len(taken) > 0 {
			t.Errorf("%s was deleted: %+v, %v", m.Path, taken, err)
		}
	}
}

// A port that an older dormer gave stays, and from then on its file names the repository.
func TestPortGivenByAnOlderDormer(t *testing.T) {
	r, dir := newRepo(t), filepath.Join(newDir(t), "ports")
	w := made(t, r, "fix")
	const port = firstPort + 7
	write(t, filepath.Join(dir, strconv.Itoa(port)), w.Path, 0o600)
	if got, err := r.Port(dir, w.Path); err != nil || got != port {
		t.Errorf("got %d, %v; want %d", got, err, port)
	}
	removed(t, r, w)
	if taken, err := takenPorts(dir); err != nil || taken[port] != (portOwner{w.Path, r.Common}) {
		t.Errorf("its port belongs to %+v, %v", taken[port], err)
	}
}
