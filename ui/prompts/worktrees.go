package prompts

import (
	"fmt"
	"strings"

	"dormer/ui/command"
	"dormer/ui/dialog"
)

// The fields of the form for a new worktree, in their order.
const (
	WorktreeRepository = iota
	WorktreeBranch
	WorktreeFrom
	WorktreeAgent
	WorktreePrompt
)

// WorktreeForm returns the form for a new worktree. Branches returns the branches of the repository
// that are known so far; wrong is an error in field.
func WorktreeForm(w command.NewWorktree, branches func() []string, agents []string, field int, wrong string) *dialog.Form {
	fields := []dialog.Field{
		WorktreeRepository: {Title: "Repository", Value: w.Dir, Empty: "a directory of it", Left: func(typed string) command.Result {
			return command.Ask(command.LookAtRepository{Dir: typed})
		}},
		WorktreeBranch: {Title: "Branch", Value: w.Branch, Empty: "a new one, or one that exists", Offers: func(typed string) []string { return completed(typed, branches()) }},
		WorktreeFrom:   {Title: "From", Value: w.From, Empty: "the current commit; only for a new branch", Offers: func(typed string) []string { return completed(typed, branches()) }},
		WorktreeAgent:  {Title: "Agent", Value: w.Agent, Empty: "none: a shell", Offers: func(typed string) []string { return completed(typed, agents) }},
		WorktreePrompt: {Title: "Prompt", Value: w.Prompt, Empty: "the first one for the agent"},
	}
	fields[field].Wrong = wrong
	return dialog.NewForm("New worktree", fields, field, func(values []string) dialog.Answer {
		for i := range values {
			values[i] = strings.TrimSpace(values[i])
		}
		w := command.NewWorktree{
			Dir: values[WorktreeRepository], Branch: values[WorktreeBranch], From: values[WorktreeFrom],
			Agent: values[WorktreeAgent], Prompt: values[WorktreePrompt],
		}
		if field, wrong := wrongIn(w); wrong != "" {
			return dialog.Answer{Field: field, Wrong: wrong}
		}
		return dialog.Answer{Asks: command.Ask(command.MakeWorktree{NewWorktree: w})}
	})
}

// wrongIn returns an error in the typed values that can be found without git.
func wrongIn(w command.NewWorktree) (field int, wrong string) {
	switch {
	case w.Dir == "":
		return WorktreeRepository, "name a directory of the repository"
	case w.Branch == "":
		return WorktreeBranch, "name a branch: a new one, or one that exists"
	case strings.ContainsAny(w.Branch, " \t~^:?*[\\") || strings.HasPrefix(w.Branch, "-"):
		return WorktreeBranch, fmt.Sprintf("%q cannot be the name of a branch: use letters, digits, - and /", w.Branch)
	case w.Prompt != "" && w.Agent == "":
		return WorktreeAgent, "a prompt is for an agent: name one, or leave the prompt out"
	}
	return 0, ""
}

// completed returns the words that begin with the typed text, and then those that contain it. For
// an empty text there are none.
func completed(typed string, words []string) (out []string) {
	if typed == "" {
		return nil
	}
	var within []string
	for _, word := range words {
		switch {
		case strings.HasPrefix(word, typed):
			out = append(out, word)
		case strings.Contains(word, typed):
			within = append(within, word)
		}
	}
	return append(out, within...)
}
