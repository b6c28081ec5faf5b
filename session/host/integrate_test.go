package host_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/host"
	"dormer/session/wire"
)

// shells are the shells with integration, each with the name of a user's start-up file.
var shells = []struct{ name, rc string }{
	{"bash", ".bash_profile"},
	{"zsh", ".zshrc"},
	{"fish", ".config/fish/config.fish"},
}

// plainPrompt has the lines that set the prompt in the start-up files of these tests.
var plainPrompt = map[string]string{
	"bash": "PS1='$ '\n", "zsh": "PS1='$ '\n",
	"fish": "function fish_prompt; printf '$ '; end\nset -g fish_greeting\nfunction fish_right_prompt; end\n",
}

// home makes a home with a start-up file, beside a directory for the scripts. A shell must never
// evaluate its name.
func home(t *testing.T, rc, text string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "a  b'\"$(echo x >&2)`echo y >&2` ü\\")
	path := filepath.Join(dir, rc)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// login starts a login shell in a home; change edits its spec.
func login(t *testing.T, name, home string, change func(*session.Spec)) *testViewer {
	t.Helper()
	spec := specOf()
	spec.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "HOME=" + home, "SHELL=" + need(t, name)}
	spec.Dir = home
	if change != nil {
		change(&spec)
	}
	return openSpec(t, spec, host.Options{Grace: 2 * time.Second, Scripts: filepath.Join(home, "scripts")})
}

// run types a command and returns the shell's report of it when it has ended.
func (s *testViewer) run(line string) wire.Command {
	s.t.Helper()
	s.Input([]byte(line + "\r"))
	e, _ := s.Event("the end of "+line, func(e client.Event) bool {
		d, ok := e.(wire.CommandDone)
		return ok && strings.Contains(d.Command.Line, line)
	}).(wire.CommandDone)
	s.Events = nil
	return e.Command
}

// prompted waits for the first prompt.
func (s *testViewer) prompted() { s.t.Helper(); s.Shows("$") }

// A shell with only its user's own files reports its commands, how they ended, and its directory.
func TestShellsReportTheirCommands(t *testing.T) {
	t.Parallel()
	for _, sh := range shells {
		t.Run(sh.name, func(t *testing.T) {
			t.Parallel()
			at := home(t, sh.rc, plainPrompt[sh.name])
			s := login(t, sh.name, at, nil)
			s.prompted()
			if c := s.run("echo it works"); c.Line != "echo it works" || !c.HasExitCode || c.ExitCode != 0 {
				t.Errorf("got %+v", c)
			}
			if c := s.run("sh -c 'exit 42'"); c.ExitCode != 42 {
				t.Errorf("got %+v", c)
			}
			if c := s.run("sh -c 'kill -TERM $$'"); c.ExitCode != 143 {
				t.Errorf("got %+v", c)
			}
			odd := filepath.Join(at, "o d%d;ä")
			if err := os.Mkdir(odd, 0o700); err != nil {
				t.Fatal(err)
			}
			s.run("cd 'o d%d;ä'")
			s.Until("the directory is told", func() bool { return s.host.ReportedDir() == odd })
			if c := s.run("echo ü; true"); c.Line != "echo ü; true" || c.ExitCode != 0 {
				t.Errorf("got %+v", c)
			}
			if got := strings.Count(s.Text(), "133"); got != 0 {
				t.Errorf("the screen shows marks:\n%s", s.Text())
			}
		})
	}
}

// facts are commands with which a shell writes its variables, options and traps to a file.
var facts = map[string]string{
	"bash": `{ echo "$0 $-"; shopt; set -o; trap -p; env | sort; declare -p HISTFILE; echo "${BASH_VERSINFO[0]}"; history | wc -l; jobs; } >%s`,
	"zsh":  `{ echo "$0 $-"; setopt; trap; env | sort; typeset -p HISTFILE; echo $ZDOTDIR; } >%s`,
	"fish": `begin; status is-login; echo $status; env | sort; echo dirs $XDG_DATA_DIRS $ZDOTDIR; end >%s`,
}

// Integration changes nothing about a shell but its reports: neither options nor environment nor how
// it was invoked.
func TestIntegrationLeavesShellsUnchanged(t *testing.T) {
	t.Parallel()
	for _, sh := range shells {
		t.Run(sh.name, func(t *testing.T) {
			t.Parallel()
			at := home(t, sh.rc, plainPrompt[sh.name])
			told := func(file string, plain bool) string {
				s := login(t, sh.name, at, func(spec *session.Spec) { spec.PlainShell = plain })
				s.prompted()
				s.Input([]byte(strings.Replace(facts[sh.name], "%s", file, 1) + "; echo wro''te\r"))
				s.Shows("wrote")
				text, err := os.ReadFile(filepath.Join(at, file))
				if err != nil {
					t.Fatal(err)
				}
				return withoutSession(string(text))
			}
			want, got := told("plain", true), told("speaking", false)
			if got != want {
				t.Errorf("with integration:\n%s\nwithout:\n%s", got, want)
			}
			if !strings.Contains(want, "HOME=") {
				t.Errorf("the shell wrote nothing:\n%s", want)
			}
		})
	}
}

