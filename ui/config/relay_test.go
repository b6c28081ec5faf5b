package config

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

// The relay's table, with the agents for its roles.
func TestRelayTable(t *testing.T) {
	c, problems := Parse("f", []byte(`[relay]
listen = "0.0.0.0:4000"
max_sessions = 5
one_per_agent = false
on_disconnect = "10m"
hosts = ["box.example"]
[relay.roles]
auth = "claude"
db-2 = "opencode"
`))
	want := Relay{"0.0.0.0:4000", 5, false, Disconnect{true, 10 * time.Minute}, 64, 100, []string{"box.example"}, nil}
	got := c.Relay
	roles := got.Roles
	got.Roles = nil
	if len(problems) > 0 || got.Listen != want.Listen || got.Max != 5 || got.OnePerAgent || got.Disconnect != want.Disconnect || !slices.Equal(got.Hosts, want.Hosts) {
		t.Errorf("%+v (%v), want %+v", got, problems, want)
	}
	if !maps.Equal(roles, map[string]string{"auth": "claude", "db-2": "opencode"}) || c.From["relay.roles.auth"].Line != 8 {
		t.Errorf("roles are %v at %v", roles, c.From["relay.roles.auth"])
	}
	for word, want := range map[string]Disconnect{"keep": {}, "end": {End: true}, "0s": {End: true}, "1h": {true, time.Hour}} {
		if c, problems := Parse("f", []byte("[relay]\non_disconnect = \""+word+"\"\n")); len(problems) > 0 || c.Relay.Disconnect != want {
			t.Errorf("%s is %+v (%v), want %+v", word, c.Relay.Disconnect, problems, want)
		}
	}
	for text, want := range map[string]string{
		"[relay]\non_disconnect = \"stop\"\n":    `use "keep", "end" or a time`,
		"[relay.roles]\n\"../x\" = \"claude\"\n": "up to 64 letters",
		"[relay.roles]\nauth = \"\"\n":           "the name of an agent",
		"[relay.roles]\nauth = 1\n":              "relay.roles.auth",
		"[relay]\nrole = 1\n":                    `unknown key "relay.role"`,
	} {
		if _, problems := Parse("f", []byte(text)); len(problems) != 1 || !strings.Contains(problems[0].Error(), want) {
			t.Errorf("%q: %v, want %q", text, problems, want)
		}
	}
}
