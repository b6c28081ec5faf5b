package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/keys"
)

const (
	// maxMessage is the length of the longest message of a page, in bytes.
	maxMessage = 1 << 20
	// maxTerminals is how many terminals a page can show.
	maxTerminals = 64
	// writeTime is how long a page may take for a message before it is given up.
	writeTime = 30 * time.Second
	// maxWorking is how many actions and attachments of a page can be under way.
	maxWorking = 128
	// actTime is how long an action may take.
	actTime = 30 * time.Second
)

// page is the connection of one open page.
type page struct {
	server   *Server
	conn     *websocket.Conn
	readOnly bool
	// in are the messages of the page. What other goroutines have found out is done by the loop; it
	// returns what the page is told.
	in    chan message
	found chan func() any
	woken chan struct{}
	// working are the goroutines that carry out what the page asked for.
	working sync.WaitGroup

	// What follows belongs to the loop.
	terminals map[int]*terminal
	talks     map[int]context.CancelFunc
	// newest is the highest number of a terminal or conversation: a number is used once.
	newest int
	// busy is how many actions and attachments are under way.
	busy    int
	looking bool
	tree    *Tree
	failed  string
}

// message is a message of a page. Which fields are set depends on its type.
type message struct {
	Type    string `json:"t"`
	ID      int    `json:"id"`
	Term    int    `json:"term"`
	Session string `json:"session"`
	Text    string `json:"text"`
	// More says that a paste goes on.
	More  bool    `json:"more"`
	On    bool    `json:"on"`
	Key   pressed `json:"press"`
	Rows  int     `json:"rows"`
	Cols  int     `json:"cols"`
	First uint64  `json:"first"`
	End   uint64  `json:"end"`
	// Mouse is an event of the mouse.
	Mouse struct {
		X      int            `json:"x"`
		Y      int            `json:"y"`
		Button keys.Button    `json:"button"`
		Kind   keys.MouseKind `json:"kind"`
		Mod    keys.Mod       `json:"mod"`
	} `json:"mouse"`
	Action Action `json:"action"`
	// From is the last event of a conversation that the page has, Request a permission.
	From    int64  `json:"from"`
	Request string `json:"request"`
	Option  string `json:"option"`
	Screen  string `json:"screen"`
}

// hello is the first message to a page.
type hello struct {
	Type string `json:"t"`
	// Files is the version of the page's files: an open page with others loads itself again.
	Files    string `json:"files"`
	ReadOnly bool   `json:"readOnly"`
}

// done answers a message that had an id.
type done struct {
	Type string `json:"t"`
	ID   int    `json:"id"`
	// Error is why nothing was done; else Said is what there is to say.
	Error string `json:"error,omitempty"`
	Said  string `json:"said,omitempty"`
	// Session is the session that was opened.
	Session string `json:"session,omitempty"`
	// Question is what an agent asks.
	Question *question `json:"question,omitempty"`
}

// question is what an agent asks on its screen.
type question struct {
	Lines   []string `json:"lines"`
	Options []choice `json:"options"`
	Screen  string   `json:"screen"`
}

type choice struct {
	Name  string `json:"name"`
	Label string `json:"label"`
}

// errRefused says that a message is not allowed to a page that only looks.
var errRefused = errors.New("this log-in only looks: nothing was done")

// errBusy says that a page asks for more than is done at once.
var errBusy = errors.New("too much is being done for this page: nothing was done, try again")

// run serves the page until its connection ends.
func (p *page) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	p.conn.SetReadLimit(maxMessage)
	p.working.Go(func() {
		defer cancel()
		p.read(ctx)
	})
	p.server.tree.join(p)
	err := p.loop(ctx)
	p.server.tree.leave(p)
	cancel()
	_ = p.conn.CloseNow() // wakes the reader
	go func() {
		p.working.Wait()
		close(p.found)
	}()
	for f := range p.found {
		f()
	}
	for _, t := range p.terminals {
		t.detach()
	}
	return err
}

// wake has the loop look for news.
func (p *page) wake() {
	select {
	case p.woken <- struct{}{}:
	default:
	}
}

