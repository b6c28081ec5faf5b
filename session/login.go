package session

import (
	"slices"
	"strings"
)

// loginVariables are the environment variables that belong to a login and differ in the next one:
// where windows open, and who is logged in. A session outlives the login in which it was started.
// The variables of ssh's agent are not included, because its path stays the same.
var loginVariables = []string{
	"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_SESSION_ID", "DBUS_SESSION_BUS_ADDRESS",
	"SSH_CONNECTION", "SSH_CLIENT", "SSH_ASKPASS", "KRB5CCNAME",
}

// Login returns the login variables of an environment: NAME=value for each that is set, and NAME
// alone for each that is not.
func Login(env []string) []string {
	login := make([]string, 0, len(loginVariables))
	for _, name := range loginVariables {
		said := name
		for _, kv := range env {
			if strings.HasPrefix(kv, name+"=") {
				said = kv
			}
		}
		login = append(login, said)
	}
	return login
}

// Relogin returns env with the login variables replaced by those of login, which is in the format
// of [Login]. Other variables in login are ignored.
func Relogin(env, login []string) []string {
	out := slices.Clone(env)
	for _, said := range login {
		name, _, has := strings.Cut(said, "=")
		if !slices.Contains(loginVariables, name) || strings.ContainsRune(said, 0) {
			continue
		}
		out = slices.DeleteFunc(out, func(kv string) bool { return strings.HasPrefix(kv, name+"=") })
		if has {
			out = append(out, said)
		}
	}
	return out
}
