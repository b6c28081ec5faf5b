//go:build linux

package drive

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Document is a workspace document on disk, read without dormer's own code.
type Document struct {
	Schema     int       `json:"schema"`
	Name       string    `json:"name"`
	ActiveView string    `json:"activeView"`
	Views      []View    `json:"views"`
	Sessions   []Session `json:"sessions"`
	Undo       []Closed  `json:"undo"`
}

// View is a view of a document.
type View struct {
	ID        string `json:"id"`
	ActiveTab string `json:"activeTab"`
	Tabs      []Tab  `json:"tabs"`
}

// Tab is a tab of a view.
type Tab struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Active string `json:"active"`
	Zoomed bool   `json:"zoomed"`
	Preset string `json:"preset"`
	Layout *Node  `json:"layout"`
}

// Node is a pane, or a split with children.
type Node struct {
	Weight   int    `json:"weight"`
	Session  string `json:"session"`
	Axis     string `json:"axis"`
	Children []Node `json:"children"`
}

// Session is the record of a session.
type Session struct {
	ID        string `json:"id"`
	Title     string `json:"title"`
	Name      string `json:"name"`
	Dir       string `json:"dir"`
	Residency struct {
		Place string `json:"place"`
	} `json:"residency"`
}

// Closed is an entry of the undo stack.
type Closed struct {
	Title    string   `json:"title"`
	Sessions []string `json:"sessions"`
}

// Leaves returns the ids of a layout's sessions in layout order, nil for a nil layout.
func (n *Node) Leaves() []string {
	switch {
	case n == nil:
		return nil
	case len(n.Children) == 0:
		return []string{n.Session}
	}
	var ids []string
	for i := range n.Children {
		ids = append(ids, n.Children[i].Leaves()...)
	}
	return ids
}

// Tabs returns the tabs of the active view.
func (d Document) Tabs() []Tab { return d.view().Tabs }

// ActiveTab returns the focused tab of the active view, or the zero Tab if there is none.
func (d Document) ActiveTab() Tab {
	v := d.view()
	for _, t := range v.Tabs {
		if t.ID == v.ActiveTab {
			return t
		}
	}
	return Tab{}
}

func (d Document) view() View {
	for _, v := range d.Views {
		if v.ID == d.ActiveView {
			return v
		}
	}
	return View{}
}

// Session returns the record with the given id, or the zero Session if there is none.
func (d Document) Session(id string) Session {
	for _, s := range d.Sessions {
		if s.ID == id {
			return s
		}
	}
	return Session{}
}

// DocumentPath returns the path of a workspace's document for a given DORMER_HOME.
func DocumentPath(home, workspace string) string {
	return filepath.Join(home, "state", "workspaces", workspace, "workspace.json")
}

// ReadDocument reads and decodes the document at path. If there is no such file, the error is
// that of [os.ReadFile].
func ReadDocument(path string) (Document, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Document{}, err
	}
	var d Document
	if err := json.Unmarshal(data, &d); err != nil {
		return Document{}, fmt.Errorf("read document %s: %w", path, err)
	}
	return d, nil
}

// Document returns the program's workspace document as it is on disk. It fails the test if the
// document cannot be read.
func (p *Program) Document() Document {
	p.t.Helper()
	d, err := ReadDocument(p.documentPath())
	if err != nil {
		p.t.Fatal(err)
	}
	return d
}

func (p *Program) documentPath() string { return DocumentPath(p.options.Home, p.options.workspace()) }

// workspace returns the name of the workspace that the arguments select.
func (o Options) workspace() string {
	for i, a := range o.Args {
		if a == "--workspace" && i+1 < len(o.Args) {
			return o.Args[i+1]
		}
	}
	return "default"
}

// WaitDocument waits until the document on disk satisfies cond and returns it. It wakes when
// the document's directory changes. A document that cannot be decoded fails the test at once,
// because a reader must never see half of one.
func (p *Program) WaitDocument(what string, cond func(Document) bool) Document {
	p.t.Helper()
	w := p.watch(filepath.Dir(p.documentPath()))
	defer w.close()
	deadline := time.Now().Add(Patience)
	for {
		d, err := ReadDocument(p.documentPath())
		if err != nil && !os.IsNotExist(err) {
			p.t.Fatal(err)
		}
		if err == nil && cond(d) {
			return d
		}
		if !w.wait(time.Until(deadline)) {
			p.t.Fatalf("waited for the document to have %s: not within %v\n%+v\n%s", what, Patience, d, p.Screen().Boxed())
		}
	}
}

// Saves starts to watch the document's directory. The returned function waits for the first
// change there since then: a save that begins or ends.
func (p *Program) Saves() (wait func()) {
	p.t.Helper()
	w := p.watch(filepath.Dir(p.documentPath()))
	p.t.Cleanup(w.close)
	return func() {
		p.t.Helper()
		if !w.wait(Patience) {
			p.t.Fatalf("the document was not saved within %v\n%s", Patience, p.Screen().Boxed())
		}
	}
}
