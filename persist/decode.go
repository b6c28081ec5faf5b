package persist

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"dormer/session"
	"dormer/workspace"
)

// ErrNewer means that a newer program wrote the document in a schema that this program does not
// know. The concrete error is a [*NewerError].
var ErrNewer = errors.New("the workspace document is of a newer schema")

// NewerError is an [ErrNewer] that names the document and its schema.
type NewerError struct {
	Path   string
	Schema int
}

func (e *NewerError) Error() string {
	return fmt.Sprintf("%s was written by a newer dormer (schema %d, this one reads up to %d); it was left as it is: use the newer dormer, or open another workspace with --workspace NAME",
		e.Path, e.Schema, schema)
}

// Is makes the error an [ErrNewer].
func (e *NewerError) Is(target error) bool { return target == ErrNewer }

// decoded is a document that was decoded but not yet interpreted.
type decoded struct {
	state   workspace.State
	savedAt time.Time
	extra   unknownFields
}

// readers has a reader for every schema that was ever written.
var readers = map[int]func(data []byte) (decoded, error){
	1: readDocument,
	2: readDocument,
}

// decodeLoosely describes a JSON error in words for users, without Go type names.
func decodeLoosely(err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return err
	}
	if wrong.Field == "" {
		return fmt.Errorf("it is a JSON %s and not a workspace", wrong.Value)
	}
	return fmt.Errorf("its %s cannot be a JSON %s", wrong.Field, wrong.Value)
}

