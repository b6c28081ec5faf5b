package state_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/state"
)

// The past of a session by its document, and by documents that lack fields.
func TestPast(t *testing.T) {
	id := uuid.New()
	const head = `{"schema_version":1,"state_changed_at":"2026-03-01T12:01:05Z","created_at":"2026-03-01T12:00:00Z","updated_by":1,"session_id":"ID","workspace_id":"w",`
	for name, tt := range map[string]struct {
		text      string
		lifecycle session.Lifecycle
		exit      string
	}{
		"missing":                  {"", "", "none"},
		"damaged":                  {"{", "", "none"},
		"newer":                    {`{"schema_version":99}`, "", "none"},
		"running":                  {head + `"state":"running"}`, session.LifecycleRunning, "none"},
		"completed":                {head + `"state":"completed","exit_code":0}`, session.Completed, "0 1m5s"},
		"completed_without_a_code": {head + `"state":"completed"}`, session.Completed, "0 1m5s"},
		"failed":                   {head + `"state":"failed","exit_code":3}`, session.Failed, "3 1m5s"},
		"times_of_the_process":     {head + `"state":"failed","exit_code":3,"started_at":"2026-03-01T12:00:01Z","ended_at":"2026-03-01T12:00:03Z"}`, session.Failed, "3 2s"},
		"signal":                   {head + `"state":"failed","signal":"SIGKILL"}`, session.Failed, "SIGKILL 1m5s"},
		"not_started":              {head + `"state":"failed","reason":"no such file"}`, session.Failed, "no such file 1m5s"},
		"stopped":                  {head + `"state":"stopped","signal":"SIGHUP"}`, session.Stopped, "SIGHUP 1m5s"},
		"stopping":                 {head + `"state":"stopping"}`, session.Stopping, "none"},
		"ended_by_an_old_version":  {head + `"state":"stopped","signal":"SIGHUP","reason":"the host was asked to end"}`, session.LifecycleRunning, "none"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if tt.text != "" {
				text := strings.ReplaceAll(tt.text, "ID", id.String())
				if err := os.WriteFile(filepath.Join(dir, "state.json"), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			past := state.Past(dir, id)
			exit := "none"
			if e := past.Exit; e != nil {
				exit = "0"
				switch {
				case e.Err != "":
					exit = e.Err
				case e.Signal != "":
					exit = e.Signal
				case e.Code != 0:
					exit = "3"
				}
				exit += " " + e.Ended.Sub(e.Started).String()
			}
			if past.Lifecycle != tt.lifecycle || exit != tt.exit {
				t.Errorf("got %q and %s, want %q and %s", past.Lifecycle, exit, tt.lifecycle, tt.exit)
			}
		})
	}
}
