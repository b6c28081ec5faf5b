package token

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dormer/session/private"
)

// prefix identifies a text as a token of dormer, for people and for secret scanners.
const prefix = "dormer_"

// maxFile is the largest size of the file, in bytes: many thousands of tokens.
const maxFile = 4 << 20

// lockTime is how long a change waits for another one.
const lockTime = 5 * time.Second

// schema is the version of the file.
const schema = 1

// ErrUnknown is returned if there is no token of a name.
var ErrUnknown = errors.New("there is no such token")

// Token is the stored record of a token.
type Token struct {
	Name string `json:"name"`
	// Hash is the SHA-256 of the token, in hexadecimal.
	Hash      string    `json:"hash"`
	ReadOnly  bool      `json:"readOnly,omitempty"`
	CreatedAt time.Time `json:"createdAt"`
}

// File is the path of the file of tokens.
type File string

// document is the content of the file.
type document struct {
	Schema int     `json:"schema"`
	Tokens []Token `json:"tokens"`
}

// validName reports whether a name is valid for a token.
func validName(name string) bool {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	return len(name) <= 64 && strings.Trim(name, letters+"._-") == "" && !strings.ContainsAny(name[:1], "._-")
}

// New makes a token and returns its text, which is not stored. An empty name is replaced by the
// first free one of token-1, token-2 and so on.
func (f File) New(name string, readOnly bool, now time.Time) (Token, string, error) {
	if name != "" && !validName(name) {
		return Token{}, "", fmt.Errorf("%q cannot be the name of a token: use up to 64 letters, digits, dots, - and _", name)
	}
	text := prefix + base64.RawURLEncoding.EncodeToString(random())
	made := Token{Name: name, Hash: Hash(text), ReadOnly: readOnly, CreatedAt: now.UTC().Truncate(time.Second)}
	err := f.change(func(d *document) error {
		taken := func(name string) bool {
			return slices.ContainsFunc(d.Tokens, func(t Token) bool { return t.Name == name })
		}
		if taken(name) {
			return fmt.Errorf("there is a token %q already: revoke it first, or choose another name", name)
		}
		for n := 1; made.Name == ""; n++ {
			if free := fmt.Sprintf("token-%d", n); !taken(free) {
				made.Name = free
			}
		}
		d.Tokens = append(d.Tokens, made)
		return nil
	})
	return made, text, err
}

// random returns 256 random bits.
func random() []byte {
	b := make([]byte, sha256.Size)
	_, _ = rand.Read(b) // it never fails
	return b
}

// Hash returns the stored form of a token's text.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// List returns the tokens, the oldest first. If the file does not exist, there are none.
func (f File) List() ([]Token, error) {
	d, err := f.read()
	return d.Tokens, err
}

// Find returns the token with this text.
func Find(all []Token, text string) (Token, bool) {
	if !strings.HasPrefix(text, prefix) {
		return Token{}, false
	}
	// Hashes are compared, so the time taken reveals nothing of the text.
	hash := Hash(text)
	i := slices.IndexFunc(all, func(t Token) bool { return t.Hash == hash })
	if i < 0 {
		return Token{}, false
	}
	return all[i], true
}

// Revoke removes the token of a name. The error is [ErrUnknown] if there is none.
func (f File) Revoke(name string) error {
	return f.change(func(d *document) error {
		left := slices.DeleteFunc(slices.Clone(d.Tokens), func(t Token) bool { return t.Name == name })
		if len(left) == len(d.Tokens) {
			return fmt.Errorf("token %q: %w", name, ErrUnknown)
		}
		d.Tokens = left
		return nil
	})
}

// change changes the file under its lock.
func (f File) change(by func(*document) error) error {
	if err := private.MakeDir(filepath.Dir(string(f))); err != nil {
		return fmt.Errorf("keep tokens: %w", err)
	}
	lock, err := private.OpenLocked(string(f)+".lock", lockTime)
	if err != nil {
		return fmt.Errorf("keep tokens: %w", err)
	}
	defer func() { _ = lock.Close() }() // this unlocks it
	d, err := f.read()
	if err != nil {
		return err
	}
	if err := by(&d); err != nil {
		return err
	}
	if err := private.ReplaceJSON(string(f), d); err != nil {
		return fmt.Errorf("keep tokens: %w", err)
	}
	return nil
}

// read reads the file. The error for a file of a newer version says so.
func (f File) read() (document, error) {
	d := document{Schema: schema}
	err := private.ReadJSON(string(f), maxFile, &d)
	if errors.Is(err, fs.ErrNotExist) {
		return d, nil
	}
	if err == nil && d.Schema != schema {
		err = fmt.Errorf("it is of another version (%d) of dormer", d.Schema)
	}
	if err != nil {
		return d, fmt.Errorf("read tokens: %s: %w: move it away to begin with none", f, err)
	}
	return d, nil
}