// decode reads a document of any known schema. Its errors describe the fault of the document;
// for a newer schema the error is a [*NewerError] without a path.
func decode(data []byte) (decoded, error) {
	var head struct {
		Schema int `json:"schema"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return decoded{}, decodeLoosely(err)
	}
	if head.Schema > schema {
		return decoded{}, &NewerError{Schema: head.Schema}
	}
	read, ok := readers[head.Schema]
	if !ok {
		return decoded{}, errors.New("it has no schema version")
	}
	return read(data)
}

// readDocument reads schemas 1 and 2; fields that are new in 2 are missing in 1.
func readDocument(data []byte) (decoded, error) {
	var d document
	if err := json.Unmarshal(data, &d); err != nil {
		return decoded{}, decodeLoosely(err)
	}
	return d.decoded()
}

// decoded converts a document.
func (d document) decoded() (decoded, error) {
	d.Sessions, d.Archived = append(d.Sessions, d.Archived...), nil
	if err := d.checkSize(); err != nil {
		return decoded{}, err
	}
	s := workspace.State{Name: string(d.Name), ActiveView: d.ActiveView}
	var err error
	if s.Sessions, err = decodeSessions(d.Sessions); err != nil {
		return decoded{}, err
	}
	if s.Views, err = tryEach(d.Views, decodeView); err != nil {
		return decoded{}, err
	}
	if s.Undo, err = tryEach(d.Undo, decodeClosed); err != nil {
		return decoded{}, err
	}
	return decoded{state: s, savedAt: utc(d.SavedAt), extra: takeUnknown(d)}, nil
}

func decodeView(d viewDoc) (workspace.View, error) {
	tabs, err := tryEach(d.Tabs, decodeTab)
	if err != nil {
		return workspace.View{}, fmt.Errorf("view %q: %w", d.ID, err)
	}
	return workspace.View{ID: d.ID, Name: string(d.Name), Tabs: tabs, ActiveTab: d.ActiveTab, Recent: orNil(d.Recent)}, nil
}

func decodeTab(d tabDoc) (workspace.Tab, error) {
	root, err := decodeNode(d.Layout)
	if err != nil {
		return workspace.Tab{}, fmt.Errorf("tab %s: %w", d.ID, err)
	}
	saved, err := tryEach(d.Arrangements, decodeSaved)
	if err != nil {
		return workspace.Tab{}, fmt.Errorf("tab %s: %w", d.ID, err)
	}
	return workspace.Tab{
		ID:     d.ID,
		Name:   string(d.Name),
		Root:   root,
		Active: d.Active,
		Recent: orNil(d.Recent),
		Zoomed: d.Zoomed,
		Preset: parsePreset(d.Preset),
		Floats: orNil(each(d.Floats, decodeFloat)),
		Saved:  saved,
	}, nil
}

func decodeFloat(d floatDoc) workspace.Float {
	return workspace.Float{Session: d.Session, Frame: workspace.Frame{X: d.Frame[0], Y: d.Frame[1], W: d.Frame[2], H: d.Frame[3]}, Hidden: d.Hidden}
}

func decodeSaved(d savedDoc) (workspace.SavedLayout, error) {
	root, err := decodeNode(d.Layout)
	if err != nil {
		return workspace.SavedLayout{}, fmt.Errorf("saved layout %q: %w", d.Name, err)
	}
	return workspace.SavedLayout{Name: string(d.Name), Root: root, Floats: orNil(each(d.Floats, decodeFloat))}, nil
}

// decodeNode recurses to the nesting depth that the JSON decoder allows.
func decodeNode(d *nodeDoc) (*workspace.Node, error) {
	if d == nil {
		return nil, nil
	}
	if len(d.Children) == 0 {
		return &workspace.Node{Session: d.Session}, nil
	}
	axis, err := parseName[workspace.Axis]("axis", axisNames, d.Axis)
	if err != nil {
		return nil, err
	}
	n := &workspace.Node{Axis: axis, Session: d.Session}
	for i := range d.Children {
		child, err := decodeNode(&d.Children[i])
		if err != nil {
			return nil, err
		}
		n.Children = append(n.Children, workspace.Child{Weight: d.Children[i].Weight, Node: child})
	}
	return n, nil
}

func decodeSessions(docs []sessionDoc) (map[session.ID]workspace.Record, error) {
	records := make(map[session.ID]workspace.Record, len(docs))
	for _, d := range docs {
		r, err := decodeSession(d)
		if err != nil {
			return nil, fmt.Errorf("session %s: %w", d.ID, err)
		}
		if _, twice := records[r.ID]; twice {
			return nil, fmt.Errorf("session %s appears twice", d.ID)
		}
		records[r.ID] = r
	}
	return records, nil
}

func decodeSession(d sessionDoc) (workspace.Record, error) {
	disposition, err := session.ParseDisposition(string(d.Disposition))
	if err := errors.Join(err,
		oneOf("source kind", d.Source.Kind, session.Worktree, session.Floating),
		oneOf("provider", d.Provider, session.Direct, session.Hosted),
		oneOf("lifetime", d.Lifetime, session.Persistent, session.Temporary),
		oneOf("residency", d.Residency.Place, session.Active, session.PendingUndo, session.Backgrounded),
	); err != nil {
		return workspace.Record{}, err
	}
	return workspace.Record{
		ID: d.ID,
		Source: session.Source{
			Kind:     d.Source.Kind,
			Repo:     string(d.Source.Repo),
			Worktree: string(d.Source.Worktree),
			Dir:      string(d.Source.Dir),
			Command:  orNil(each(d.Source.Command, fromText)),
		},
		Title:       string(d.Title),
		Name:        string(d.Name),
		Agent:       d.Agent,
		Dir:         string(d.Dir),
		Env:         orNil(each(d.Env, fromText)),
		Provider:    d.Provider,
		Lifetime:    d.Lifetime,
		Residency:   session.Residency{Place: d.Residency.Place, ExpiresAt: utc(d.Residency.ExpiresAt)},
		Disposition: disposition,
		LastActive:  utc(d.LastActiveAt),
		Idled:       d.Idled,
		CreatedAt:   utc(d.CreatedAt),
		Restart:     d.Restart,
		NoHistory:   d.NoHistory,
		Attention: workspace.Attention{
			Reason: d.Attention.Reason, Text: string(d.Attention.Text), Since: utc(d.Attention.Since), Seen: d.Attention.Seen,
		},
	}, nil
}

func fromText(t text) string { return string(t) }

func decodeClosed(d closedDoc) (workspace.Closed, error) {
	tab, err := decodeTab(d.Tab)
	if err != nil {
		return workspace.Closed{}, fmt.Errorf("closed %q: %w", d.Title, err)
	}
	pane, err := decodeClosedPane(d.Pane)
	if err != nil {
		return workspace.Closed{}, fmt.Errorf("closed %q: %w", d.Title, err)
	}
	return workspace.Closed{
		Title:     string(d.Title),
		ClosedAt:  utc(d.ClosedAt),
		ExpiresAt: utc(d.ExpiresAt),
		View:      d.View,
		ViewName:  string(d.ViewName),
		Sessions:  orNil(d.Sessions),
		Tab:       tab,
		TabIndex:  d.TabIndex,
		Pane:      pane,
		Over:      d.Over,
	}, nil
}

func decodeClosedPane(d *closedPaneDoc) (*workspace.ClosedPane, error) {
	if d == nil {
		return nil, nil
	}
	side, err := parseName[workspace.Direction]("side", sideNames, d.Side)
	if err != nil {
		return nil, err
	}
	before, err := decodeNode(d.Before)
	if err != nil {
		return nil, err
	}
	after, err := decodeNode(d.After)
	if err != nil {
		return nil, err
	}
	out := &workspace.ClosedPane{
		Session:   d.Session,
		Before:    before,
		After:     after,
		Neighbour: d.Neighbour,
		Side:      side,
		Weight:    d.Weight,
		Total:     d.Total,
		WasActive: d.WasActive,
		WasZoomed: d.WasZoomed,
	}
	if d.Float != nil {
		f := decodeFloat(*d.Float)
		out.Float = &f
	}
	return out, nil
}

func tryEach[A, B any](in []A, convert func(A) (B, error)) ([]B, error) {
	var out []B
	for _, v := range in {
		b, err := convert(v)
		if err != nil {
			return nil, err
		}
		out = append(out, b)
	}
	return out, nil
}

func orNil[A any](in []A) []A {
	if len(in) == 0 {
		return nil
	}
	return in
}
