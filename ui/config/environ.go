package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"dormer/ui/config/located"
)

// Variable returns the name of the environment variable that overrides the option:
// DORMER_UNDO_TIME for undo.time.
func (o Option) Variable() string { return variable(o.Key) }

// variablePrefix begins the name of each option's variable.
const variablePrefix = "DORMER_"

func variable(key string) string {
	return variablePrefix + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// SetFrom sets options from environment variables, which override the file. It returns a [Problem]
// for each mistake. Empty variables are ignored.
func (c *Config) SetFrom(env []string) (problems []error) {
	options := Options()
	for _, kv := range env {
		name, value, _ := strings.Cut(kv, "=")
		if value == "" || name != idleTimeout && !strings.HasPrefix(name, variablePrefix) {
			continue // do not compare every variable with all options
		}
		i := slices.IndexFunc(options, func(o Option) bool { return o.Variable() == name })
		switch {
		case name == idleTimeout:
			if err := c.setIdleTimeout(value); err != nil {
				problems = append(problems, Problem{At: Place{File: name}, Err: err})
			}
		case i < 0:
			if err := unknownVariable(name); err != nil {
				problems = append(problems, Problem{Err: err})
			}
		default:
			o, at := options[i], Place{File: name}
			if err := o.setText(c, value); err != nil {
				problems = append(problems, Problem{At: at, Err: err})
				continue
			}
			c.From[o.Key] = at
		}
	}
	return problems
}

// idleTimeout is the variable that sets sessions.end_idle in minutes.
const idleTimeout = "AGENT_SESSION_IDLE_TIMEOUT"

func (c *Config) setIdleTimeout(value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > 30*24*60 {
		return fmt.Errorf("%q is not a number of minutes: use a number such as 30, or 0 for never", value)
	}
	c.Sessions.EndIdle = time.Duration(n) * time.Minute
	c.From["sessions.end_idle"] = Place{File: idleTimeout}
	return nil
}

// setText sets the option to a text without quotes, or to a value in the syntax of the file.
func (o Option) setText(c *Config, value string) error {
	f := o.field(c)
	err := f.set(value)
	if err == nil {
		return nil
	}
	if t, wrong := located.Read("", []byte("value = "+value)); wrong == nil && len(t.Keys) == 1 {
		return f.set(t.Keys[0].Value)
	}
	return err
}

// unknownVariable returns an error for a variable that looks like that of an option; nil for others.
func unknownVariable(name string) error {
	if !slices.ContainsFunc(tables(), func(table string) bool { return strings.HasPrefix(name, variable(table)+"_") }) {
		return nil
	}
	var names []string
	for _, o := range Options() {
		names = append(names, o.Variable())
	}
	if best, ok := Nearest(name, names); ok {
		return fmt.Errorf("unknown variable %s: did you mean %s?", name, best)
	}
	return fmt.Errorf("unknown variable %s: dormer config show lists all keys", name)
}

// Environ returns the environment of a session: env with the session's own variables. SHELL is the
// configured shell, and VISUAL the configured editor if the session is an editor's. Environ does not
// change env.
func (p Panes) Environ(env, own []string, edits bool) []string {
	if p.Shell != "" {
		env = With(env, "SHELL", p.Shell)
	}
	if p.Editor != "" && edits {
		env = With(env, "VISUAL", p.Editor)
	}
	for _, kv := range own {
		name, value, _ := strings.Cut(kv, "=")
		env = With(env, name, value)
	}
	return env
}

// With returns an environment with a variable set to value.
func With(env []string, name, value string) []string {
	out := make([]string, 0, len(env)+1)
	for _, kv := range env {
		if !strings.HasPrefix(kv, name+"=") {
			out = append(out, kv)
		}
	}
	return append(out, name+"="+value)
}
