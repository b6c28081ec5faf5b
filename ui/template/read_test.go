package template

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"dormer/ui/config"
	"dormer/workspace"
)

// env has two directories.
var env = Env{File: "/src/blog/dev.toml", Home: "/home/me", IsDir: func(dir string) bool {
	return dir == "/src/blog" || strings.HasPrefix(dir, "/src/blog/app") || strings.HasPrefix(dir, "/home/me") || dir == "/var/log"
}, Agent: config.Default().Agents.Find}

func parsed(t testing.TB, text string) Template {
	t.Helper()
	got, problems := Parse([]byte(text), env)
	if err := errors.Join(problems...); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return got
}

// described returns a template in the notation of the workspace package's tests: a split of axis
// Row in [], of axis Column in {}, weights after *, the focus as !, and for each pane what it runs
// or types, and where.
func described(t Template) string {
	var b strings.Builder
	for _, v := range t.Views {
		fmt.Fprintf(&b, "(%s%s", v.Title, mark(v.Focus))
		for i := range v.Tabs {
			describeTab(&b, &v.Tabs[i])
		}
		b.WriteString(")")
	}
	return b.String()
}

func mark(focus bool) string {
	if focus {
		return "!"
	}
	return ""
}

func describeTab(b *strings.Builder, t *Tab) {
	fmt.Fprintf(b, " %s%s:", t.Title, mark(t.Focus))
	if t.Zoom {
		b.WriteString("z")
	}
	describeNode(b, t.Root)
	for _, f := range t.Floats {
		b.WriteString("~")
		describePane(b, &f.Pane)
		if f.Hidden {
			b.WriteString("?")
		}
		if f.Frame != (workspace.Frame{}) {
			fmt.Fprintf(b, "@%d,%d,%d,%d", f.Frame.X, f.Frame.Y, f.Frame.W, f.Frame.H)
		}
	}
}

func describeNode(b *strings.Builder, n *Node) {
	if n.Pane != nil {
		describePane(b, n.Pane)
		return
	}
	ends := []string{"[", "]"}
	if n.Axis == workspace.Column {
		ends = []string{"{", "}"}
	}
	b.WriteString(ends[0])
	for i, c := range n.Children {
		if i > 0 {
			b.WriteString(" ")
		}
		describeNode(b, c.Node)
		if c.Weight != 1 {
			fmt.Fprintf(b, "*%d", c.Weight)
		}
	}
	b.WriteString(ends[1])
}

func describePane(b *strings.Builder, p *Pane) {
	fmt.Fprintf(b, "%s%s", p.Title, mark(p.Focus))
	if len(p.Command) > 0 {
		fmt.Fprintf(b, "%q", p.Command)
	}
	if len(p.Type) > 0 {
		fmt.Fprintf(b, "<%q", p.Type)
	}
	if len(p.Env) > 0 {
		fmt.Fprintf(b, "$%q", p.Env)
	}
	if p.Restart != "" {
		b.WriteString("%" + string(p.Restart))
	}
	if p.NoHistory {
		b.WriteString("-history")
	}
	if p.Worktree != (Branch{}) {
		b.WriteString(" of " + p.Worktree.Name + " of " + p.Worktree.Repository)
		if p.Worktree.From != "" {
			b.WriteString(" from " + p.Worktree.From)
		}
	}
	if p.Dir != "/src/blog" && p.Dir != "" {
		b.WriteString(" in " + p.Dir)
	}
}

