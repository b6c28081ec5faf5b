package command

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/wire"
	"dormer/ui/attention"
	"dormer/ui/geometry"
	"dormer/ui/keys"
	"dormer/workspace"
)

// locking resolves keys.lock: it needs one key that this terminal can send, and that
// nothing before it in a sequence would keep.
func locking(c Focus) Result {
	if c.UnlockKey == "" {
		return c.cannotBut("no key would unlock it, bind one to keys.lock", "help", "lists all")
	}
	return Ask(ToggleLock{})
}

// toggleSidebar resolves the command that opens and closes the sidebar.
func toggleSidebar(c Focus) Result {
	if c.Screen.Size.Cols < geometry.ColsForSidebar || c.Screen.Size.Rows < geometry.RowsForTabBar {
		return Cannot(fmt.Sprintf("the screen is smaller than %dx%d: %s shows the same", geometry.ColsForSidebar, geometry.RowsForTabBar, c.KeyOf("overview")))
	}
	return Ask(ToggleSidebar{})
}

// sending sends keys to the pane's child, and text: as with tmux's send-keys a word that
// is no key's name is typed as it is, and behind -l every word.
func sending(args []string) (func(Focus) Result, error) {
	literal := len(args) > 0 && args[0] == "-l"
	if literal {
		args = args[1:]
	}
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 {
		return nil, errors.New("it needs keys or text")
	}
	var sent []keys.Key
	for _, word := range args {
		name, err := keys.ReadName(word)
		switch {
		case literal || err != nil && !meansKey(word):
			sent = append(sent, keys.Typed(word)...)
			continue
		case err != nil:
			return nil, err
		}
		k, err := keys.Parse(name)
		if err != nil {
			return nil, err
		}
		sent = append(sent, k)
	}
	return withPane(func(Focus) Result {
		return Ask(SendKeys{sent})
	}), nil
}

// meansKey reports whether a word that is no key's name was meant as one: it has no blank
// in it and begins with a modifier.
func meansKey(word string) bool {
	mod, key, found := strings.Cut(strings.ToLower(word), "+")
	if !found {
		mod, key, found = strings.Cut(word, "-")
	}
	return found && key != "" && !strings.ContainsAny(word, " \t\n") && slices.Contains([]string{"ctrl", "alt", "shift", "super", "C", "M", "S"}, mod)
}

// exportEndings are the ends of the files' names that a screen can be written to.
var exportEndings = []string{".svg", ".png", ".ansi", ".txt"}

// ExportEnds are the ends as a sentence lists them.
const ExportEnds = ".svg, .png, .ansi or .txt"

// exporting writes the screen to a file that is named as an argument.
func exporting(args []string) (func(Focus) Result, error) {
	if len(args) != 1 {
		return nil, errors.New("it needs a file")
	}
	if !slices.Contains(exportEndings, filepath.Ext(args[0])) {
		return nil, fmt.Errorf("%q does not end in %s", args[0], ExportEnds)
	}
	return func(c Focus) Result {
		path := args[0]
		if c.Dir != "" {
			path = c.path(path, c.Dir)
		}
		return Ask(ExportScreen{path})
	}, nil
}

