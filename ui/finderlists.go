package ui

import (
	"strings"

	"dormer/session"
	"dormer/session/client"
)

// list is what a finder lists, of the model: what there is for what was typed, and the
// part of that which filters.
type list struct {
	m  *Model
	of func(typed string) (items []item, pattern string)
	// behind says what goes on behind the list; nil for nothing.
	behind func(typed string) string
}

// plain is a list that does not depend on what was typed.
func (m *Model) plain(items func() []item) list {
	return list{m: m, of: func(typed string) ([]item, string) { return items(), typed }}
}

func (l list) list(typed string) ([]item, string)  { return l.of(typed) }
func (l list) revised() uint64                     { return l.m.revision }
func (l list) shows(id session.ID) *client.Session { return l.m.picture(id) }

func (l list) news(typed string) string {
	if l.behind == nil {
		return ""
	}
	return l.behind(typed)
}

// everythingList is what the palette lists.
func (m *Model) everythingList() list {
	return list{m: m, of: m.everything, behind: func(typed string) string {
		if strings.HasPrefix(typed, "/") {
			return m.searchState()
		}
		return ""
	}}
}
