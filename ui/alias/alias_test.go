package alias_test

import (
	"slices"
	"strings"
	"testing"

	"dormer/ui/alias"
	"dormer/ui/command"
)

// Every alias names an existing command.
func TestAliasesNameExistingCommands(t *testing.T) {
	table := command.NewTable(nil)
	known := func(name string) bool { return table.Named(name) != nil }
	for _, name := range alias.Names() {
		commands := alias.Commands(name)
		for _, c := range commands {
			if !known(c) {
				t.Errorf("%s is an alias of %q", name, c)
			}
		}
		if len(commands) == 0 && alias.OnCommandLine(name) == "" {
			t.Errorf("%s is an alias of no command", name)
		}
	}
	for command, phrases := range alias.Words {
		if !known(command) {
			t.Errorf("%q names %q", phrases, command)
		}
		if phrases != strings.ToLower(phrases) {
			t.Errorf("%q has capitals, but typed text is compared in lower case", phrases)
		}
	}
}

func TestTranslate(t *testing.T) {
	for line, want := range map[string]string{
		"split-window -h":                     "pane.split-right",
		"split-window":                        "pane.split-below",
		"splitw -hc /tmp":                     "pane.split-right --cwd /tmp",
		"split-window -h -c /tmp -- top -d 1": "pane.split-right --cwd /tmp -- top -d 1",
		"split-window -h top -d 1":            "pane.split-right -- top -d 1",
		"new-window -nlogs":                   "tab.new --name logs",
		"neww -n logs -c /var tail":           "tab.new --name logs --cwd /var -- tail",
		"NewTab":                              "tab.new",
		"SplitWindow -h":                      "pane.split-right",
		"resize-pane -R 5":                    "pane.resize right 5",
		"resize-pane -R":                      "pane.resize-right",
		"resizep -Z":                          "pane.zoom",
		"swap-window -t -1":                   "tab.move-left",
		"select-window -t work:3":             "tab.select 3",
		"select-window -t=3":                  "tab.select 3",
		"select-pane -T my logs":              "pane.rename my logs",
		"rename-window my logs":               "tab.rename my logs",
		"select-layout main-vertical":         "layout.main-left",
		"move-pane left":                      "pane.swap left",
		"new-pane -d down":                    "pane.split-below",
		"new-pane --direction down":           "pane.split-below",
		"new-tab --name x":                    "tab.new --name x",

		"split-window -p 30":      "split-window takes no -p here, but -h, -v and -c",
		"split-window -c":         "split-window: -c needs a value",
		"kill-pane -a":            "kill-pane takes no -a here: leave it out",
		"next-window now":         `next-window takes no "now" here, but -a`,
		"kill-server":             "kill-server: dormer kill --all ends all sessions",
		"swap-pane":               "swap-pane can be pane.swap-previous or pane.swap-next: name the one you mean, or add -U or -D",
		"swap-pane -s 1":          "swap-pane takes no -s here, but -U and -D",
		"resize-pane -R -U":       "resize-pane takes no -R beside what else is given: leave it out",
		"select-layout -R":        "select-layout takes no -R here, but even-horizontal, even-vertical, main-horizontal, main-vertical, tiled, -E and -n",
		"no-such-thing":           `unknown command "no-such-thing"`,
		"":                        "no command is named",
		"split-window -h -c /a -": `pane.split-right --cwd /a -- -`,
	} {
		words, err := alias.Translate(strings.Fields(line))
		got := strings.Join(words, " ")
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", line, got, want)
		}
	}
	if got, _ := alias.Translate([]string{"split-window", "tail -f log | less"}); !slices.Equal(got, []string{"pane.split-below", "--", "/bin/sh", "-c", "tail -f log | less"}) {
		t.Errorf("a command in one word: %q", got)
	}
}
