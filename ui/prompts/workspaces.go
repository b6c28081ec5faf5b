package prompts

import (
	"dormer/ui/command"
	"dormer/ui/dialog"
)

// TakeWorkspace asks whether a workspace is to be taken over from the program that has it
// open, which in says in a sentence.
func TakeWorkspace(name, in string) dialog.Dialog {
	return &dialog.Question{
		Title:  "Take workspace `" + name + "` over?",
		Detail: in + ". Yes has it leave there and opens the workspace here; everything in it runs on.",
		Yes:    command.Ask(command.OpenWorkspace{Name: name, Take: true}),
	}
}
