//go:build linux

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"dormer/session/catalogue"
	"dormer/ui/testing/drive"
)

// run runs dormer in a home and returns what it prints.
func run(t *testing.T, home string, args ...string) string {
	t.Helper()
	cmd := exec.Command(drive.Build(t), args...)
	cmd.Env = append(os.Environ(), "DORMER_HOME="+home)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("dormer %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func rows(t *testing.T, home string) []catalogue.Row {
	t.Helper()
	var list struct{ Sessions []catalogue.Row }
	if err := json.Unmarshal([]byte(run(t, home, "ps", "--json")), &list); err != nil {
		t.Fatal(err)
	}
	return list.Sessions
}

// The sessions of a workspace are listed as its own, wherever they are in it, and are never orphans: not
// after they were closed, and not after the program was killed.
//
// S3-15.
func TestSessionsOfAWorkspaceAreItsOwn(t *testing.T) {
	p := drive.Start(t, drive.Options{})
	t.Cleanup(func() { run(t, p.Home(), "kill", "--all") })
	p.WaitText("$ ")
	p.Prefix("c")
	p.WaitFor("the second shell", func(sc drive.Screen) bool { return sc.Contains("2 work") && sc.Contains("$ ") })
	p.WaitDocument("two tabs", func(d drive.Document) bool { return len(d.Tabs()) == 2 })
	all := rows(t, p.Home())
	if len(all) != 2 {
		t.Fatalf("got %d sessions, want 2: %+v", len(all), all)
	}
	for _, r := range all {
		if r.Workspace != "default" || r.Residency != "active" || r.Runtime != "running" || r.Clients != 1 || r.ChildPID != p.Children()[r.ID] {
			t.Errorf("got %+v", r)
		}
	}
	p.Prefix("&")
	p.WaitDocument("one tab closed", func(d drive.Document) bool { return len(d.Undo) == 1 })
	p.Kill()
	places := map[string]int{}
	closed := ""
	for _, r := range rows(t, p.Home()) {
		places[string(r.Residency)]++
		if r.Residency == "pendingUndo" {
			closed = r.ID
		}
		if r.Runtime != "running" {
			t.Errorf("got %+v", r)
		}
	}
	if places["active"] != 1 || places["pendingUndo"] != 1 {
		t.Errorf("residencies: %v", places)
	}
	if got := run(t, p.Home(), "gc", "--now"); got != "remove the socket of a dormer that is gone\n" {
		t.Errorf("gc prints %q", got)
	}
	if got := len(rows(t, p.Home())); got != 2 {
		t.Errorf("%d sessions left, want 2", got)
	}
	a := drive.Start(t, drive.Options{Home: p.Home(), Args: []string{"attach", closed}, Cols: 120})
	a.WaitText("this session is closed and ends in 4m ", "bring it back in workspace default to keep it")
	a.Press("x")
	a.WaitGone("this session is closed")
	a.Prefix("d")
	if got := a.WaitExit(); got != 0 {
		t.Errorf("exit status %d", got)
	}
}

// A command can name the session of a pane whose process and host are gone, since the pane still exists.
func TestACommandForAPaneWithoutAHost(t *testing.T) {
	p := drive.Start(t, drive.Options{})
	t.Cleanup(func() { run(t, p.Home(), "kill", "--all") })
	p.WaitText("$ ")
	all := rows(t, p.Home())
	if len(all) != 1 {
		t.Fatalf("got %d sessions, want 1: %+v", len(all), all)
	}
	if err := syscall.Kill(all[0].PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	drive.Eventually(t, "it has no host", func() bool {
		all := rows(t, p.Home())
		return len(all) == 1 && all[0].PID == 0
	})
	run(t, p.Home(), "do", "--target", all[0].ID, "tab.rename", "logs")
	p.WaitText("logs")
	if r := rows(t, p.Home()); len(r) != 1 || r[0].Runtime != "exited" {
		t.Errorf("got %+v", r)
	}
}
