package lists

import (
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/ui/attention"
	"dormer/ui/buffers"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/labels"
	"dormer/workspace"
)

// workspaceOf returns lists for a workspace with a tab of two panes, a tab of one pane and a closed
// tab.
func workspaceOf(t *testing.T) Lists {
	t.Helper()
	state := workspace.New("work")
	size := session.Size{Rows: 24, Cols: 80}
	record := func(n byte, name string) workspace.Record {
		return workspace.Record{
			ID: session.ID{n}, Name: name, Dir: "/home/me/" + name, Provider: session.Hosted, Lifetime: session.Persistent,
			Source: session.Source{Dir: "/home/me/" + name},
		}
	}
	for _, a := range []workspace.Action{
		workspace.OpenTab{View: workspace.MainView, Tab: workspace.TabID{1}, Index: -1, Record: record(1, "api"), Size: size},
		workspace.SplitPane{Tab: workspace.TabID{1}, At: session.ID{1}, Side: workspace.Right, Record: record(2, "logs")},
		workspace.OpenTab{View: workspace.MainView, Tab: workspace.TabID{2}, Index: -1, Record: record(3, "web"), Size: size},
		workspace.OpenTab{View: workspace.MainView, Tab: workspace.TabID{3}, Index: -1, Record: record(4, "old"), Size: size},
		workspace.CloseTab{Tab: workspace.TabID{3}, At: time.Unix(1000, 0)},
	} {
		next, _, err := workspace.Apply(state, a)
		if err != nil {
			t.Fatal(err)
		}
		state = next
	}
	known := func(id session.ID) labels.Session {
		if id != (session.ID{2}) {
			return labels.Session{}
		}
		return labels.Session{State: attention.MarkBell, Branch: "main"}
	}
	made := &labels.Labels{State: state, Home: "/home/me", Now: time.Unix(1001, 0), Of: known}
	return Lists{Labels: made, Pane: session.ID{3}, Dirs: []string{"/src", "/home/me/api"}}
}

// maker returns zero values.
type maker struct{}

func (maker) NewTab() workspace.TabID                  { return workspace.TabID{} }
func (maker) NewRecord(command.Focus) workspace.Record { return workspace.Record{} }
func (maker) Now() time.Time                           { return time.Unix(1000, 0) }

// drawn returns items as a list shows them, one per line.
func drawn(items []dialog.Item) string {
	var b strings.Builder
	for _, it := range items {
		line := strings.Repeat("  ", it.Depth) + strings.Join(strings.Fields(it.Mark+" "+it.Text+" | "+it.Detail+" | "+it.Right), " ")
		b.WriteString("\n" + strings.TrimRight(line, " |"))
	}
	return b.String()
}

func TestLists(t *testing.T) {
	l, away := workspaceOf(t), workspaceOf(t)
	next, _, err := workspace.Apply(away.State, workspace.ArchiveSession{Session: session.ID{2}, At: away.Now})
	if err != nil {
		t.Fatal(err)
	}
	away.State = next
	tests := []struct {
		name  string
		items []dialog.Item
		want  string
	}{
		{"tree", l.Tree(nil), `
! 1 logs | 2 panes
  api | ~/api
  ! logs | ~/logs main
2 web | ~/web
↶ old | closed tab, can be brought back | 4:59`},
		{"tree_with_remarks", l.Tree(func(id session.ID) string { return "runs" })[:2], `
! 1 logs | 2 panes
  api | ~/api | runs`},
		{"sessions_without_the_active_one", l.Sessions(), `
api | ~/api | 1 logs
! logs | ~/logs | 1`},
		{"closed", l.Closed(), `
↶ old | closed tab | 4:59`},
		{"archived", away.archived(), `
logs | Session is archived, ~/logs | just now`},
		{"directories", l.Directories(), `
+ ~/api | opens a tab there
+ ~/logs | opens a tab there
+ /src | opens a tab there`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := drawn(tt.items); got != tt.want {
				t.Errorf("got%s\nwant%s", got, tt.want)
			}
		})
	}
}

// Recently used commands come first, disabled ones last with the reason.
func TestCommands(t *testing.T) {
	l := Commands{
		Focus: command.Focus{Maker: maker{}, KeyOf: func(name string) string { return name }, Table: command.NewTable(nil)},
		KeyOf: func(string) string { return "" }, Used: []string{"help", "overview"},
	}
	items := l.List("")
	if items[0].ID != "command help" || items[1].ID != "command overview" {
		t.Errorf("first are %s and %s", items[0].ID, items[1].ID)
	}
	last := items[len(items)-1]
	if last.Disabled == "" || last.Detail != last.Disabled {
		t.Errorf("last is %+v", last)
	}
	if got := l.Written("tab.rename logs"); len(got) != 1 || got[0].Disabled == "" || !got[0].Sure {
		t.Errorf("a command with arguments and no tab is %+v", got)
	}
}

func TestOtherLists(t *testing.T) {
	l := workspaceOf(t)
	at := time.Unix(941, 0)
	tests := []struct {
		name  string
		items []dialog.Item
		want  string
	}{
		{"tabs_to_move_into", l.moveInto(command.AskMovePane{Session: session.ID{3}, From: workspace.TabID{2}, View: workspace.MainView}), "\n1 logs"},
		{"other_views", l.otherViews(command.ChooseView{From: "other"}), "\nmain | 2 tabs"},
		{"what_happened", l.eventItems([]attention.Entry{
			{Serial: 1, Session: session.ID{1}, Reason: attention.Rang, At: at, Text: "rang the bell"},
			{Serial: 2, Session: session.ID{1}, Reason: attention.Rang, At: at, Text: "rang", Read: true},
		}), "\n! api | rang the bell | 1m ago\napi | rang | 1m ago, seen"},
		{"copied_texts", l.texts([]buffers.Buffer{{Number: 1, Text: "one\ntwo", At: at}, {Number: 2, Text: "x", At: at}}, session.ID{}), "\none | 2 lines | 1m ago\nx | | 1m ago"},
		{"templates", l.templatesIn("/home/me/t", []string{"dev"}, ".toml"), "\ndev | ~/t/dev.toml"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := drawn(tt.items); got != tt.want {
				t.Errorf("the list is %q, want %q", got, tt.want)
			}
		})
	}
}
