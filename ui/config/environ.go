package config

import "strings"

// Environ is an environment as the configuration changes it: SHELL names the
// configured shell. The one that is given stays as it is.
func (p Panes) Environ(env []string) []string {
	if p.Shell == "" {
		return env
	}
	return With(env, "SHELL", p.Shell)
}

// With is an environment with another value for a variable.
func With(env []string, name, value string) []string {
	out := make([]string, 0, len(env)+1)
	for _, kv := range env {
		if !strings.HasPrefix(kv, name+"=") {
			out = append(out, kv)
		}
	}
	return append(out, name+"="+value)
}