// read passes the messages of the page to the loop.
func (p *page) read(ctx context.Context) {
	for {
		kind, data, err := p.conn.Read(ctx)
		if err != nil {
			return
		}
		var m message
		if kind != websocket.MessageText || json.Unmarshal(data, &m) != nil {
			_ = p.conn.Close(websocket.StatusUnsupportedData, "the message is not understood")
			return
		}
		select {
		case p.in <- m:
		case <-ctx.Done():
			return
		}
	}
}

// loop does what the page asks for and tells it what is new.
func (p *page) loop(ctx context.Context) error {
	if err := p.send(ctx, hello{Type: "hello", Files: p.server.version, ReadOnly: p.readOnly}); err != nil {
		return err
	}
	for {
		var answer any
		select {
		case <-ctx.Done():
			return ctx.Err()
		case m := <-p.in:
			var err error
			if answer, err = p.take(ctx, m); err != nil {
				_ = p.conn.Close(websocket.StatusPolicyViolation, err.Error())
				return err
			}
		case f := <-p.found:
			answer = f()
		case <-p.woken:
		}
		if answer != nil {
			if err := p.send(ctx, answer); err != nil {
				return err
			}
		}
		if err := p.tell(ctx); err != nil {
			return err
		}
	}
}

// tell sends what is new of the tree and the terminals.
func (p *page) tell(ctx context.Context) error {
	if tree, failed := p.server.tree.latest(); tree != p.tree || failed != p.failed {
		p.tree, p.failed = tree, failed
		if err := p.send(ctx, struct {
			Type   string `json:"t"`
			Tree   *Tree  `json:"tree"`
			Failed string `json:"failed,omitempty"`
		}{"tree", tree, failed}); err != nil {
			return err
		}
	}
	if !p.looking {
		return nil
	}
	for _, t := range p.terminals {
		for _, m := range t.news() {
			if err := p.send(ctx, m); err != nil {
				return err
			}
		}
		if t != nil && t.named {
			t.named = false
			p.server.tree.look()
		}
	}
	return nil
}

// send sends a message to the page.
func (p *page) send(ctx context.Context, m any) error {
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, writeTime)
	defer cancel()
	return p.conn.Write(ctx, websocket.MessageText, data)
}

// take does what a message asks for, and returns an answer if there is one. An error is that no page
// of ours sends such a message.
func (p *page) take(ctx context.Context, m message) (any, error) {
	switch m.Type {
	case "ping":
		return struct {
			Type string `json:"t"`
		}{"pong"}, nil
	case "look":
		p.look(m.On)
		return nil, nil
	case "open":
		return p.open(ctx, m)
	case "talk":
		id, err := uuid.Parse(m.Session)
		if err != nil || m.Term <= p.newest || len(p.talks) >= maxTerminals {
			return nil, errors.New("a conversation cannot be opened like that")
		}
		p.newest = m.Term
		p.talk(ctx, m.Term, id, m.From)
		return nil, nil
	case "act", "ask", "answer", "prompt", "cancel", "permit":
		return p.begin(ctx, m)
	}
	return nil, p.inTerminal(m)
}

// inTerminal does what a message about a terminal asks for.
func (p *page) inTerminal(m message) error {
	t := p.terminals[m.Term]
	switch m.Type {
	case "close":
		if cancel := p.talks[m.Term]; cancel != nil {
			cancel()
			delete(p.talks, m.Term)
		}
		delete(p.terminals, m.Term)
		t.detach()
	case "ack", "past", "key", "text", "paste", "mouse", "focus", "size":
		if t != nil { // otherwise it is not attached yet, or was closed meanwhile
			t.take(m, p.readOnly)
		}
	default:
		return fmt.Errorf("there is no message %q", m.Type)
	}
	return nil
}

// take does what a message asks for; of one who only looks, what changes nothing.
func (t *terminal) take(m message, readOnly bool) {
	switch {
	case m.Type == "ack":
		t.acknowledged()
	case m.Type == "past":
		t.past(m.First, m.End)
	case !readOnly:
		t.typed(m)
	}
}

