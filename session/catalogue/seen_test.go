package catalogue_test

import (
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/catalogue"
	"dormer/session/wire"
)

// A list shows whether somebody has seen what an agent has done, if a program shows the agent.
func TestAgentsThatWereSeen(t *testing.T) {
	for _, tt := range []struct {
		name    string
		state   agent.State
		tracked *catalogue.Tracked
		want    string
		seen    string
	}{
		{"seen", agent.Done, &catalogue.Tracked{Open: true}, " done  ", `"seen": true`},
		{"not_seen", agent.Done, &catalogue.Tracked{Open: true, Asks: true}, " done, not seen  ", `"seen": false`},
		{"not_seen_before_it_was_left", agent.Failed, &catalogue.Tracked{Asks: true}, " error, not seen  ", `"seen": false`},
		{"nobody_looks", agent.Done, &catalogue.Tracked{}, " done  ", `"seen": null`},
		{"of_no_workspace", agent.Done, nil, " done  ", `"seen": null`},
		{"works_on", agent.Working, &catalogue.Tracked{Open: true, Asks: true}, " working  ", `"seen": false`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := &catalogue.Entry{ID: session.ID{1}, Tracked: tt.tracked, Info: &wire.InfoReply{AgentState: agent.Verdict{State: tt.state}}}
			l := catalogue.Listing{Entries: []*catalogue.Entry{e}}
			var text, rows strings.Builder
			if err := l.WriteAgents(&text, time.Now()); err != nil || !strings.Contains(text.String(), tt.want) {
				t.Errorf("%v: %q is not in\n%s", err, tt.want, text.String())
			}
			if err := l.WriteAgentsJSON(&rows); err != nil || !strings.Contains(rows.String(), tt.seen) {
				t.Errorf("%v: %s is not in\n%s", err, tt.seen, rows.String())
			}
		})
	}
}