// withoutSession removes the parts that differ between sessions.
func withoutSession(text string) string {
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool {
		return strings.HasPrefix(line, "DORMER_SESSION_ID=") || strings.HasPrefix(line, "_=")
	})
	return strings.Join(lines, "\n")
}

// preexecLike works like bash-preexec, on which atuin and others build: at the first prompt it treats
// the first line of PROMPT_COMMAND as the whole, and sets a DEBUG trap.
const preexecLike = `__bp_imported=defined
__bp_first='trap - DEBUG
__bp_install'
__bp_before() { local was=$? f; for f in "${precmd_functions[@]}"; do (exit $was); $f; done; }
__bp_after() { typed=1; }
__bp_debug() {
	local line
	[[ -n ${typed-} ]] || return
	typed=
	while read -r line; do [[ $line != "$BASH_COMMAND" ]] || return; done <<<"$PROMPT_COMMAND"
	for line in "${preexec_functions[@]}"; do $line; done
}
__bp_install() {
	[[ $PROMPT_COMMAND != *__bp_before* ]] || return 1
	trap __bp_debug DEBUG
	PROMPT_COMMAND=$'__bp_before\n'"${PROMPT_COMMAND//$__bp_first}"$'\n__bp_after'
	__bp_before
	__bp_after
}
PROMPT_COMMAND=$'mine=$?\n'$__bp_first
precmd_functions=() preexec_functions=()
`

// Hooks, traps and options of a bash user work as without integration.
func TestBashHooksOfTheUser(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, rc, line, want string }{
		{"prompt_command_sees_the_status", "PROMPT_COMMAND='echo was=$?'\n", "(exit 7)", "was=7"},
		{"prompt_command_list", "PROMPT_COMMAND=('echo one=$?' 'echo two=$?')\n", "(exit 7)", "two=7"},
		{"prompt_command_ends_with_semicolon", "PROMPT_COMMAND='echo was=$? ; '\n", "(exit 7)", "was=7"},
		{"status_at_the_prompt", "", "(exit 9)\recho was=$?", "was=9"},
		{"prompt_that_is_made_anew", "PROMPT_COMMAND='PS1=\"new $ \"'\n", "echo was=here", "was=here"},
		{"errexit", "set -e\n", "! true\recho was=alive", "was=alive"},
		{"nounset", "set -u\n", "echo was=fine", "was=fine"},
		{"posix_by_hand", "", "set -o posix\recho was=posix", "was=posix"},
		{"debug_trap", "n=0; trap 'n=$((n+1))' DEBUG\nPROMPT_COMMAND='n=0'\n", ":; :; echo was=$n", "was=3"},
		{"err_trap", "trap 'echo err=$?' ERR\n", "(exit 3)\recho was=once", "was=once"},
		{"exit_trap", "trap 'echo was=trapped' EXIT\n", "exit", "was=trapped"},
		{"nested_shell", "export PROMPT_COMMAND=true\n", "bash --norc\recho was=nested", "was=nested"},
		{"nested_login_shell", "", "bash -l\recho was=login", "was=login"},
		{"files_read_again", "PROMPT_COMMAND='echo was=$?'\n", ". ~/.bash_profile\r(exit 5)", "was=5"},
		{"files_read_again_and_again", "PROMPT_COMMAND='k=$((k+1))'\n", ". ~/.bash_profile\r. ~/.bash_profile\rk=0\recho was=$k", "was=1"},
		{"prompt_command_assigned_anew", "PROMPT_COMMAND='k=old'\n", "PROMPT_COMMAND='k=new$k'\rk=\recho was=$k", "was=new"},
		{"prompt_command_that_takes_in_the_one_before", "PROMPT_COMMAND='k=${k}old'\n", "PROMPT_COMMAND=\"k=new;$PROMPT_COMMAND\"\rk=\recho was=$k", "was=newold"},
		{"bash-preexec", preexecLike + "pre() { n=$((n+1)); }; preexec_functions+=(pre)\n", ":\r:\rn=0\recho was=$n", "was=1"},
		{"bash-preexec_sees_the_status", preexecLike + "before() { k=$k$?; }; precmd_functions+=(before)\n", "k=\r(exit 7)\r(exit 4)\recho was=$k", "was=074"},
		{"unset_hooks", "", "unset PROMPT_COMMAND PS0\recho was=unset", "was=unset"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := login(t, "bash", home(t, ".bash_profile", plainPrompt["bash"]+tt.rc), nil)
			s.prompted()
			s.Input([]byte(tt.line + "\r"))
			s.Shows("\n" + tt.want)
			for _, bad := range []string{"__dormer", "not found", "unbound", "133"} {
				if strings.Contains(s.Text(), bad) {
					t.Errorf("the screen shows %q:\n%s", bad, s.Text())
				}
			}
			if strings.Count(s.Text(), "err=") > 1 {
				t.Errorf("the trap ran for commands that are not the user's:\n%s", s.Text())
			}
		})
	}
}

