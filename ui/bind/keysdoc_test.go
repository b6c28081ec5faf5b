package bind_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"dormer/ui/bind"
	"dormer/ui/command"
	"dormer/ui/config"
)

// tmuxKeys are the keys of tmux 3.3's prefix table (list-keys -T prefix).
var tmuxKeys = strings.Fields("C-b C-o C-z Space ! \" # $ % & ' ( ) , - . / 0 1 2 3 4 5 6 7 8 9 : ; < = > ? C D E L M [ ] c d f i l m n o p q r s t w x z { } ~ " +
	"DC PPage Up Down Left Right M-1 M-2 M-3 M-4 M-5 M-n M-o M-p M-Up M-Down M-Left M-Right C-Up C-Down C-Left C-Right S-Up S-Down S-Left S-Right")

// tmuxCopyKeys are the keys of tmux 3.3's two tables for copy mode (list-keys -T copy-mode-vi and
// -T copy-mode), by heading of the page.
var tmuxCopyKeys = map[string]string{
	"Copy mode by vi's keys": "C-b C-c C-d C-e C-f C-h C-j Enter C-u C-v C-y Escape Space # $ % * , / 0 : ; ? A B D E F G H J K L M N P T V W X ^ " +
		"b e f g h j k l n o q r t v w { } BSpace NPage PPage Up Down Left Right M-x C-Up C-Down",
	"Copy mode by emacs' keys": "C-Space C-a C-b C-c C-e C-f C-g C-k C-n C-p C-r C-s C-v C-w Escape Space , ; F N P R T X f g n q r t Home End NPage PPage " +
		"Up Down Left Right C-M-b C-M-f M-< M-> M-R M-b M-f M-m M-r M-v M-w M-x M-{ M-} M-Up M-Down C-Up C-Down",
}

// zellijModes are the keys of each mode of zellij 0.43's default configuration.
var zellijModes = map[string]string{
	"Ctrl-p ": "h Left l Right j Down k Up p n d r s x f z w e c i",
	"Ctrl-t ": "r h Left Up k l Right Down j n x s b ] [ Tab",
	"Ctrl-n ": "h Left j Down k Up l Right H J K L = + -",
	"Ctrl-h ": "n Tab p h j k l",
	"Ctrl-s ": "e s Ctrl-c j Down k Up Ctrl-f PageDown Right l Ctrl-b PageUp Left h d u n p c w o",
	"Ctrl-o ": "d w c p a s l Ctrl-s",
	"Ctrl-b ": "[ Ctrl-b \" % z c , p n Left Right Down Up h l j k o d Space x",
	"":        "Ctrl-g Ctrl-q Ctrl-b Alt-f Alt-n Alt-i Alt-o Alt-h Alt-Left Alt-l Alt-Right Alt-j Alt-Down Alt-k Alt-Up Alt-= Alt-+ Alt-- Alt-[ Alt-] Alt-p",
}

// keyLine is a row of a table of docs/keys.md.
type keyLine struct{ theirs, ours, command string }

// keyLines reads the tables below a heading of docs/keys.md.
func keyLines(t *testing.T, heading string) (out []keyLine) {
	t.Helper()
	text, err := os.ReadFile("../../docs/keys.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## "+heading+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	for line := range strings.Lines(section) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if len(cells) == 4 && strings.HasPrefix(cells[0], "`") {
			out = append(out, keyLine{strings.Trim(cells[0], "`"), cells[2], cells[3]})
		}
	}
	return out
}

// Each key on the page does what the page says, in the preset of its section.
func TestKeysPageMatchesTheKeymap(t *testing.T) {
	for preset, heading := range map[config.Preset]string{config.Tmux: "tmux", config.Zellij: "zellij"} {
		c := config.DefaultKeys()
		c.Preset = preset
		m := bind.Of(c)
		for _, line := range keyLines(t, heading) {
			if line.ours == "-" {
				if line.command == "" {
					t.Errorf("%s %s: the page does not say why there is no key", heading, line.theirs)
				}
				continue
			}
			seq, err := bind.ParseSequence(strings.Trim(line.ours, "`"), c.Prefix)
			if err != nil {
				t.Errorf("%s %s: %v", heading, line.theirs, err)
				continue
			}
			if got, want := m.Doing(config.Normal, seq), strings.Trim(line.command, "`"); got != want {
				t.Errorf("%s: %s does %q, the page says %q", heading, line.ours, got, want)
			}
		}
	}
}

// The page has each key of tmux's copy mode, and each does what the page says.
func TestKeysPageHasCopyMode(t *testing.T) {
	for heading, keys := range tmuxCopyKeys {
		c := config.DefaultKeys()
		c.Emacs = strings.Contains(heading, "emacs")
		m := bind.Of(c)
		var named []string
		for _, line := range keyLines(t, heading) {
			named = append(named, line.theirs)
			seq, err := bind.ParseSequence(strings.Trim(line.ours, "`"), c.Prefix)
			switch does := m.Doing(config.Copy, seq); {
			case line.ours == "-" && line.command != "":
			case err != nil || does == "":
				t.Errorf("%s: %s is no key of copy mode: %v", heading, line.ours, err)
			case does != strings.Trim(line.command, "`"):
				t.Errorf("%s: %s does %q, the page says %q", heading, line.ours, does, line.command)
			}
		}
		for k := range strings.FieldsSeq(keys) {
			if !slices.Contains(named, k) {
				t.Errorf("%s: tmux's %s is not on the page", heading, k)
			}
		}
	}
}

// The page has every key of tmux and of zellij.
func TestKeysPageIsComplete(t *testing.T) {
	named := func(heading string) (all []string) {
		for _, l := range keyLines(t, heading) {
			all = append(all, l.theirs)
		}
		return all
	}
	tmux := named("tmux")
	for _, k := range tmuxKeys {
		if !slices.Contains(tmux, k) {
			t.Errorf("tmux's %s is not on the page", k)
		}
	}
	zellij := named("zellij")
	for mode, keys := range zellijModes {
		for k := range strings.FieldsSeq(keys) {
			if !slices.ContainsFunc(zellij, func(line string) bool {
				rest, ok := strings.CutPrefix(line, mode)
				return ok && slices.Contains(strings.Split(rest, ", "), k)
			}) {
				t.Errorf("zellij's %s%s is not on the page", mode, k)
			}
		}
	}
}

// Copy mode uses the keys of its table without parsing them, so each must be in canonical form.
func TestCopyModeKeysAreValid(t *testing.T) {
	taken := [2]map[string]string{{}, {}}
	for _, c := range command.Full().All() {
		for i, set := range [][]string{c.Vi, c.Emacs} {
			for _, k := range set {
				if other := taken[i][k]; other != "" {
					t.Errorf("%q belongs to %q and to %q", k, other, c.Name)
				}
				taken[i][k] = c.Name
				if seq, err := bind.ParseSequence(k, ""); err != nil || !slices.Equal(seq, strings.Split(k, " ")) {
					t.Errorf("command %q: the sequence %q has the name %q (%v)", c.Name, k, seq, err)
				}
			}
		}
	}
	if len(taken[0]) == 0 || len(taken[1]) == 0 {
		t.Error("copy mode has no keys")
	}
}
