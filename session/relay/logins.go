package relay

import (
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"dormer/session/private"
	"dormer/session/relay/token"
)

// login is a browser that is logged in.
type login struct {
	// Token is the hash of its token.
	Token   string    `json:"token"`
	Expires time.Time `json:"expires"`
}

// logins are the browsers that are logged in. They are kept in a file, so that the relay knows them
// again after it was ended. What is kept of a cookie is a hash.
type logins struct {
	path string // empty where nothing is kept

	mu  sync.Mutex
	all map[string]login // by the hash of the cookie's value
}

// maxLoginsFile is the size of the largest file of log-ins that is read.
const maxLoginsFile = 1 << 20

// openLogins reads the log-ins in a file. If it cannot be read nobody is logged in.
func openLogins(path string) *logins {
	l := &logins{path: path, all: map[string]login{}}
	if text, err := private.ReadFile(path, maxLoginsFile); err == nil && (json.Unmarshal(text, &l.all) != nil || l.all == nil) {
		l.all = map[string]login{}
	}
	return l
}

// find returns the log-in of a cookie's value.
func (l *logins) find(value string, now time.Time) (login, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	found, ok := l.all[token.Hash(value)]
	return found, ok && !now.After(found.Expires)
}

// add notes a log-in, and forgets those that are over.
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
	if err := l.keep(); err != nil {
		delete(l.all, key)
		return err
	}
	return nil
}

// remove forgets a log-in. Nothing is written for one that there is not: nobody had to log in to
// ask.
func (l *logins) remove(value string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := token.Hash(value)
	if _, known := l.all[key]; !known {
		return nil
	}
	delete(l.all, key)
	return l.keep()
}

// keep writes the file.
func (l *logins) keep() error {
	if l.path == "" {
		return nil
	}
	text, err := json.Marshal(l.all)
	if err != nil {
		return err
	}
	return private.Replace(l.path, append(text, '\n'))
}
