package session

import (
	"slices"
	"strings"
)

// loginVariables name what a login brings and the next one brings anew: where
// windows open, and who sits there. A session outlives the login that it was
// started in. The agent of ssh is not among them: it is found by a path that stays.
var loginVariables = []string{
	"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_SESSION_ID", "DBUS_SESSION_BUS_ADDRESS",
	"SSH_CONNECTION", "SSH_CLIENT", "SSH_ASKPASS", "KRB5CCNAME",
}

// Login is what an environment says of its login: NAME=value for each variable that
// it has, and NAME alone for each that it lacks.
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

// Relogin is an environment with the login of another one, as [Login] gives it.
// Other variables than those of a login stay what they are, whatever it says.
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
