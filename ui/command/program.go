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

// locking resolves keys.lock. It refuses if no key would unlock; see bind.State.Unlocks.
func locking(c Focus) Result {
	if c.UnlockKey == "" {
		return c.cannotTry("no key would unlock it, bind one to keys.lock", "help", "lists all")
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

// sending sends keys and text to the pane's child. As with tmux's send-keys, a word that does
// not name a key is typed literally, and after -l every word is.
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
		case literal || err != nil && !looksLikeKey(word):
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

// looksLikeKey reports whether an unknown word was meant as a key: it begins with a modifier and
// contains no blank.
func looksLikeKey(word string) bool {
	mod, key, found := strings.Cut(strings.ToLower(word), "+")
	if !found {
		mod, key, found = strings.Cut(word, "-")
	}
	return found && key != "" && !strings.ContainsAny(word, " \t\n") && slices.Contains([]string{"ctrl", "alt", "shift", "super", "C", "M", "S"}, mod)
}

// exportEndings are the file extensions that a screen can be exported to.
var exportEndings = []string{".svg", ".png", ".ansi", ".txt"}

// ExportExtensions lists the extensions for a message.
const ExportExtensions = ".svg, .png, .ansi or .txt"

// exporting parses the file that the screen is written to.
func exporting(args []string) (func(Focus) Result, error) {
	if len(args) != 1 {
		return nil, errors.New("it needs a file")
	}
	if !slices.Contains(exportEndings, filepath.Ext(args[0])) {
		return nil, fmt.Errorf("%q does not end in %s", args[0], ExportExtensions)
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
	// OpenOverview shows the workspace as a tree, with or without archived sessions.
	OpenOverview    struct{ Archived bool }
	OpenInbox       struct{}
	OpenAway        struct{}
	OpenHelp        struct{}
	ExplainKey      struct{}
	ChooseWorkspace struct{}
	// OpenGrants lists the sessions that agents may act on. RevokeGrant revokes a caller's
	// grant for a session, or for all sessions if that is the zero id.
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
	// GoToMarked goes to the next tab with a mark (By is 1) or the previous one (-1).
	GoToMarked struct{ By int }
	// AdoptRecovered opens the sessions that belong to no workspace.
	AdoptRecovered struct{}
	// Watch starts or stops watching all panes of a tab, or the active pane if Tab is the
	// zero id.
	Watch struct {
		Tab workspace.TabID
		For attention.Watches
	}
	SendKeys      struct{ Keys []keys.Key }
	SendPrefix    struct{}
	ToggleLock    struct{}
	ToggleSidebar struct{}
	EditConfig    struct{}
	// ReloadConfig reads the configuration. With Quiet it shows nothing if the configuration
	// has not changed.
	ReloadConfig struct{ Quiet bool }
	// OpenEditor runs an editor in a tab, which closes when the editor succeeds.
	OpenEditor struct {
		Name, Dir string
		Command   []string
	}
	ExportScreen struct{ Path string }
	// OpenTemplateFile and SaveTemplate name a template, or a file relative to the directory
	// Base.
	OpenTemplateFile struct{ Name, Base string }
	SaveTemplate     struct{ Name, Base string }
	// OpenWorkspace leaves this workspace and opens another. With Take it takes the other one
	// over from the program that has it open.
	OpenWorkspace struct {
		Name string
		Take bool
	}
	// AskTakeWorkspace asks whether to take a workspace over from the program that has it
	// open. In is a sentence that names that program.
	AskTakeWorkspace struct{ Name, In string }
	// Say shows a sentence in the status line; with After it waits for the current one to expire.
	Say struct {
		Text  string
		After bool
	}
	TellTime struct{}
	Redraw   struct{}
	Suspend  struct{}
	// Leave ends the program, or opens the workspace For.
	Leave struct{ For string }
	// ClearInbox removes an entry of the inbox, or all of them if Entry is empty.
	ClearInbox struct{ Entry string }
	// MarkSeen marks the events of a session as seen.
	MarkSeen struct{ Session session.ID }
	// PutOffAgent snoozes a waiting agent, or ends the snooze.
	PutOffAgent struct{ Session session.ID }
	// AnswerAgent chooses an option of an agent's question if the hash of its screen is still
	// the same.
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
	// TryTheme previews a theme, or ends the preview if the name is empty. TakeTheme uses a
	// theme, KeepTheme also writes it into the configuration.
	TryTheme  struct{ Name string }
	TakeTheme struct{ Name string }
	KeepTheme struct{ Name string }
	// CloseFirstPage closes the welcome page of the first launch permanently.
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