// Requests that these commands make.
type (
	OpenPalette struct{}
	// OpenOverview shows the workspace as a tree, with archived sessions or without.
	OpenOverview    struct{ Archived bool }
	OpenInbox       struct{}
	OpenAway        struct{}
	OpenHelp        struct{}
	ExplainKey      struct{}
	ChooseWorkspace struct{}
	// OpenGrants lists what agents may act on, and RevokeGrant takes a grant back: of a caller
	// for a session, or for every one where that is the zero id.
	OpenGrants  struct{}
	RevokeGrant struct {
		Caller  string
		Session session.ID
	}
	OpenMessages    struct{}
	ChooseTheme     struct{}
	ChooseTemplate  struct{}
	AskExport       struct{}
	AskSaveTemplate struct{}
	// GoToMarked goes to the next tab with a mark, or back.
	GoToMarked struct{ By int }
	// AdoptRecovered opens the sessions that no workspace knows.
	AdoptRecovered struct{}
	// Watch watches all panes of a tab for something, or no longer; the active pane where
	// Tab is the zero id.
	Watch struct {
		Tab workspace.TabID
		For attention.Watches
	}
	SendKeys      struct{ Keys []keys.Key }
	SendPrefix    struct{}
	ToggleLock    struct{}
	ToggleSidebar struct{}
	EditConfig    struct{}
	// ReloadConfig reads the configuration. With Quiet nothing is said where it has not
	// changed.
	ReloadConfig struct{ Quiet bool }
	// OpenEditor opens a command that edits in a tab, which closes when the command ends well.
	OpenEditor struct {
		Name, Dir string
		Command   []string
	}
	ExportScreen struct{ Path string }
	// OpenTemplateFile and SaveTemplate name a template, or a file from the directory
	// Base on.
	OpenTemplateFile struct{ Name, Base string }
	SaveTemplate     struct{ Name, Base string }
	// OpenWorkspace shows another workspace in place of this one, which is left. With Take
	// it is taken over from the program that has it open.
	OpenWorkspace struct {
		Name string
		Take bool
	}
	// AskTakeWorkspace asks whether to take a workspace over from the program that has it
	// open, which In says in a sentence.
	AskTakeWorkspace struct{ Name, In string }
	// Say shows a sentence, After once the one that is shown has had its time.
	Say struct {
		Text  string
		After bool
	}
	TellTime struct{}
	Redraw   struct{}
	Suspend  struct{}
	// Leave ends the program, or shows another workspace.
	Leave struct{ For string }
	// ClearInbox forgets an entry of the inbox, all of them for an empty one.
	ClearInbox struct{ Entry string }
	// MarkSeen takes what happened in a session as seen.
	MarkSeen struct{ Session session.ID }
	// PutOffAgent has an agent that waits ask again later, or at once if it is put off.
	PutOffAgent struct{ Session session.ID }
	// AnswerAgent chooses an option of what an agent asks, if the screen is still the one with
	// the hash.
	AnswerAgent struct {
		Session session.ID
		Option  agent.Option
		Hash    string
	}
	// RetryAgent changes whether an agent that could not go on starts again by itself.
	RetryAgent struct {
		Session session.ID
		Do      wire.RetryOrder
	}
	// TryTheme paints with a theme while another is chosen, with that of before for an
	// empty name. TakeTheme takes it, KeepTheme writes it into the configuration.
	TryTheme  struct{ Name string }
	TakeTheme struct{ Name string }
	KeepTheme struct{ Name string }
	// CloseFirstPage closes the page of a first launch, for good.
	CloseFirstPage struct{}
)

func (OpenPalette) isRequest()      {}
func (OpenOverview) isList()        {}
func (OpenOverview) isRequest()     {}
func (OpenInbox) isList()           {}
func (OpenInbox) isRequest()        {}
func (OpenAway) isRequest()         {}
func (OpenHelp) isRequest()         {}
func (ExplainKey) isRequest()       {}
func (ChooseWorkspace) isRequest()  {}
func (OpenGrants) isRequest()       {}
func (RevokeGrant) isRequest()      {}
func (OpenMessages) isList()        {}
func (OpenMessages) isRequest()     {}
func (ChooseTheme) isRequest()      {}
func (ChooseTemplate) isRequest()   {}
func (AskExport) isPrompt()         {}
func (AskExport) isRequest()        {}
func (AskSaveTemplate) isPrompt()   {}
func (AskSaveTemplate) isRequest()  {}
func (GoToMarked) isRequest()       {}
func (AdoptRecovered) isRequest()   {}
func (Watch) isRequest()            {}
func (SendKeys) isRequest()         {}
func (SendPrefix) isRequest()       {}
func (ToggleLock) isRequest()       {}
func (ToggleSidebar) isRequest()    {}
func (EditConfig) isRequest()       {}
func (ReloadConfig) isRequest()     {}
func (ExportScreen) isRequest()     {}
func (OpenTemplateFile) isRequest() {}
func (SaveTemplate) isRequest()     {}
func (OpenWorkspace) isRequest()    {}
func (OpenEditor) isRequest()       {}
func (AskTakeWorkspace) isPrompt()  {}
func (AskTakeWorkspace) isRequest() {}
func (Say) isRequest()              {}
func (TellTime) isRequest()         {}
func (Redraw) isRequest()           {}
func (Suspend) isRequest()          {}
func (Leave) isRequest()            {}
func (ClearInbox) isRequest()       {}
func (MarkSeen) isRequest()         {}
func (PutOffAgent) isRequest()      {}
func (AnswerAgent) isRequest()      {}
func (TryTheme) isRequest()         {}
func (TakeTheme) isRequest()        {}
func (KeepTheme) isRequest()        {}
func (CloseFirstPage) isRequest()   {}
func (RetryAgent) isRequest()       {}
