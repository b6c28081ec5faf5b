package attention

import (
	"fmt"
	"slices"
	"time"

	"dormer/session"
)

// maxEntries limits the inbox; the oldest entries are dropped.
const maxEntries = 200

// Entry is an event in a session that nobody looked at.
type Entry struct {
	// Serial is unique among the entries.
	Serial  int
	Session session.ID
	Reason  Reason
	At      time.Time
	Text    string
	Read    bool
}

// ID identifies the entry in lists.
func (e Entry) ID() string { return fmt.Sprint("entry ", e.Serial) }

// Inbox holds the events of sessions that nobody looked at.
type Inbox struct {
	entries []Entry // the oldest first
	serial  int
}

// Add adds an entry. It replaces the session's last entry if that is unread and says the same, so
// a bell that keeps ringing is one entry.
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
	if len(b.entries) == maxEntries {
		b.entries = slices.Delete(b.entries, 0, 1)
	}
	b.entries = append(b.entries, e)
}

// Read marks a session's entries as read, and reports whether any was unread.
func (b *Inbox) Read(id session.ID) (news bool) {
	for i := range b.entries {
		if e := &b.entries[i]; e.Session == id && !e.Read {
			e.Read, news = true, true
		}
	}
	return news
}

// Entries returns the entries of known sessions, the newest first.
func (b *Inbox) Entries(known func(session.ID) bool) (out []Entry) {
	for _, e := range slices.Backward(b.entries) {
		if known(e.Session) {
			out = append(out, e)
		}
	}
	return out
}

// Unread returns the number of unread entries of known sessions, and the newest of them.
func (b *Inbox) Unread(known func(session.ID) bool) (n int, newest Entry) {
	for _, e := range b.entries {
		if !e.Read && known(e.Session) {
			n, newest = n+1, e
		}
	}
	return n, newest
}

// Forget drops the entry with an id; an empty id drops all.
func (b *Inbox) Forget(id string) {
	b.entries = slices.DeleteFunc(b.entries, func(e Entry) bool { return id == "" || e.ID() == id })
}
