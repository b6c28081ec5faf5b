package host

import (
	"path/filepath"

	"dormer/session"
	"dormer/session/shell"
)

// ScriptsBeside returns the directory of the shells' scripts, next to the directory of the
// sessions' files. All sessions of a user share it.
func ScriptsBeside(sessions string) string {
	return filepath.Join(filepath.Dir(filepath.Clean(sessions)), "shell")
}

// integrate makes a shell mark its prompts and commands (OSC 133). If the scripts cannot be
// written, the shell starts without them, and a notice says why.
func (l *childPlan) integrate(spec session.Spec, scripts string) {
	if scripts == "" || spec.PlainShell || getEnv(spec.Env, shell.OffVariable) == "off" {
		return
	}
	start := shell.Start{Path: l.path, Argv: l.argv, Env: l.env}
	if _, known := shell.Integrate(start, "/"); !known {
		return
	}
	dir, err := shell.Files(scripts)
	if err != nil {
		l.note(err.Error() + "; the shell starts without it")
		return
	}
	start, _ = shell.Integrate(start, dir)
	l.argv, l.env = start.Argv, start.Env
}