// typed passes what a user does in a terminal on.
func (t *terminal) typed(m message) {
	switch m.Type {
	case "key":
		t.press(m.Key)
	case "text":
		t.text(m.Text)
	case "paste":
		t.client.Paste([]byte(m.Text), m.More)
	case "mouse":
		t.mouse(keys.Mouse{X: m.Mouse.X, Y: m.Mouse.Y, Button: m.Mouse.Button, Kind: m.Mouse.Kind, Mod: m.Mouse.Mod})
	case "focus":
		t.focus(m.On)
	case "size":
		t.resize(session.Size{Rows: min(max(m.Rows, 0), wire.MaxRows), Cols: min(max(m.Cols, 0), wire.MaxCols)})
	}
}

// look says whether the page is visible. Otherwise it gets no frames.
func (p *page) look(on bool) {
	p.looking = on
	for _, t := range p.terminals {
		if t != nil {
			t.client.Look(on)
			t.changed.Store(true)
		}
	}
}

// open shows the terminal of a session.
func (p *page) open(ctx context.Context, m message) (any, error) {
	id, err := uuid.Parse(m.Session)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%q is not the id of a session", m.Session)
	case m.Term <= p.newest:
		return nil, fmt.Errorf("the number %d was used before", m.Term)
	case len(p.terminals) >= maxTerminals || p.busy >= maxWorking:
		return nil, fmt.Errorf("no more than %d terminals can be open", maxTerminals)
	}
	p.newest = m.Term
	p.terminals[m.Term] = nil
	p.beside(ctx, func(ctx context.Context) func() any {
		conn, err := p.server.workspace.Attach(ctx, id)
		return func() any { return p.attached(m.Term, conn, err) }
	})
	return nil, nil
}

// attached shows a session that the page has opened and not closed since.
func (p *page) attached(number int, conn wire.Conn, err error) any {
	_, wanted := p.terminals[number]
	switch {
	case err != nil:
		delete(p.terminals, number)
		return ended{Type: "state", Term: number, Gone: true, How: err.Error()}
	case !wanted:
		_ = conn.Close() // nothing was sent
		return nil
	}
	t := attach(number, conn, p.wake)
	t.client.Look(p.looking)
	p.terminals[number] = t
	return nil
}

// beside does something that may take a while, beside the loop, and has the loop do what it
// returns.
func (p *page) beside(ctx context.Context, work func(context.Context) func() any) {
	p.busy++
	p.working.Go(func() {
		limited, cancel := context.WithTimeout(ctx, actTime)
		defer cancel()
		f := work(limited)
		p.found <- func() any { // the loop, or who ends it, takes it
			p.busy--
			return f()
		}
	})
}

// begin carries out something that may take a while, beside the loop.
func (p *page) begin(ctx context.Context, m message) (any, error) {
	var id session.ID
	if m.Session != "" {
		var err error
		if id, err = uuid.Parse(m.Session); err != nil {
			return nil, fmt.Errorf("%q is not the id of a session", m.Session)
		}
	}
	if p.readOnly && m.Type != "ask" {
		return done{Type: "done", ID: m.ID, Error: errRefused.Error()}, nil
	}
	if p.busy >= maxWorking {
		return done{Type: "done", ID: m.ID, Error: errBusy.Error()}, nil
	}
	p.beside(ctx, func(ctx context.Context) func() any {
		answer, err := p.carryOut(ctx, id, m)
		answer.Type, answer.ID = "done", m.ID
		if err != nil {
			answer.Error = err.Error()
		}
		return func() any { return answer }
	})
	return nil, nil
}

// carryOut does what a message asks for.
func (p *page) carryOut(ctx context.Context, id session.ID, m message) (out done, err error) {
	w := p.server.workspace
	switch m.Type {
	case "act":
		var opened session.ID
		out.Said, opened, err = w.Do(ctx, id, m.Action)
		if opened != (session.ID{}) {
			out.Session = opened.String()
		}
	case "answer":
		err = w.Answer(ctx, id, m.Screen, m.Option)
	case "prompt", "cancel", "permit":
		err = p.say(ctx, id, m)
	default:
		asked, askErr := w.Question(ctx, id)
		if askErr != nil {
			return out, askErr
		}
		q := question{Lines: asked.Question, Options: []choice{}, Screen: asked.Hash}
		for _, o := range asked.Options {
			q.Options = append(q.Options, choice{o.Name, o.Label})
		}
		out.Question = &q
	}
	return out, err
}
