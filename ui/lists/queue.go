package lists

import (
	"strings"
	"time"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/attention"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/duration"
)

// inbox returns the finder for the agents that wait for the user and, below them, the events in
// sessions that were not on the screen.
func inbox(from dialog.Source) *dialog.Finder {
	f := dialog.NewFinder("Inbox", from)
	f.Does, f.Empty = "goes there", "no agent waits, and nothing happened that you have not seen"
	f.Verbs = []dialog.Verb{
		{Key: "ctrl+z", Title: "puts off", Asks: func(it dialog.Item) command.Result {
			if !waits(it) {
				return command.Cannot("only an agent that waits can be put off: Ctrl-s marks this as seen")
			}
			return command.Ask(command.PutOffAgent{Session: it.Session})
		}},
		{Key: "ctrl+s", Title: "marks as seen", Asks: forEvent(func(it dialog.Item) command.Request { return command.MarkSeen{Session: it.Session} })},
		{Key: "ctrl+x", Title: "clears it", Asks: forEvent(func(it dialog.Item) command.Request { return command.ClearInbox{Entry: it.ID} })},
		{Key: "ctrl+l", Title: "clears all", Asks: func(dialog.Item) command.Result { return command.Ask(command.ClearInbox{}) }},
	}
	return f
}

// agentID begins the item ids of waiting agents.
const agentID = "agent "

func waits(it dialog.Item) bool { return strings.HasPrefix(it.ID, agentID) }

// forEvent returns a verb for events. For a waiting agent it says why the verb does not apply.
func forEvent(asks func(dialog.Item) command.Request) func(dialog.Item) command.Result {
	return func(it dialog.Item) command.Result {
		if waits(it) {
			return command.Cannot("its agent waits until it is answered: Ctrl-z puts it off")
		}
		return command.Ask(asks(it))
	}
}

// queue returns the waiting agents, the one that has waited longest first, each with its options,
// and then those that are put off.
func (l Lists) queue() (items []dialog.Item) {
	waiting, putOff := l.Queue()
	for _, id := range waiting {
		items = append(items, l.waiting(id, attention.MarkBlocked, l.Ago(l.Of(id).Agent.Since)))
		choice := l.Choice(id)
		for _, o := range choice.Options {
			items = append(items, dialog.Item{
				ID: agentID + id.String() + " " + choice.Hash + " " + o.Name, Depth: 1, Text: o.Name + " " + o.Label,
				Right: "answers", Session: id, ByHand: true,
				Choose: command.Ask(command.AnswerAgent{Session: id, Option: o, Hash: choice.Hash}),
			})
		}
	}
	for _, id := range putOff {
		items = append(items, l.waiting(id, "", "put off, "+minutes(l.Of(id).PutOff.Sub(l.Now))+" left"))
	}
	return items
}

// minutes formats a duration in whole minutes, rounded up, so that the list does not count down.
func minutes(d time.Duration) string {
	return duration.Said((d + time.Minute - 1).Truncate(time.Minute))
}

// waiting returns the item of a waiting agent.
func (l Lists) waiting(id session.ID, mark, right string) dialog.Item {
	title := l.State.Sessions[id].DisplayTitle()
	return dialog.Item{
		ID: agentID + id.String(), Text: grid.Cut(title, eventTitleCols), Other: command.Synonyms{Words: strings.Fields(strings.ToLower(title))},
		Mark: mark, Detail: attention.Waiting(l.Of(id).Agent), Right: right, Session: id,
		Choose: command.Ask(command.GoTo{Session: id}), About: l.aboutPane(id),
	}
}