func TestParse(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"one_shell", "[[tabs]]", "( :!)"},
		{"title", "title = \"blog\"\n[[tabs]]\ntitle = \"ed\"\ncommand = \"vim .\"", `( ed:!["vim" "."])`},
		{"command_for_a_shell", "[[tabs]]\ncommand = 'make 2>&1 | tee log'", `( :!["/bin/sh" "-c" "make 2>&1 | tee log"])`},
		{"command_as_words", "[[tabs]]\ncommand = [\"less\", \"a b\", \"\"]", `( :!["less" "a b" ""])`},
		{"typed", "[[tabs]]\ntype = \"make | less\"", `( :!<["make | less"])`},
		{"typed_lines", "[[tabs]]\ntype = [\"cd x\", \"ls\"]", `( :!<["cd x" "ls"])`},
		{"row", "[[tabs]]\n[[tabs.panes]]\n[[tabs.panes]]", "( :[! ])"},
		{"column", "[[tabs]]\naxis = \"column\"\npanes = [{ title = \"a\" }, { title = \"b\", focus = true, size = 3 }]", "( :{a b!*3})"},
		{"split_in_a_split", "[[tabs]]\n[[tabs.panes]]\ntitle=\"a\"\n[[tabs.panes]]\naxis=\"column\"\n[[tabs.panes.panes]]\ntitle=\"b\"\n[[tabs.panes.panes]]\ntitle=\"c\"", "( :[a! {b c}])"},
		{"split_the_same_way_in_a_split", "[[tabs]]\npanes = [{ title = \"a\", size = 1 }, { size = 2, panes = [{ title = \"b\" }, { title = \"c\", size = 3 }] }]", "( :[a!*349525 b*174763 c*524288])"},
		{"a_split_of_one", "[[tabs]]\npanes = [{ panes = [{ title = \"a\" }] }]", "( :a!)"},
		{"percent", "[[tabs]]\npanes = [{ size = \"50%\" }, { size = \"12.5%\" }, {}, {}]", "( :[!*5000 *1250 *1875 *1875])"},
		{"float", "[[tabs]]\n[[tabs.floats]]\ntitle=\"f\"\nfocus=true", "( :~f!)"},
		{"float_in_a_place", "[[tabs]]\n[[tabs.floats]]\nx=\"10%\"\ny=\"5%\"\nwidth=\"90%\"\nheight=\"50%\"\nhidden=true", "( :!~?@1000,500,9000,5000)"},
		{"float_by_its_width", "[[tabs]]\nfloats = [{ width = \"20%\" }]", "( :!~@4000,2000,2000,6000)"},
		{"float_beyond_the_edge", "[[tabs]]\nfloats = [{ x = \"100%\", width = \"20%\" }]", "( :!~@9999,2000,1,6000)"},
		{"zoom", "[[tabs]]\nzoom = true\npanes = [{}, { focus = true }]", "( :z[ !])"},
		{"focused_tab", "[[tabs]]\n[[tabs]]\nfocus = true", "( :! !:!)"},
		{"directories", "directory = \"app\"\n[[tabs]]\ndirectory = \"x\"\n[[tabs.panes]]\ndirectory = \"../y\"\n[[tabs.panes]]\ndirectory = \"~/z\"\n[[tabs.panes]]\ndirectory = \"/var/log\"\n[[tabs.panes]]",
			"( :[! in /src/blog/app/y  in /home/me/z  in /var/log  in /src/blog/app/x])"},
		{"worktree", "[[tabs]]\nworktree = \"fix\"", "( :! of fix of /src/blog)"}, // S3-70
		{"worktrees", "worktree = \"fix\"\n[[tabs]]\n[[tabs.panes]]\ndirectory = \"a/b\"\nworktree = \"other\"\n[[tabs.panes]]\n[[tabs.panes]]\ndirectory = \"/var/log\"\n",
			"( :[! of other of /src/blog in a/b  of fix of /src/blog  in /var/log])"},
		{"worktree_from_a_commit", "[[tabs]]\nworktree = { branch = \"fix\", from = \"origin/main\" }", "( :! of fix of /src/blog from origin/main)"},
		{"worktree_of_a_repository", "[[tabs]]\nworktree = { repository = \"~/src\", branch = \"fix\" }\ndirectory = \"a\"\n[[tabs.panes]]\ndirectory = \"..\"\n[[tabs.panes]]\ndirectory = \"b\"", "( :[! of fix of /home/me/src  of fix of /home/me/src in a/b])"},
		{"environment", "env = { A = \"1\", B = 2 }\n[[tabs]]\n[[tabs.panes]]\nenv = { A = \"x=y\" }\n[[tabs.panes]]", `( :[!$["B=2" "A=x=y"] $["A=1" "B=2"]])`},
		{"history", "[[tabs]]\nhistory = false\n[[tabs]]\nhistory = true", "( :!-history :!)"},
		{"restart", "[[tabs]]\ncommand = \"serve\"\nrestart = \"always\"\n[[tabs]]\nrestart = \"ask\"", `( :!["serve"]%always :!%ask)`},
		{"views", "[[tabs]]\n[[views]]\ntitle=\"logs\"\nfocus=true\n[[views.tabs]]\ntitle=\"a\"\n[[views.tabs]]\ntitle=\"b\"", "( :!)(logs! a:! b:!)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := described(parsed(t, tt.text)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestParseReportsErrors(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"no_toml", "[[tabs]]\ntitle = ", "dev.toml:2:"},
		{"empty", "title = \"x\"", "dev.toml: it has no tabs: write [[tabs]]"},
		{"misspelt", "[[tabs]]\ntitel = \"x\"", `dev.toml:2:1: unknown key "titel" of a tab: did you mean "title"?`},
		{"misspelt_in_a_pane", "[[tabs]]\n[[tabs.panes]]\n  comand = \"x\"", `dev.toml:3:3: unknown key "comand" of a pane: did you mean "command"?`},
		{"misspelt_table", "[[tabs]]\n[[tabs.paness]]", `dev.toml:2:8: unknown key "paness" of a tab: did you mean "panes"?`},
		{"elsewhere", "[[tabs]]\n[[tabs.panes]]\nzoom = true\n[[tabs.panes]]", `dev.toml:3:1: "zoom" is not a key of a pane: it belongs to a tab`},
		{"nowhere", "colour = 3\n[[tabs]]", `dev.toml:1:1: unknown key "colour" of the file: its keys are directory, env, tabs, title, views, worktree`},
		{"tabs_is_not_a_list", "[tabs]", "dev.toml:1:2: tabs: it is a list of tables: write a header like [[tabs]]"},
		{"panes_is_not_a_list", "[[tabs]]\npanes = 3", "dev.toml:2:1: panes: it is a list of tables"},
		{"history", "[[tabs]]\nhistory = \"no\"", `dev.toml:2:1: history: "no" is neither true nor false`},
		{"restart", "[[tabs]]\nrestart = \"yes\"", `dev.toml:2:1: restart: "yes" is neither "always" (it starts again by itself) nor "ask" (on Enter)`},
		{"restart_of_panes", "[[tabs]]\nrestart = \"ask\"\npanes = [{}, {}]", "dev.toml:2:1: restart: a tab with panes in it has none of its own"},
		{"agent", "[[tabs]]\nagent = \"cluade\"", `dev.toml:1:3: agent: there is no agent "cluade": did you mean "claude"?`},
		{"agent_kind", "[[tabs]]\nagent = [\"claude\"]", `dev.toml:2:1: agent: `},
		{"prompt_of_nobody", "[[tabs]]\nprompt = \"go\"", `dev.toml:1:3: prompt: there is no agent to ask: write agent = "claude"`},
		{"prompt_for_aider", "[[tabs]]\nagent = \"aider\"\nprompt = \"go\"", `dev.toml:1:3: prompt: aider takes no prompt when it is started: type it when it waits`},
		{"agent_of_a_split", "[[tabs]]\nagent = \"claude\"\npanes=[{},{}]", "dev.toml:2:1: agent: a tab with panes in it has none of its own: write it in one of them"},
		{"axis", "[[tabs]]\naxis = \"colunm\"\npanes=[{},{}]", `dev.toml:2:1: axis: "colunm" is not a valid value: did you mean "column"?`},
		{"axis_of_nothing", "[[tabs]]\naxis = \"column\"", "dev.toml:2:1: axis: a tab without panes has no axis: write [[...panes]] below it"},
		{"command_of_a_split", "[[tabs]]\ncommand = \"x\"\npanes=[{},{}]", "dev.toml:2:1: command: a tab with panes in it has none of its own: write it in one of them"},
		{"title_of_a_split", "[[tabs]]\npanes=[{},{ title = \"x\", panes = [{},{}] }]", "title: a pane with panes in it has none of its own"},
		{"command", "[[tabs]]\ncommand = \" \"", `dev.toml:2:1: command: it names no program`},
		{"command_kind", "[[tabs]]\ncommand = 3", `command: 3 is not a string`},
		{"zero", "[[tabs]]\ntype = \"\\u0000\"", `contains a NUL character`},
		{"title", "[[tabs]]\ntitle = \"\\u001b[2J\"", `title: "\x1b[2J" contains control characters`},
		{"truth", "[[tabs]]\nzoom = \"yes\"", `zoom: "yes" is neither true nor false`},
		{"size", "[[tabs]]\npanes=[{size=0},{}]", "size: 0 is not between 1 and"},
		{"size_kind", "[[tabs]]\npanes=[{size=\"wide\"},{}]", "size: wide is not a size"},
		{"too_many_percent", "[[tabs]]\npanes=[{size=\"60%\"},{size=\"60%\"}]", "dev.toml:2:22: size: the sizes add up to 120%, more than 100%"},
		{"no_room_for_the_others", "[[tabs]]\npanes=[{size=\"100%\"},{}]", "the sizes add up to 100%, more than 100%"},
		{"two_kinds_of_size", "[[tabs]]\npanes=[{size=\"60%\"},{size=2}]", "dev.toml:2:22: size: a pane beside it has a size in percent"},
		{"float_in_cells", "[[tabs]]\nfloats=[{x=3}]", `x: 3 is not a percentage: write it like "30%"`},
		{"float_without_room", "[[tabs]]\nfloats=[{width=\"0%\"}]", "width: a float of 0% has no room"},
		{"float_not_a_number", "[[tabs]]\nfloats=[{width=\"nan%\"}]", "width: nan% is not a percentage"},
		{"two_foci", "[[tabs]]\npanes=[{focus=true},\n{focus=true}]", "dev.toml:3:2: focus: only one may have it, and an earlier one does"},
		{"two_focused_tabs", "[[tabs]]\nfocus=true\n[[tabs]]\nfocus=true", "dev.toml:4:1: focus: only one may have it, and an earlier one does"},
		{"hidden_focus", "[[tabs]]\nfloats=[{focus=true,hidden=true}]", "focus: a hidden float cannot have it"},
		{"zoomed_alone", "[[tabs]]\nzoom=true", "zoom: the tab has one pane"},
		{"directory", "[[tabs]]\ndirectory = \"nowhere\"", "dev.toml:2:1: directory: there is no directory /src/blog/nowhere: make it, or name another"},
		{"worktree_without_a_name", "[[tabs]]\nworktree = \"\"", `dev.toml:2:1: worktree: name a branch: worktree = "fix-login"`},
		{"worktree_without_a_branch", "[[tabs]]\nworktree = { repository = \"app\" }", `dev.toml:2:1: worktree: name a branch: worktree = "fix-login"`},
		{"worktree_kind", "[[tabs]]\nworktree = 3", `dev.toml:2:1: worktree: 3 is not a string`},
		{"worktree_of_nothing", "[[tabs]]\nworktree = { repository = \"nowhere\", branch = \"x\" }", "dev.toml:2:1: worktree: there is no directory /src/blog/nowhere: name one of the repository"},
		{"worktree_key", "[[tabs]]\nworktree = { brunch = \"x\", branch = \"x\" }", `unknown key "brunch" of a worktree: did you mean "branch"?`},
		{"out_of_the_worktree", "[[tabs]]\nworktree = \"x\"\ndirectory = \"../y\"", "dev.toml:3:1: directory: ../y is not in the worktree: name a directory below it"},
		{"env", "env = \"A=b\"\n[[tabs]]", `dev.toml:1:1: env: it is a table: write env = { NAME = "value" }`},
		{"env_name", "env = { \"A=B\" = \"c\" }\n[[tabs]]", `dev.toml:1:9: env: "A=B" is not the name of a variable`},
		{"env_value", "env = { A = [1] }\n[[tabs]]", `env: [1] is not a string`},
		{"view_without_title", "[[views]]\n[[views.tabs]]", "dev.toml:1:3: a view needs a title"},
		{"view_without_tabs", "[[tabs]]\n[[views]]\ntitle=\"x\"", `dev.toml:2:3: view "x" has no tabs`},
		{"too_many", strings.Repeat("[[tabs]]\n", 501), "it has 501 panes, but a template may have at most 500"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, problems := Parse([]byte(tt.text), env)
			if len(problems) != 1 || !strings.Contains(problems[0].Error(), tt.want) {
				t.Errorf("got %v, want %q", problems, tt.want)
			}
			if got.Panes() > 0 {
				t.Errorf("it returns a template nevertheless: %s", described(got))
			}
		})
	}
}

