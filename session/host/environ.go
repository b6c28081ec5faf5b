package host

import (
	"slices"
	"strings"

	"dormer/session"
	"dormer/session/shell"
)

// outerTerminal lists the variables that describe the terminal or multiplexer in which dormer
// itself runs; they must not reach children. A name that ends in * is a prefix.
var outerTerminal = []string{
	"TMUX*", "STY", "WINDOW", "ZELLIJ*",
	"TERM", "TERMCAP", "COLORTERM", "TERM_PROGRAM*", "TERM_SESSION_ID", "TERM_FEATURES",
	"TERMINAL_EMULATOR", "LC_TERMINAL*", "LINES", "COLUMNS", "WINDOWID",
	"VTE_*", "KITTY_*", "GHOSTTY_*", "ALACRITTY_*", "WEZTERM_*", "ITERM_*", "KONSOLE_*",
	"XTERM_*", "WT_SESSION", "WT_PROFILE_ID", "TILIX_ID", "TERMINATOR_UUID", "CONTOUR_*", "WARP_*",
	"DORMER_*", "PWD", "OLDPWD",
}

// inherited lists the variables that children do get although they match a pattern above: the place
// of dormer's files, so that the command line finds the same sessions from inside, the user's
// settings for their shells, and the port of the worktree.
var inherited = []string{"DORMER_HOME", "DORMER_PORT", shell.OffVariable}

// environ returns the environment of a session's child: the user's, without the variables of the
// outer terminal and of an agent in which dormer was started, and with those of this terminal.
func environ(spec session.Spec, version, login, dir string) []string {
	env := make([]string, 0, len(spec.Env)+8)
	for _, kv := range spec.Env {
		name, _, ok := strings.Cut(kv, "=")
		if !ok || name == "" || strings.ContainsRune(kv, 0) || describesOuterTerminal(name) || spec.Known.Scrubbed(name) {
			continue
		}
		env = append(env, kv)
	}
	env = setEnv(env, "TERM", "xterm-256color")
	env = setEnv(env, "COLORTERM", "truecolor")
	env = setEnv(env, "TERM_PROGRAM", "dormer")
	env = setEnv(env, "TERM_PROGRAM_VERSION", version)
	env = setEnv(env, "DORMER_SESSION_ID", spec.ID.String())
	env = setEnv(env, "DORMER_WORKSPACE", spec.Workspace)
	env = setEnv(env, "PWD", dir)
	if login != "" {
		env = setEnv(env, "SHELL", login)
	}
	return env
}

func describesOuterTerminal(name string) bool {
	if slices.Contains(inherited, name) {
		return false
	}
	return slices.ContainsFunc(outerTerminal, func(pattern string) bool {
		prefix, many := strings.CutSuffix(pattern, "*")
		return name == prefix || many && strings.HasPrefix(name, prefix)
	})
}

// getEnv returns the last value of name in env, as most programs do with getenv(3), or an empty
// string.
func getEnv(env []string, name string) string {
	for _, kv := range slices.Backward(env) {
		if n, value, ok := strings.Cut(kv, "="); ok && n == name {
			return value
		}
	}
	return ""
}

// setEnv sets the value of name in env.
func setEnv(env []string, name, value string) []string {
	env = slices.DeleteFunc(env, func(kv string) bool {
		n, _, _ := strings.Cut(kv, "=")
		return n == name
	})
	return append(env, name+"="+value)
}
