package command

import (
	"reflect"
	"testing"
	"time"

	"dormer/session"
	"dormer/workspace"
)

type fixedTime struct{ Maker }

func (fixedTime) Now() time.Time { return time.Date(2026, 11, 22, 20, 30, 0, 0, time.UTC) }

func TestLogging(t *testing.T) {
	pane := session.ID{1}
	at := Focus{Home: "/home/me", Pane: pane, Dir: "/src", Maker: fixedTime{}}
	at.Tab.Root = workspace.Leaf(pane)
	at.State.Sessions = map[session.ID]workspace.Record{pane: {ID: pane, Name: "my/../build: now"}}
	table := NewTable(nil)
	for _, tt := range []struct {
		line string
		want LogPane
	}{
		{"pane.log", LogPane{Session: pane, File: "/home/me/dormer-build-20261122-203000.log", Toggle: true}},
		{"pane.log out.log", LogPane{Session: pane, File: "/src/out.log"}},
		{"pane.log ~/out.log", LogPane{Session: pane, File: "/home/me/out.log"}},
		{"pane.pipe", LogPane{Session: pane}},
		{"pane.pipe 'cat >x'", LogPane{Session: pane, Command: "cat >x"}},
		{"pane.pipe -o grep error", LogPane{Session: pane, Command: "grep error", Toggle: true}},
		{"pipe-pane -o 'cat >x'", LogPane{Session: pane, Command: "cat >x", Toggle: true}},
		{"pipe-pane", LogPane{Session: pane}},
	} {
		c, err := table.Parse(tt.line)
		if err != nil {
			t.Errorf("%s: %v", tt.line, err)
			continue
		}
		if got := c.Resolve(at); !reflect.DeepEqual(got.Request, tt.want) {
			t.Errorf("%s: got %+v, want %+v", tt.line, got, tt.want)
		}
	}
	for _, line := range []string{"pane.log a b", "pane.pipe -o"} {
		if c, err := table.Parse(line); err == nil && c.Check() == nil {
			t.Errorf("%s: it is accepted", line)
		}
	}
}
