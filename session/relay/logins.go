package relay

import (
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"dormer/session/private"
	"dormer/session/relay/token"
)

// login is the login of a browser.
type login struct {
	// Token is the hash of its token.
	Token   string    `json:"token"`
	Expires time.Time `json:"expires"`
}

// logins are the logged-in browsers. They are saved in a file, so that they survive a restart of
// the relay. Cookies are stored as hashes.
type logins struct {
	path string // empty if nothing is saved

	mu  sync.Mutex
	all map[string]login // by the hash of the cookie's value
}

// maxLoginsFile is the largest size of the file, in bytes.
const maxLoginsFile = 1 << 20

// openLogins reads the logins from a file. If it cannot be read, nobody is logged in.
func openLogins(path string) *logins {
	l := &logins{path: path, all: map[string]login{}}
	if private.ReadJSON(path, maxLoginsFile, &l.all) != nil || l.all == nil {
		l.all = map[string]login{}
	}
	return l
}

// find returns the login of a cookie's value.
func (l *logins) find(value string, now time.Time) (login, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	found, ok := l.all[token.Hash(value)]
	return found, ok && !now.After(found.Expires)
}

// add records a login, and removes expired ones.
func (l *logins) add(value string, made login, now time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for key, old := range l.all {
		if now.After(old.Expires) {
			delete(l.all, key)
		}
	}
	if len(l.all) >= maxLogins {
		return denial{http.StatusServiceUnavailable, codeFailed, "too many browsers are logged in: log out in one of them"}
	}
	key := token.Hash(value)
	l.all[key] = made
	if err := l.save(); err != nil {
		delete(l.all, key)
		return err
	}
	return nil
}

// remove removes a login. It writes nothing for an unknown one, because anybody can ask for that.
func (l *logins) remove(value string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := token.Hash(value)
	if _, known := l.all[key]; !known {
		return nil
	}
	delete(l.all, key)
	return l.save()
}

// save writes the file.
func (l *logins) save() error {
	if l.path == "" {
		return nil
	}
	text, err := json.Marshal(l.all)
	if err != nil {
		return err
	}
	return private.Replace(l.path, append(text, '\n'))
}
