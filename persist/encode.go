package persist

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"dormer/session"
	"dormer/workspace"
)

// encode encodes a state as a document of the current schema. Sessions are in the order of
// their creation, so that documents can be compared.
func encode(s workspace.State, savedAt time.Time, extra unknownFields) ([]byte, error) {
	d := document{
		Schema:     schema,
		SavedAt:    utc(savedAt),
		Name:       text(s.Name),
		ActiveView: s.ActiveView,
		Views:      each(s.Views, encodeView),
		Undo:       each(s.Undo, encodeClosed),
	}
	d.Sessions, d.Archived = encodeSessions(s)
	if err := d.checkSize(); err != nil {
		return nil, fmt.Errorf("write document: %w", err)
	}
	extra.restoreTo(&d)
	flat, err := marshal(d)
	if err != nil {
		return nil, fmt.Errorf("write document: %w", err)
	}
	out, err := d.indented(flat)
	if err != nil {
		return nil, fmt.Errorf("write document: %w", err)
	}
	if len(out) > maxDocument {
		return nil, fmt.Errorf("write document: %d bytes are more than the %d that are read back", len(out), maxDocument)
	}
	return out, nil
}

// indented indents the document, unless it is too deep.
func (d *document) indented(flat []byte) ([]byte, error) {
	var out bytes.Buffer
	if d.depth() > prettyDepth {
		out.Write(flat)
	} else if err := json.Indent(&out, flat, "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

func encodeView(v workspace.View) viewDoc {
	return viewDoc{ID: v.ID, Name: text(v.Name), ActiveTab: v.ActiveTab, Recent: v.Recent, Tabs: each(v.Tabs, encodeTab)}
}

func encodeTab(t workspace.Tab) tabDoc {
	return tabDoc{
		ID:     t.ID,
		Name:   text(t.Name),
		Active: t.Active,
		Recent: t.Recent,
		Zoomed: t.Zoomed,
		Preset: nameIn(presetNames, t.Preset),
		Layout: encodeNode(t.Root),
		Floats: encodeFloats(t.Floats),
		Arrangements: each(t.Saved, func(s workspace.SavedLayout) savedDoc {
			return savedDoc{Name: text(s.Name), Layout: encodeNode(s.Root), Floats: encodeFloats(s.Floats)}
		}),
	}
}

func encodeFloats(floats []workspace.Float) []floatDoc { return each(floats, encodeFloat) }

func encodeFloat(f workspace.Float) floatDoc {
	return floatDoc{Session: f.Session, Frame: [4]int{f.Frame.X, f.Frame.Y, f.Frame.W, f.Frame.H}, Hidden: f.Hidden}
}

func encodeNode(n *workspace.Node) *nodeDoc {
	if n == nil {
		return nil
	}
	if len(n.Children) == 0 {
		return &nodeDoc{Session: n.Session}
	}
	out := &nodeDoc{Axis: nameIn(axisNames, n.Axis)}
	for _, c := range n.Children {
		child := nodeDoc{}
		if c.Node != nil {
			child = *encodeNode(c.Node)
		}
		child.Weight = c.Weight
		out.Children = append(out.Children, child)
	}
	return out
}

// encodeSessions returns the sessions that have a place, and the others.
func encodeSessions(s workspace.State) (placed, others []sessionDoc) {
	all := make([]sessionDoc, 0, len(s.Sessions))
	for _, r := range s.Sessions {
		all = append(all, encodeSession(r))
	}
	slices.SortFunc(all, func(a, b sessionDoc) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), bytes.Compare(a.ID[:], b.ID[:]))
	})
	places := map[session.ID]bool{}
	for _, id := range s.SessionIDs() {
		places[id] = true
	}
	placed = make([]sessionDoc, 0, len(all))
	for _, d := range all {
		if places[d.ID] {
			placed = append(placed, d)
		} else {
			others = append(others, d)
		}
	}
	return placed, others
}

func encodeSession(r workspace.Record) sessionDoc {
	return sessionDoc{
		ID: r.ID,
		Source: sourceDoc{
			Kind:     r.Source.Kind,
			Repo:     text(r.Source.Repo),
			Worktree: text(r.Source.Worktree),
			Dir:      text(r.Source.Dir),
			Command:  each(r.Source.Command, toText),
		},
		Title:        text(r.Title),
		Name:         text(r.Name),
		Agent:        r.Agent,
		Dir:          text(r.Dir),
		Env:          each(r.Env, toText),
		Provider:     r.Provider,
		Lifetime:     r.Lifetime,
		Residency:    residencyDoc{Place: r.Residency.Place, ExpiresAt: utc(r.Residency.ExpiresAt)},
		Disposition:  r.Disposition,
		LastActiveAt: utc(r.LastActive),
		Idled:        r.Idled,
		CreatedAt:    utc(r.CreatedAt),
		Restart:      r.Restart,
		NoHistory:    r.NoHistory,
		Attention:    attentionDoc{r.Attention.Reason, text(r.Attention.Text), utc(r.Attention.Since), r.Attention.Seen},
	}
}

func encodeClosed(c workspace.Closed) closedDoc {
	return closedDoc{
		Title:     text(c.Title),
		ClosedAt:  utc(c.ClosedAt),
		ExpiresAt: utc(c.ExpiresAt),
		View:      c.View,
		ViewName:  text(c.ViewName),
		Sessions:  each(c.Sessions, func(id session.ID) session.ID { return id }),
		Tab:       encodeTab(c.Tab),
		TabIndex:  c.TabIndex,
		Pane:      encodeClosedPane(c.Pane),
		Over:      c.Over,
	}
}

func encodeClosedPane(p *workspace.ClosedPane) *closedPaneDoc {
	if p == nil {
		return nil
	}
	out := &closedPaneDoc{
		Session:   p.Session,
		Before:    encodeNode(p.Before),
		After:     encodeNode(p.After),
		Neighbour: p.Neighbour,
		Side:      nameIn(sideNames, p.Side),
		Weight:    p.Weight,
		Total:     p.Total,
		WasActive: p.WasActive,
		WasZoomed: p.WasZoomed,
	}
	if p.Float != nil {
		f := encodeFloat(*p.Float)
		out.Float = &f
	}
	return out
}

func toText(s string) text { return text(s) }

// each converts a list; an empty one is [] in the document, never null.
func each[A, B any](in []A, convert func(A) B) []B {
	out := make([]B, 0, len(in))
	for _, v := range in {
		out = append(out, convert(v))
	}
	return out
}

func utc(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return t.UTC().Round(0)
}
