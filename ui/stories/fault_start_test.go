//go:build linux

package stories

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// A directory that is missing or cannot be entered is replaced by the nearest parent that can, with
// a notice.
func TestF33MissingDirectory(t *testing.T) {
	t.Parallel()
	t.Run("at the start", func(t *testing.T) {
		t.Parallel()
		s := begin(t, drive.Options{Cols: 200, Command: []string{"sh", "-c", "mkdir gone; cd gone; rmdir ../gone; exec " + drive.Build(t)}})
		s.WaitText("gone", "started in "+s.Dir())
		s.run(`echo "at $(pwd)"`, "at "+s.Dir())
	})
	t.Run("cannot be entered", func(t *testing.T) {
		t.Parallel()
		o := ordinary(t)
		shut := filepath.Join(o.Home, "work", "shut")
		makeFor(t, shut)
		o.Dir = filepath.Join(o.Home, "work")
		if len(o.Command) == 0 {
			o.Command = []string{drive.Build(t)}
		}
		o.Command = append(o.Command, "--cwd", shut)
		if err := os.Chmod(shut, 0); err != nil {
			t.Fatal(err)
		}
		s := begin(t, o)
		s.WaitText("may not be entered", "started in "+o.Dir)
		s.run(`echo "at $(pwd)"`, "at "+o.Dir)
	})
}

// A missing shell is replaced by another one, with a notice. A shell that ends at once is not
// started again and again.
func TestF34MissingOrFailingShell(t *testing.T) {
	t.Parallel()
	home := shortHome(t)
	plain := filepath.Join(home, "plain")
	writeAt(t, plain, "#!/bin/sh\n")
	for _, c := range []struct{ name, shell string }{
		{"missing", "/no/such/shell"}, {"not executable", plain}, {"a directory", "/etc"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := begin(t, drive.Options{Cols: 160, Env: []string{"SHELL=" + c.shell}})
			s.WaitText(c.shell+" cannot be executed", "SHELL")
			s.run("echo works $((40+2))", "works 42")
		})
	}
	for _, code := range []string{"0", "1"} {
		t.Run("ends with "+code, func(t *testing.T) {
			t.Parallel()
			home := shortHome(t)
			starts, shell := filepath.Join(home, "starts"), filepath.Join(home, "shell")
			drive.Install(t, shell, []byte("#!/bin/sh\necho x >>"+starts+"\nexit "+code+"\n"))
			s := begin(t, drive.Options{Cols: 160, Home: home, Env: []string{"SHELL=" + shell}})
			s.WaitText("exited with code "+code, "Enter starts it again")
			s.leave()
			r := s.relaunch()
			r.WaitText("exited with code " + code)
			r.leave()
			if n := strings.Count(bytesOf(t, starts), "x"); n < 1 || n > 2 {
				t.Errorf("the shell was started %d times", n)
			}
		})
	}
}

// With missing or odd environment variables the program works, or says in one line what it needs.
// Sessions are found again in another environment.
func TestF35BareEnvironment(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		env  []string
	}{
		{"no PATH", []string{"PATH="}},
		{"PATH unset", []string{"PATH"}},
		{"TERM unknown", []string{"TERM=bogus"}},
		{"no HOME", []string{"HOME"}},
		{"LANG=C", []string{"LANG=C", "LC_ALL=C"}},
		{"no SHELL", []string{"SHELL"}},
		{"nothing but TERM", []string{"PATH", "HOME", "SHELL", "LANG", "LC_ALL"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := begin(t, drive.Options{Env: c.env})
			s.run("echo works $((40+2)) $TERM", "works 42 xterm-256color")
			before := s.waitProcesses(1)
			s.leave()
			r := &story{drive.Start(t, drive.Options{Home: s.Home(), Dir: s.Dir()}), t}
			r.WaitText("works 42")
			r.run("clear; echo again $((40+2))", "again 42")
			r.sameProcesses("in another environment", before)
		})
	}
	dormer := drive.Build(t)
	for script, word := range map[string]string{
		"exec env -i " + dormer:            "TERM is not set",
		"exec env -i TERM=xterm " + dormer: "set HOME",
		"TERM=dumb exec " + dormer:         "dumb",
	} {
		s := &story{drive.Start(t, drive.Options{Cols: 200, Command: []string{"sh", "-c", script}}), t}
		s.oneSentence(1, word)
	}
}

