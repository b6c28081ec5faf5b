package prompts

import (
	"fmt"
	"strings"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/workspace"
)

// kill asks before it ends the process of a pane.
func kill(f command.Focus, id session.ID) dialog.Dialog {
	return &dialog.Question{
		Title:  "Kill `" + f.State.Sessions[id].DisplayTitle() + "`?",
		Detail: "Its process ends and cannot be brought back. (" + f.KeyOf("pane.close") + " closes a pane and can be undone.)",
		Yes:    command.Ask(command.KillPane{Session: id}),
		Danger: true,
	}
}

// archive asks before it archives a session, which ends its process.
func archive(f command.Focus, id session.ID) dialog.Dialog {
	return &dialog.Question{
		Title:  "Archive `" + f.State.Sessions[id].DisplayTitle() + "`?",
		Detail: "Its process ends. The session is put away with its screen and history; " + f.KeyOf("session.archived") + " lists what is archived.",
		Yes:    command.Ask(command.Archive{Session: id}),
		Danger: true,
	}
}

// remove asks before it permanently removes an archived session.
func remove(s workspace.State, id session.ID) dialog.Dialog {
	r, known := s.Sessions[id]
	if !known {
		return nil
	}
	return &dialog.Question{
		Title:  "Remove `" + r.DisplayTitle() + "` for good?",
		Detail: "Its screen and history are deleted. This cannot be undone.",
		Yes:    command.Act(workspace.RemoveSession{Session: id}),
		Danger: true,
	}
}

// endClosed asks before it ends the processes of the closed pane or tab that holds a session.
func endClosed(s workspace.State, holding session.ID) dialog.Dialog {
	i := s.ClosedHolding(holding)
	if i < 0 {
		return nil
	}
	return &dialog.Question{
		Title:  "End `" + s.Undo[i].Title + "` now?",
		Detail: "What runs in it ends and cannot be brought back.",
		Yes:    command.Act(workspace.DropClosed{Holding: holding}),
		Danger: true,
	}
}

// PasteLines asks before pasting lines into a pane whose shell would run them at once: the middle
// button may have been pressed by accident.
func PasteLines(into session.ID, text string) dialog.Dialog {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	title := "Paste 1 line?"
	if n := strings.Count(strings.TrimRight(text, "\n"), "\n"); n > 0 {
		title = fmt.Sprintf("Paste %d lines?", n+1)
	}
	return &dialog.Question{
		Title:  title,
		Detail: "Each line runs at once, as if typed: `" + grid.Cut(strings.TrimSpace(first), 60) + "`",
		Yes:    command.Ask(command.PasteText{Text: text, Into: into}),
	}
}

// KeepTheme asks whether to write a theme into the configuration under a key.
func KeepTheme(name, key string) dialog.Dialog {
	return &dialog.Question{
		Title:  "Keep the colours `" + name + "`?",
		Detail: "Yes writes " + key + " to the configuration and changes nothing else there. No keeps them until you leave.",
		Yes:    command.Ask(command.KeepTheme{Name: name}),
	}
}

// takeWorkspace asks whether to take a workspace over from the program that has it open.
func takeWorkspace(r command.AskTakeWorkspace) dialog.Dialog {
	return &dialog.Question{
		Title:  "Take workspace `" + r.Name + "` over?",
		Detail: r.In + ". Yes has it leave there and opens the workspace here; everything in it runs on.",
		Yes:    command.Ask(command.OpenWorkspace{Name: r.Name, Take: true}),
	}
}
