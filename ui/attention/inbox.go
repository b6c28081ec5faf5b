package attention

import (
	"fmt"
	"slices"
	"time"

	"dormer/session"
)

// mostEntries bounds the inbox; the oldest entries go.
const mostEntries = 200

// Entry is something that happened in a session while nobody looked at it.
type Entry struct {
	// Serial is another one for each entry.
	Serial  int
	Session session.ID
	Reason  Reason
	At      time.Time
	Text    string
	Read    bool
}

// ID names the entry in lists.
func (e Entry) ID() string { return fmt.Sprint("entry ", e.Serial) }

// Inbox is what happened in sessions that nobody looked at.
type Inbox struct {
	entries []Entry // the oldest first
	serial  int
}

// Add adds an entry. One that says again what the session's last one said takes its
// place: a bell that rings on is one.
func (b *Inbox) Add(id session.ID, why Reason, at time.Time, text string) {
	b.serial++
	e := Entry{Serial: b.serial, Session: id, Reason: why, At: at, Text: text}
	for i := len(b.entries) - 1; i >= 0; i-- {
		if old := b.entries[i]; old.Session == id {
			if old.Reason == why && old.Text == text && !old.Read {
				b.entries = slices.Delete(b.entries, i, i+1)
			}
			break
		}
	}
	if len(b.entries) == mostEntries {
		b.entries = slices.Delete(b.entries, 0, 1)
	}
	b.entries = append(b.entries, e)
}

// Read takes note that a session's entries were seen, and reports whether any was new.
func (b *Inbox) Read(id session.ID) (news bool) {
	for i := range b.entries {
		if e := &b.entries[i]; e.Session == id && !e.Read {
			e.Read, news = true, true
		}
	}
	return news
}

// Entries are the entries of sessions that are still known, the newest first.
func (b *Inbox) Entries(known func(session.ID) bool) (out []Entry) {
	for _, e := range slices.Backward(b.entries) {
		if known(e.Session) {
			out = append(out, e)
		}
	}
	return out
}

// Unread are how many entries nobody saw of sessions that are still known, and the newest
// of them.
func (b *Inbox) Unread(known func(session.ID) bool) (n int, newest Entry) {
	for _, e := range b.entries {
		if !e.Read && known(e.Session) {
			n, newest = n+1, e
		}
	}
	return n, newest
}

// Forget drops the entry with an id; an empty one drops all.
func (b *Inbox) Forget(id string) {
	b.entries = slices.DeleteFunc(b.entries, func(e Entry) bool { return id == "" || e.ID() == id })
}