// A shell that already marks its prompts does not mark them twice.
func TestNothingIsMarkedTwice(t *testing.T) {
	t.Parallel()
	own := map[string]string{
		"bash": `PS1='\[\e]133;A\a\]$ \[\e]133;B\a\]'; PS0='\e]133;C\a'; PROMPT_COMMAND='printf "\e]133;D;%s\a" $?'` + "\n",
		"zsh":  `PS1=$'%{\e]133;A\a%}$ %{\e]133;B\a%}'; preexec() { printf '\e]133;C\a' }; precmd() { printf '\e]133;D;%s\a' $? }` + "\n",
		"fish": plainPrompt["fish"] + `function fish_prompt; printf '\e]133;A\a$ \e]133;B\a'; end
function pre --on-event fish_preexec; printf '\e]133;C\a'; end
function post --on-event fish_postexec; printf '\e]133;D;%s\a' $status; end` + "\n",
	}
	for _, sh := range shells {
		t.Run(sh.name, func(t *testing.T) {
			t.Parallel()
			s := login(t, sh.name, home(t, sh.rc, own[sh.name]), nil)
			s.prompted()
			if c := s.run("sh -c 'exit 3'"); c.ExitCode != 3 {
				t.Errorf("got %+v", c)
			}
			s.run("echo again")
			_, kinds := marksShown(t, s.host)
			for _, twice := range []string{"AA", "CC"} {
				if strings.Contains(kinds, twice) {
					t.Errorf("marks %s: some are doubled", kinds)
				}
			}
		})
	}
}

// With integration switched off, by the session or by the user, the shell stays unchanged.
func TestShellsAreLeftAlone(t *testing.T) {
	t.Parallel()
	switches := map[string]func(*session.Spec){
		"session":     func(spec *session.Spec) { spec.PlainShell = true },
		"environment": func(spec *session.Spec) { spec.Env = append(spec.Env, "DORMER_SHELL_INTEGRATION=off") },
	}
	for name, off := range switches {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at := home(t, ".bash_profile", plainPrompt["bash"])
			s := login(t, "bash", at, off)
			s.prompted()
			s.Input([]byte("echo \"<${PROMPT_COMMAND[*]}$PS0>\"\r"))
			s.Shows("\n<>")
			if _, err := os.Stat(filepath.Join(at, "scripts")); err == nil {
				t.Error("the scripts were written nevertheless")
			}
		})
	}
}

// The directory of an inner shell without marks is followed, and that of the outer shell when it is
// back.
func TestTheDirectoryOfAShellInTheShell(t *testing.T) {
	t.Parallel()
	at := home(t, ".bash_profile", plainPrompt["bash"])
	s := login(t, "bash", at, nil)
	s.prompted()
	for _, dir := range []string{"one", "two"} {
		if err := os.Mkdir(filepath.Join(at, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	is := func(dir string) func() bool {
		return func() bool {
			var got string
			s.View(func(r *client.Replica) { got = r.Dir() })
			return got == dir
		}
	}
	s.Input([]byte("cd one\r"))
	s.Until("the directory is told", is(filepath.Join(at, "one")))
	s.Input([]byte("PS1='inner: ' sh\r"))
	s.Shows("\ninner:")
	s.Input([]byte("cd ../two\r"))
	s.Until("the inner shell is followed", is(filepath.Join(at, "two")))
	s.Input([]byte("exit\r"))
	s.Until("the outer shell counts again", is(filepath.Join(at, "one")))
	s.Input([]byte("PS1='instead: ' exec sh\r"))
	s.Shows("\ninstead:")
	s.Input([]byte("cd ../two\r"))
	s.Until("the shell that took the place of the first is followed", is(filepath.Join(at, "two")))
}
