package ui

import (
	"strings"
	"testing"

	"dormer/session"
	"dormer/ui/remote"
	"dormer/workspace"
)

// A command with arguments is typed into the palette as on the command line, also by tmux's name.
func TestPaletteRunsCommandsWithArguments(t *testing.T) {
	for typed, want := range map[string]string{"tab.rename my logs": "", "tab.rename 'my logs'": "my logs", ">tab.rename logs": "logs", "rename-window logs": "logs"} {
		w := newWorld(t, standard)
		w.press("ctrl+b", ":")
		w.typed(typed)
		it, _ := w.top().Selected()
		w.press("enter")
		if want == "" {
			if !strings.Contains(it.Disabled, "write tab.rename [NAME]") || w.m.dialog() == nil {
				t.Errorf("%s: %+v", typed, it)
			}
			continue
		}
		if got := w.m.activeTab().Name; got != want {
			t.Errorf("%s: the tab's name is %q, the item was %+v", typed, got, it)
		}
	}
}

// A command with missing or wrong arguments shows which it takes.
func TestPaletteShowsArgumentsOfACommand(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", ":")
	for _, typed := range []string{"pane.resize", "pane.resize sideways", "tab.select three"} {
		w.press("ctrl+u")
		w.typed(typed)
		name := strings.Fields(typed)[0]
		if it, _ := w.top().Selected(); !strings.Contains(it.Disabled, "; write "+name+" ") || !strings.HasPrefix(it.Text, name) {
			t.Errorf("%s: %+v", typed, it)
		}
	}
}

// paletteTable has typed texts and the command that each selects. A command after "!" is disabled
// and says why. A text with "-" selects nothing.
const paletteTable = `
split-window -h        pane.split-right
split-window -v        pane.split-below
split-window           pane.split-below
splitw -h              pane.split-right
split-window -h htop   pane.split-right -- htop
new-window             tab.new
new-window -n logs     tab.new --name logs
kill-window            tab.close
rename-window logs     tab.rename logs
next-window            tab.next
previous-window        tab.previous
last-window            tab.last
select-window -t 2     tab.select 2
select-window -t :2    tab.select 2
kill-pane              pane.kill
select-pane -L         pane.focus-left
select-pane -R         pane.focus-right
select-pane -U         pane.focus-up
select-pane -D         pane.focus-down
select-pane -l         pane.last
resize-pane -R 5       pane.resize right 5
resize-pane -L         pane.resize-left
resize-pane -Z         pane.zoom
swap-pane -U           pane.swap-previous
swap-pane -D           pane.swap-next
break-pane             pane.break
display-panes          pane.numbers
copy-mode              copy
copy-mode -u           copy.page-up
paste-buffer           paste
choose-buffer          paste.choose
choose-tree            overview
list-keys              help
detach-client          leave
detach                 leave
select-layout tiled    layout.tiled
select-layout even-horizontal layout.even-columns
next-layout            layout.next
rotate-window          layout.rotate
rotate-window -D       layout.rotate-back
synchronize-panes      sync.tab
setw synchronize-panes sync.tab
source-file            config.reload
clear-history          history.clear
respawn-pane           session.start
display-popup          float.new
rename-session work    view.rename work
switch-client -n       view.next
NewTab                 tab.new
new-tab                tab.new
NewPane                pane.split-right
CloseTab               tab.close
close-pane             pane.close
ToggleFocusFullscreen  pane.zoom
ToggleFloatingPanes    float.hide
edit-scrollback        history.edit
move-focus left        pane.focus-left
new window             tab.new
new tab                tab.new
new                    tab.new
open tab               tab.new
rename tab             tab.rename
rename window          tab.rename
rename                 tab.rename
close tab              tab.close
close pane             pane.close
close                  pane.close
close window           tab.close
kill                   pane.kill
kill pane              pane.kill
terminate              pane.kill
split                  pane.split-right
split right            pane.split-right
split down             pane.split-below
split below            pane.split-below
split horizontal       pane.split-below
split vertical         pane.split-right
vsplit                 pane.split-right
hsplit                 pane.split-below
vsp                    pane.split-right
new pane               pane.split-right
spl r                  pane.split-right
>sr                    pane.split-right
zoom                   pane.zoom
fullscreen             pane.zoom
maximize               pane.zoom
next tab               tab.next
prev tab               tab.previous
previous tab           tab.previous
last tab               tab.last
next pane              pane.next
go left                pane.focus-left
left                   pane.focus-left
swap                   pane.swap-previous
swap pane              pane.swap-previous
resize                 pane.resize-left
resize right           pane.resize-right
equal                  layout.equalize
balance                layout.equalize
tiled                  layout.tiled
copy mode              copy
copy                   copy
scroll                 copy
scrollback             copy
scroll up              copy.page-up
paste                  paste
clipboard history      paste.choose
clear history          history.clear
clear scrollback       history.clear
search                 find-text
find                   find-text
grep                   find-text
find text              find-text
undo                   undo
undo close             undo.close
redo                   redo
reopen closed tab      undo.close
reopen                 undo.close
restore tab            undo.close
bring back             undo.close
closed tabs            shelf
trash                  shelf
quit                   leave
exit                   leave
logout                 leave
leave                  leave
help                   help
keys                   help
shortcuts              help
keybindings            help
keyboard shortcuts     help
theme                  theme.choose
colors                 theme.choose
colours                theme.choose
dark mode              theme.choose
settings               config.edit
preferences            config.edit
options                config.edit
config                 config.edit
reload config          config.reload
reload                 config.reload
tabs                   overview
sessions               overview
list windows           overview
overview               overview
tree                   overview
sidebar                sidebar
floating               float.new
floating pane          float.new
popup                  float.new
scratchpad             float.new
broadcast              sync.tab
synchronize            sync.tab
lock                   keys.lock
screenshot             screen.export
export                 screen.export
notifications          inbox
inbox                  inbox
monitor silence        watch.silence
monitor activity       watch.output
url                    links
open link              links
links                  links
restart                session.start
messages               messages
log                    messages
redraw                 redraw
refresh                redraw
suspend                suspend
menu                   menu.open
context menu           menu.open
save layout            arrangement.save
project                template.open
workspace              view.new
pane numbers           pane.numbers
kill-server            !
kill-session           !
split-window -p 30     !
resize-pane -x 80      !
bind-key x kill-pane   !
make                   -
git status             -
ls -la                 !
rm -rf                 -
sudo                   -
forgot                 -
ki                     -
cle                    -
xyzzy                  -
`

