package host

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"dormer/session"
)

// The setup of a host is JSON, whose strings are UTF-8. Paths, arguments and variables may
// hold any byte except NUL, so a string that is not UTF-8 is written as a NUL and its
// base64.

// encodedMark begins a string in base64.
const encodedMark = "\x00"

func encodeString(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return encodedMark + base64.StdEncoding.EncodeToString([]byte(s))
}

// decodeString is the inverse of [encodeString].
func decodeString(s string) string {
	text, ok := strings.CutPrefix(s, encodedMark)
	if !ok {
		return s
	}
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return s
	}
	return string(raw)
}

// mapStrings returns the setup with f applied to all strings that may not be UTF-8.
func (s setup) mapStrings(f func(string) string) setup {
	s.Runtime, s.Refuge, s.Dir = f(s.Runtime), f(s.Refuge), f(s.Dir)
	s.Spec = mapSpecStrings(s.Spec, f)
	return s
}

func mapSpecStrings(s session.Spec, f func(string) string) session.Spec {
	s.Name, s.Dir, s.Prompt, s.Setup = f(s.Name), f(s.Dir), f(s.Prompt), f(s.Setup)
	s.Command, s.Env = mapStringList(s.Command, f), mapStringList(s.Env, f)
	s.Source.Repo, s.Source.Worktree, s.Source.Dir = f(s.Source.Repo), f(s.Source.Worktree), f(s.Source.Dir)
	s.Source.Command = mapStringList(s.Source.Command, f)
	return s
}

func mapStringList(list []string, f func(string) string) []string {
	if list == nil {
		return nil
	}
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = f(s)
	}
	return out
}
