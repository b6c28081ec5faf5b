//go:build linux

package solo_test

import (
	"testing"

	"dormer/ui/testing/drive"
)

// A read-only viewer types nothing, changes no size, and leaves as usual.
func TestReadOnly(t *testing.T) {
	u := newUser(t)
	p := u.shell(drive.Options{})
	other := u.open(drive.Options{Rows: 10, Cols: 40}, "attach", "--read-only", "sh")
	other.WaitText("$")
	other.Type("echo typed\n")
	other.WaitText("this session is attached read-only")
	p.Type("stty size; echo se''en\n")
	p.WaitText("24 80")
	if p.Screen().Contains("typed") {
		t.Errorf("the shell got input:\n%s", p.Screen().Boxed())
	}
	other.Prefix("d")
	leaves(t, other, 0, `\[left session sh`)
}

// attach --create creates a session, shows an existing one, and starts an ended one again.
func TestAttachOrCreate(t *testing.T) {
	u := newUser(t)
	p := u.open(drive.Options{}, "attach", "--create", "notes", "--", "sh", "-c", "echo began; read line; exit 3")
	p.WaitText("began")
	p.Prefix("d")
	leaves(t, p, 0, `\[left session notes`)
	p = u.open(drive.Options{}, "attach", "--create", "notes", "--", "false")
	p.WaitText("began")
	p.Press("enter")
	leaves(t, p, 3, `exited with code 3`)
	p = u.open(drive.Options{}, "attach", "--create", "notes")
	p.WaitFor("the second start", func(s drive.Screen) bool { return s.Count("began") == 2 })
	p.Press("enter")
	leaves(t, p, 3, `exited with code 3`)
}

// S0-28: Enter starts a session that was created without being started.
func TestEnterStartsTheCreatedSession(t *testing.T) {
	u := newUser(t)
	u.run("new", "--no-start", "--name", "later", "--", "sh", "-c", "echo began; exec cat")
	p := u.open(drive.Options{}, "attach", "later")
	p.WaitText("is not started yet: Enter starts it")
	p.Press("enter")
	p.WaitText("began")
	p.Prefix("d")
	leaves(t, p, 0, `\[left session later`)
}

// A temporary session ends when it is left and leaves nothing.
func TestTemporary(t *testing.T) {
	u := newUser(t)
	p := u.open(drive.Options{}, "new", "--temporary", "--name", "tmp", "--", "sh", "-c", "echo began; exec cat")
	p.WaitText("began")
	p.Prefix("d")
	leaves(t, p, 0, `\[left session tmp, which is ending\]`)
	if got := u.run("ps", "--all", "--json"); got != "{\n  \"schema\": 1,\n  \"sessions\": []\n}\n" {
		t.Errorf("it is still listed: %s", got)
	}
}

// A running session is restarted only after yes.
func TestRestartAsks(t *testing.T) {
	u := newUser(t)
	u.run("new", "-d", "--name", "job", "--", "sh", "-c", "echo $$; exec cat")
	p := u.open(drive.Options{}, "restart", "job")
	p.WaitText("[y/N]")
	p.Type("n\n")
	leaves(t, p, 0, `\[y/N\] n`)
	p = u.open(drive.Options{}, "restart", "job")
	p.WaitText("[y/N]")
	p.Type("y\n")
	leaves(t, p, 0, `started job \([0-9a-f]{8}\) again`)
}

// ps --watch shows changes as they happen and leaves the terminal as it was.
func TestWatchSessions(t *testing.T) {
	u := newUser(t)
	u.run("new", "-d", "--name", "first", "--", "cat")
	p := u.open(drive.Options{}, "ps", "--watch")
	p.WaitMatch(`first +cat +cat +running`)
	u.run("new", "-d", "--name", "second", "--tag", "ci", "--", "cat")
	p.WaitMatch(`second +cat #ci +cat +running`)
	u.run("tag", "first", "web")
	p.WaitMatch(`first +cat #web +cat +running`)
	u.run("kill", "second")
	p.WaitGone("second")
	p.Resize(3, 60)
	p.WaitText("first")
	p.Type("q")
	leaves(t, p, 0, `.*`)
}
