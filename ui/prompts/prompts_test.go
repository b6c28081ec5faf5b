package prompts

import (
	"reflect"
	"testing"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/keys"
	"dormer/workspace"
)

func TestPromptResults(t *testing.T) {
	tab, shell := workspace.TabID{1}, session.ID{2}
	s := workspace.New("work")
	s, _, err := workspace.Apply(s, workspace.OpenTab{View: workspace.MainView, Tab: tab, Index: -1, Record: workspace.Record{ID: shell, Provider: session.Hosted, Lifetime: session.Persistent}, Size: session.Size{Rows: 24, Cols: 80}})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		prompt dialog.Dialog
		typed  string
		want   command.Result
	}{
		{"a_tab", tabName(s, tab), "build ", command.Act(workspace.RenameTab{Tab: tab, Name: "build"})},
		{"unchanged_tab_name", tabName(s, tab), "", command.Result{}},
		{"a_pane", paneName(s, shell), "logs", command.Act(workspace.RenameSession{Session: shell, Name: "logs"})},
		{"a_view", viewName(s, workspace.MainView), "one", command.Act(workspace.RenameView{View: workspace.MainView, Name: "one"})},
		{"a_new_view", newView(), " two", command.Act(workspace.OpenView{View: "two", Name: "two"})},
		{"a_new_view_without_a_name", newView(), " ", command.Result{}},
		{"a_number", tabNumber(3), "2", command.Ask(command.GoToTab{Typed: "2"})},
		{"no_number", tabNumber(3), "", command.Result{}},
		{"a_layout", saveLayout(tab), "wide", command.Ask(command.SaveArrangement{Tab: tab, Name: "wide"})},
		{"a_kill", kill(command.Focus{State: s, KeyOf: func(string) string { return "Ctrl-b x" }}, shell), "y", command.Ask(command.KillPane{Session: shell})},
		{"a_theme", KeepTheme("nord", "theme.name"), "y", command.Ask(command.KeepTheme{Name: "nord"})},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, k := range keys.Typed(tt.typed) {
				if r := tt.prompt.Key(k); r.Done {
					want(t, r, tt.want)
					return
				}
			}
			want(t, tt.prompt.Key(keys.Key{Code: keys.Enter}), tt.want)
		})
	}
}

func want(t *testing.T, got dialog.Result, want command.Result) {
	t.Helper()
	if !got.Done || !reflect.DeepEqual(got.Asks, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestPromptsForMissingTargets(t *testing.T) {
	s := workspace.New("work")
	if tabName(s, workspace.TabID{1}) != nil || endClosed(s, session.ID{1}) != nil {
		t.Error("a prompt for a missing target")
	}
}