// All mistakes are reported at once.
func TestParseReportsAllErrors(t *testing.T) {
	_, problems := Parse([]byte("titel=\"x\"\n[[tabs]]\naxsi=\"row\"\n[[tabs.floats]]\nx=3"), env)
	if len(problems) != 3 {
		t.Errorf("got %v", problems)
	}
}

// Every template that can be read opens, and the result can be written and read again.
func FuzzParse(f *testing.F) {
	f.Add("[[tabs]]\ntitle=\"x\"\npanes=[{size=1},{axis=\"column\",panes=[{},{}]}]\nfloats=[{x=\"1%\"}]")
	f.Add("env={A=1}\n[[views]]\ntitle=\"v\"\n[[views.tabs]]\nzoom=true\npanes=[{},{focus=true}]")
	f.Add("[[tabs]]\npanes=[{panes=[{panes=[{},{}]},{}]},{size=\"3%\"}]")
	f.Fuzz(func(t *testing.T, text string) {
		got, problems := Parse([]byte(text), Env{File: "/t.toml", Home: "/home/me"})
		for _, p := range problems {
			if p.Error() == "" {
				t.Error("a problem without a message")
			}
		}
		if len(problems) > 0 {
			return
		}
		s := openedIn(t, workspace.New("w"), got)
		again, problems := Parse(Of(s, nil).Encode("/home/me"), Env{File: "/t.toml", Home: "/home/me"})
		if len(problems) > 0 {
			t.Fatalf("%v in\n%s", problems, Of(s, nil).Encode("/home/me"))
		}
		if got, want := described(Of(openedIn(t, workspace.New("w"), again), onFix)), described(Of(s, onFix)); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	})
}

// The example on the page can be parsed, and the page documents every key.
func TestTemplatesPageMatchesTheParser(t *testing.T) {
	page, err := os.ReadFile("../../docs/templates.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(string(page), "```toml\n")
	example, _, _ = strings.Cut(example, "```")
	anywhere := env
	anywhere.IsDir = nil
	got, problems := Parse([]byte(example), anywhere)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	const want = `( editor:!["vim" "."]$["STAGE=dev"] server!:[<["make serve"]$["STAGE=dev"]*6000 {["/bin/sh" "-c" "tail -f *.log | grep -v debug"]$["STAGE=dev"] in /src/blog/log notes!$["STAGE=dev"]}*4000]~["htop"]$["STAGE=dev"]?@5000,500,4500,4000)(mail :!<["cd ~" "mutt"]$["STAGE=dev"])`
	if described(got) != want {
		t.Errorf("got  %s\nwant %s", described(got), want)
	}
	for key := range placesOf {
		if !strings.Contains(string(page), "`"+key+"`") {
			t.Errorf("the page does not document %s", key)
		}
	}
}
