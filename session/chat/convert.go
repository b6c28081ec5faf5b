package chat

import (
	"encoding/json"
	"strings"
	"unicode/utf8"

	acp "github.com/coder/acp-go-sdk"
)

// This file converts agents' messages to events, within limits.

// cut returns at most the first most bytes of a text, in whole characters.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}

// cutStart is [cut] for the end of a text.
func cutStart(text string, most int) string {
	if len(text) <= most {
		return text
	}
	from := len(text) - most
	for from < len(text) && !utf8.RuneStart(text[from]) {
		from++
	}
	return text[from:]
}

func cutWord(text string) string { return cut(text, maxWord) }

func limitEntries[T any](list []T) []T { return list[:min(len(list), maxEntries)] }

// block returns the text of a block of content.
func block(b acp.ContentBlock) string {
	switch {
	case b.Text != nil:
		return b.Text.Text
	case b.ResourceLink != nil:
		return "[" + b.ResourceLink.Name + "](" + b.ResourceLink.Uri + ")"
	case b.Resource != nil && b.Resource.Resource.TextResourceContents != nil:
		return b.Resource.Resource.TextResourceContents.Text
	case b.Image != nil:
		return "[an image]"
	case b.Audio != nil:
		return "[a recording]"
	}
	return ""
}

// chunk returns the text of a piece of a message.
func chunk(raw json.RawMessage) string {
	var m struct {
		Content acp.ContentBlock `json:"content"`
	}
	if json.Unmarshal(raw, &m) != nil {
		return ""
	}
	return block(m.Content)
}

func plan(raw json.RawMessage) []PlanEntry {
	var m acp.SessionUpdatePlan
	_ = json.Unmarshal(raw, &m) // an unreadable one is empty
	entries := make([]PlanEntry, 0, len(m.Entries))
	for _, e := range limitEntries(m.Entries) {
		entries = append(entries, PlanEntry{cutWord(e.Content), cutWord(string(e.Priority)), cutWord(string(e.Status))})
	}
	return entries
}

func commands(raw json.RawMessage) []Command {
	var m acp.SessionAvailableCommandsUpdate
	_ = json.Unmarshal(raw, &m)
	list := make([]Command, 0, len(m.AvailableCommands))
	for _, c := range limitEntries(m.AvailableCommands) {
		command := Command{Name: cut(c.Name, maxWord/4), Description: cutWord(c.Description)}
		if c.Input != nil && c.Input.Unstructured != nil {
			command.Hint = cut(c.Input.Unstructured.Hint, maxWord/4)
		}
		list = append(list, command)
	}
	return list
}

func modes(state *acp.SessionModeState) (current string, list []Mode) {
	if state == nil {
		return "", nil
	}
	for _, m := range limitEntries(state.AvailableModes) {
		mode := Mode{ID: cut(string(m.Id), maxWord/4), Name: cut(m.Name, maxWord/4)}
		if m.Description != nil {
			mode.Description = cut(*m.Description, maxWord/2)
		}
		list = append(list, mode)
	}
	return cut(string(state.CurrentModeId), maxWord/4), list
}

func options(list []acp.PermissionOption) []Option {
	out := make([]Option, 0, len(list))
	for _, o := range limitEntries(list) {
		out = append(out, Option{string(o.OptionId), cutWord(o.Name), cutWord(string(o.Kind))})
	}
	return out
}

// changed returns a tool call after an update: fields that the update omits stay the same.
func (t Tool) changed(u acp.ToolCallUpdate) Tool {
	t.ID = cutWord(string(u.ToolCallId))
	if u.Title != nil {
		t.Title = cutWord(*u.Title)
	}
	if u.Kind != nil {
		t.Kind = cutWord(string(*u.Kind))
	}
	if u.Status != nil {
		t.Status = cutWord(string(*u.Status))
	}
	if u.Locations != nil {
		t.Places = nil
		for _, l := range limitEntries(u.Locations) {
			place := Place{Path: cutWord(l.Path)}
			if l.Line != nil {
				place.Line = max(*l.Line, 0)
			}
			t.Places = append(t.Places, place)
		}
	}
	if u.Content != nil {
		t.Content, t.Cut = contents(u.Content)
	}
	return t
}

// contents returns the results of a tool. Texts are cut if their total is too long.
func contents(list []acp.ToolCallContent) (out []Content, wasCut bool) {
	left := maxContent
	take := func(text string) string {
		kept := cut(text, left)
		left -= len(kept)
		wasCut = wasCut || len(kept) < len(text)
		return kept
	}
	wasCut = len(list) > maxEntries
	for _, c := range limitEntries(list) {
		switch {
		case c.Diff != nil:
			d := Diff{Path: cutWord(c.Diff.Path), Created: c.Diff.OldText == nil}
			if c.Diff.OldText != nil {
				d.Old = take(*c.Diff.OldText)
			}
			d.New = take(c.Diff.NewText)
			out = append(out, Content{Diff: &d})
		case c.Terminal != nil:
			out = append(out, Content{Terminal: cutWord(c.Terminal.TerminalId)})
		case c.Content != nil:
			if text := take(strings.TrimRight(block(c.Content.Content), "\n")); text != "" {
				out = append(out, Content{Text: text})
			}
		}
	}
	return out, wasCut
}
