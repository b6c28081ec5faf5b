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
	// maxTerminals is the number of terminals that a page can show.
	maxTerminals = 64
	// writeTime is how long a page may take to receive a message before its connection is closed.
	writeTime = 30 * time.Second
	// maxWorking is the number of actions and attachments of a page that can be under way.
	maxWorking = 128
	// actTime is how long an action may take.
	actTime = 30 * time.Second
)

// page is the connection of one open page.
type page struct {
	server   *Server
	conn     *websocket.Conn
	readOnly bool
	// in has the messages of the page. found has the results of other goroutines, as functions
	// that the loop calls; they return a message for the page, or nil.
	in    chan message
	found chan func() any
	woken chan struct{}
	// working waits for the goroutines that carry out the page's requests.
	working sync.WaitGroup

	// The following fields belong to the loop.
	terminals map[int]*terminal
	talks     map[int]context.CancelFunc
	// newest is the highest number of a terminal or conversation: a number is used only once.
	newest int
	// busy is the number of actions and attachments under way.
	busy    int
	looking bool
	tree    *Tree
	failed  string
}

// message is a message from a page. Its type decides which fields are set.
type message struct {
	Type    string `json:"t"`
	ID      int    `json:"id"`
	Term    int    `json:"term"`
	Session string `json:"session"`
	Text    string `json:"text"`
	// Message is the id of a prompt, which is taken once for each.
	Message string `json:"message"`
	// More says that another part of the paste follows.
	More  bool    `json:"more"`
	On    bool    `json:"on"`
	Key   pressed `json:"press"`
	Rows  int     `json:"rows"`
	Cols  int     `json:"cols"`
	First uint64  `json:"first"`
	End   uint64  `json:"end"`
	// Mouse is a mouse event.
	Mouse struct {
		X      int            `json:"x"`
		Y      int            `json:"y"`
		Button keys.Button    `json:"button"`
		Kind   keys.MouseKind `json:"kind"`
		Mod    keys.Mod       `json:"mod"`
	} `json:"mouse"`
	Action Action `json:"action"`
	// From is the number of the last event of a conversation that the page has. Request is the id
	// of a request for permission.
	From    int64  `json:"from"`
	Request string `json:"request"`
	Option  string `json:"option"`
	// Setting is a setting of a conversation's agent, of which Option is to be chosen.
	Setting string `json:"setting"`
	Screen  string `json:"screen"`
}

// hello is the first message to a page.
type hello struct {
	Type string `json:"t"`
	// Files is the version of the page's files. A page with other files reloads itself.
	Files    string `json:"files"`
	ReadOnly bool   `json:"readOnly"`
}

// done answers a message that had an id.
type done struct {
	Type string `json:"t"`
	ID   int    `json:"id"`
	// Error says why nothing was done; otherwise Said is a sentence about the result.
	Error string `json:"error,omitempty"`
	Said  string `json:"said,omitempty"`
	// Session is the new session, if one was opened.
	Session string `json:"session,omitempty"`
	// Question is the question of an agent.
	Question *question `json:"question,omitempty"`
}

// question is the question on an agent's screen.
type question struct {
	Lines   []string `json:"lines"`
	Options []choice `json:"options"`
	Screen  string   `json:"screen"`
}

type choice struct {
	Name  string `json:"name"`
	Label string `json:"label"`
}

// errRefused answers a request of a read-only page.
var errRefused = errors.New("this log-in is read-only: nothing was done")

// errBusy answers a page with too many requests under way.
var errBusy = errors.New("this page has too many requests under way: nothing was done, try again")

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

// wake makes the loop look for news.
func (p *page) wake() {
	select {
	case p.woken <- struct{}{}:
	default:
	}
}

// read passes the messages from the page to the loop.
func (p *page) read(ctx context.Context) {
	for {
		kind, data, err := p.conn.Read(ctx)
		if err != nil {
			return
		}
		var m message
		if kind != websocket.MessageText || json.Unmarshal(data, &m) != nil {
			_ = p.conn.Close(websocket.StatusUnsupportedData, "the message is not valid")
			return
		}
		select {
		case p.in <- m:
		case <-ctx.Done():
			return
		}
	}
}

// loop carries out the page's requests and sends it news.
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

// tell sends the changes of the tree and the terminals.
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

// take carries out a message, and returns an answer if there is one. The error reports an invalid
// message, which dormer's own page does not send.
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
			return nil, errors.New("the conversation cannot be opened: the session or its number is not valid, or too many are open")
		}
		p.newest = m.Term
		p.followConversation(ctx, m.Term, id, m.From)
		return nil, nil
	case "act", "ask", "answer", "prompt", "cancel", "permit", "choose":
		return p.begin(ctx, m)
	}
	return nil, p.terminalMessage(m)
}

// terminalMessage carries out a message about a terminal.
func (p *page) terminalMessage(m message) error {
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
		if t != nil { // nil: not attached yet, or closed meanwhile
			t.take(m, p.readOnly)
		}
	default:
		return fmt.Errorf("there is no message %q", m.Type)
	}
	return nil
}

// take carries out a message. If readOnly, it ignores those that change the session.
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

// typed passes the user's input to the session.
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

// look notes whether the page is visible. An invisible page gets no frames.
func (p *page) look(on bool) {
	p.looking = on
	for _, t := range p.terminals {
		if t != nil {
			t.client.SetVisible(on)
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
	p.runAsync(ctx, func(ctx context.Context) func() any {
		conn, err := p.server.workspace.Attach(ctx, id)
		return func() any { return p.attached(m.Term, conn, err) }
	})
	return nil, nil
}

// attached shows a session once it is attached, unless the page has closed it meanwhile.
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
	t.client.SetVisible(p.looking)
	p.terminals[number] = t
	return nil
}

// runAsync runs work, which may take a while, on a goroutine of its own. The loop then calls the
// function that work returns.
func (p *page) runAsync(ctx context.Context, work func(context.Context) func() any) {
	p.busy++
	p.working.Go(func() {
		limited, cancel := context.WithTimeout(ctx, actTime)
		defer cancel()
		f := work(limited)
		p.found <- func() any { // received by loop or, after it, by run
			p.busy--
			return f()
		}
	})
}

// begin starts to carry out a request that may take a while.
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
	p.runAsync(ctx, func(ctx context.Context) func() any {
		answer, err := p.handleRequest(ctx, id, m)
		answer.Type, answer.ID = "done", m.ID
		if err != nil {
			answer.Error = err.Error()
		}
		return func() any { return answer }
	})
	return nil, nil
}

// handleRequest carries out a request of a page.
func (p *page) handleRequest(ctx context.Context, id session.ID, m message) (out done, err error) {
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
	case "prompt", "cancel", "permit", "choose":
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