func TestPaletteSelectsTheIntendedCommand(t *testing.T) {
	for _, in := range []string{"one pane", "several"} {
		w := newWorld(t, standard)
		if in == "several" {
			w.press("ctrl+b", "c", "ctrl+b", "%", "ctrl+b", `"`)
		}
		w.press("ctrl+b", ":")
		rows := 0
		for line := range strings.Lines(paletteTable) {
			line = strings.TrimSpace(line)
			if line == "" {
				continue
			}
			rows++
			typed, want, _ := strings.Cut(line, "  ")
			if want = strings.TrimSpace(want); want == "" { // too long for the column
				i := strings.LastIndex(line, " ")
				typed, want = line[:i], line[i+1:]
			}
			w.press("ctrl+u")
			w.typed(typed)
			if got := w.lit(typed); got != want {
				t.Errorf("%s: %q selects %q, want %q", in, typed, got, want)
			}
		}
		if rows < 60 {
			t.Errorf("the table has %d rows", rows)
		}
	}
}

// lit returns what Enter would do in the palette, in the notation of the table.
func (w *world) lit(typed string) string {
	it, ok := w.top().Selected()
	switch {
	case !ok:
		return "-"
	case it.ID != "written":
		return strings.TrimPrefix(it.ID, "command ")
	case it.Disabled != "" && it.Text == typed:
		return "!"
	}
	return it.Text
}

// Commands typed as in tmux run with their arguments, from the palette and from the command line.
func TestTmuxCommandsAreExecuted(t *testing.T) {
	for name, ask := range map[string]func(w *world, line string){
		"palette": func(w *world, line string) {
			w.press("ctrl+b", ":")
			w.typed(line)
			w.press("enter")
		},
		"do": func(w *world, line string) {
			if _, err := w.ask(remote.Origin{}, remote.Do{Words: strings.Fields(line)}); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		},
	} {
		w := newWorld(t, standard)
		first := w.m.activePane()
		place := func(id session.ID) workspace.Rect {
			t.Helper()
			w.m.scene()
			box, ok := w.m.geo.Pane(id)
			if !ok {
				t.Fatalf("%s: the pane is not shown", name)
			}
			return box.Content
		}
		ask(w, "split-window -h")
		right := w.m.activePane()
		if place(right).X <= place(first).X || place(right).Y != place(first).Y {
			t.Errorf("%s: split-window -h puts the pane at %+v next to %+v", name, place(right), place(first))
		}
		ask(w, "select-pane -L")
		if w.m.activePane() != first {
			t.Errorf("%s: select-pane -L does not go left", name)
		}
		before := place(first).W
		if ask(w, "resize-pane -R 5"); place(first).W != before+5 {
			t.Errorf("%s: resize-pane -R 5 makes %d columns of %d", name, place(first).W, before)
		}
		before = place(first).X
		if ask(w, "swap-pane -D"); place(first).X <= before {
			t.Errorf("%s: swap-pane -D leaves the pane at %d", name, place(first).X)
		}
		if ask(w, "rename-window my logs"); w.m.activeTab().Name != "my logs" {
			t.Errorf("%s: the tab's name is %q", name, w.m.activeTab().Name)
		}
	}
}