// The runtime directory of a login is removed at logout. The next program and the command line find
// the sessions, with another runtime directory or with none.
func TestF35RuntimeDirectoryGoesAtLogout(t *testing.T) {
	t.Parallel()
	home := shortHome(t)
	login := filepath.Join(home, "login")
	if err := os.Mkdir(login, 0o700); err != nil {
		t.Fatal(err)
	}
	env := []string{"DORMER_HOME", "HOME=" + home, "XDG_STATE_HOME=" + home + "/state", "XDG_CONFIG_HOME=" + home + "/config"}
	bashrc := filepath.Join(home, ".bashrc")
	writeAt(t, bashrc, "PS1='$ '\n"+shellHelp+"\n")
	writeAt(t, filepath.Join(home, ".bash_profile"), ". ~/.bashrc\n")
	s := open(t, drive.Options{Home: home, Env: append(env, "XDG_RUNTIME_DIR="+login)})
	s.name("precious")
	s.run("clear; echo pid $$ .")
	pid := s.WaitMatch(`pid (\d+) \.`)[1]
	s.leave()
	if err := os.RemoveAll(login); err != nil {
		t.Fatal(err)
	}
	again := filepath.Join(home, "again")
	if err := os.Mkdir(again, 0o700); err != nil {
		t.Fatal(err)
	}
	ps := exec.Command(drive.Build(t), "ps")
	ps.Env = []string{"HOME=" + home, "XDG_STATE_HOME=" + home + "/state", "XDG_RUNTIME_DIR=" + again}
	if out, err := ps.CombinedOutput(); err != nil || !strings.Contains(string(out), "precious") || !strings.Contains(string(out), "running") {
		t.Errorf("ps: %v\n%s", err, out)
	}
	r := begin(t, drive.Options{Home: home, Env: append(env, "XDG_RUNTIME_DIR="+again)})
	r.WaitText("pid " + pid)
	r.run("clear; echo still $$ .", "still "+pid+" .")
	r.leave()
	if n := len(drive.Hosts(home)); n != 1 {
		t.Errorf("%d hosts, want 1", n)
	}
}

// Homes with long paths and with any bytes in them work.
func TestF36LongAndOddPaths(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, below string }{
		{"longer than a socket's path may be", strings.Repeat("long", 40)},
		{"blanks, a newline and letters of all kinds", "a  b\nc'\"$(x) ü 漢"},
		{"no UTF-8", "a\xff\xfeb"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := open(t, drive.Options{Home: filepath.Join(shortHome(t), c.below), Cols: 120})
			s.name("shell")
			s.run("clear; echo works $((40+2))", "works 42")
			before := s.waitProcesses(1)
			s.leave()
			r := s.relaunch()
			r.WaitText("works 42")
			r.sameProcesses("after the relaunch", before)
		})
	}
}

// Without a terminal the program says so and exits, and leaves nothing behind.
func TestF37NoTerminal(t *testing.T) {
	t.Parallel()
	dormer := drive.Build(t)
	for _, c := range []struct{ script, word string }{
		{`"$DORMER" </dev/null`, "standard input"},
		{`"$DORMER" | cat`, "standard output"},
		{`"$DORMER" <&-`, "standard input"},
		{`"$DORMER" >&-`, "standard output"},
	} {
		home := shortHome(t)
		s := &story{drive.Start(t, drive.Options{Home: home, Cols: 200, FirstRun: true, Env: []string{"DORMER=" + dormer},
			Command: []string{"bash", "-o", "pipefail", "-c", c.script}}), t}
		s.oneSentence(1, c.word)
		if hosts := drive.Hosts(home); len(hosts) != 0 {
			t.Errorf("%s: hosts %v are left", c.script, hosts)
		}
		if _, err := os.Stat(filepath.Join(home, "state")); err == nil {
			t.Errorf("%s: something was created", c.script)
		}
	}
}
