//go:build linux

package stories

import (
	"testing"

	"dormer/ui/testing/drive"
)

// A shell in a pane has a controlling terminal and job control, as after a login.
func TestShellJobControl(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"bash", "dash"} {
		t.Run(shell, func(t *testing.T) {
			t.Parallel()
			needs(t, shell, "setsid", "stty")
			s := open(t, drive.Options{Cols: 100})
			if shell != "bash" {
				s.Type("clear; PS1='here$ ' exec " + shell + " -i\n")
				s.prompt("of "+shell, func(sc drive.Screen) bool { return sc.Row(1) == "here$" })
			}
			s.run("clear; tty; [ -t 0 ] && [ -t 1 ] && [ -t 2 ] && echo all $((40+2))", "/dev/pts/", "all 42")
			s.run("clear; ps -o tpgid=,pgid=,sid=,pid= -p $$ | awk '{print ($2 == $3 && $3 == $4) ? \"it le\" \"ads\" : \"it follows\"}'", "it leads")
			s.run("clear; case $(pwd) in "+s.Dir()+") echo there $((40+2));; esac", "there 42")
			s.run("clear; stty size; stty -a | tr ' ' '\\n' | grep -c -x -e isig -e icanon -e echo -e opost | sed 's/^/modes /'", "22 100", "modes 4")
			s.run("clear; grep -c 'SigIgn:.0000000000000000' /proc/self/status | sed 's/^/heeds all: /'", "heeds all: 1")

			s.run("clear; sh -c 'echo asleep $((40+2)); exec sleep 1000'", "asleep 42")
			s.Press("ctrl+z")
			s.prompt("of the shell that a job was stopped in", anywhere)
			s.run("clear; jobs; echo listed $((40+2))", "topped", "listed 42")
			s.run("clear; bg; jobs; echo listed $((41+2))", "unning", "listed 43")
			s.Type("clear; fg\n")
			s.WaitFor("the job", func(sc drive.Screen) bool { return sc.Contains("sleep 1000") && !sc.Contains("listed") })
			s.Press("ctrl+c")
			s.prompt("after the interrupt", anywhere)
			sc := s.run("clear; jobs; echo none $((40+2))", "none 42")
			if sc.Contains("sleep 1000") {
				t.Errorf("the job still runs\n%s", sc.Boxed())
			}

			s.run(`clear; sh -c 'trap "echo quit \$((40+2)); exit" QUIT; echo ready $((40+2)); while :; do sleep 0.05; done'`, "ready 42")
			s.Press("ctrl+\\")
			s.WaitText("quit 42")
			s.prompt("after the quit", anywhere)
			s.run(`clear; sh -c 'trap "stty size" WINCH; echo ready $((41+2)); while :; do sleep 0.05; done'`, "ready 43")
			s.Resize(30, 90)
			s.WaitText("28 90")
			s.Press("ctrl+c")
			s.prompt("after the resize", anywhere)
			s.run("clear; sh -c 'echo reads $((40+2)); cat; echo read $((40+2))'", "reads 42")
			s.Press("ctrl+d")
			s.WaitText("read 42")
		})
	}
}
