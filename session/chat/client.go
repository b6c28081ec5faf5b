package chat

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"dormer/session/socket"
)

// ErrNoConversation is returned if a session has no conversation.
var ErrNoConversation = errors.New("no conversation runs in this session")

// Client is a connection to a conversation in another process. Its methods can be called from
// several goroutines.
type Client struct {
	conn socket.Conn

	mu      sync.Mutex
	number  int64
	waiting map[string]chan message
	err     error // why the connection has ended

	events chan Event
	// closed is closed by Close, ended when nothing more is read.
	closed, ended chan struct{}
	close         sync.Once
}

// Dial connects to the conversation at an address (see [Address]). The error is [ErrNoConversation]
// if there is none.
func Dial(ctx context.Context, address string) (*Client, error) {
	dir, name := split(address)
	conn, err := socket.Connect(ctx, dir, name)
	if errors.Is(err, socket.ErrGone) {
		return nil, ErrNoConversation
	}
	if err != nil {
		return nil, fmt.Errorf("conversation: %w", err)
	}
	c := &Client{conn: conn, waiting: map[string]chan message{}, events: make(chan Event, 64), closed: make(chan struct{}), ended: make(chan struct{})}
	go c.read()
	return c, nil
}

// Close ends the connection. The conversation continues.
func (c *Client) Close() {
	c.close.Do(func() {
		close(c.closed)
		_ = c.conn.Close() // nothing more is expected
	})
}

// Prompt sends a message with an id to the agent, unless one with this id was taken before, and
// returns the number of its event; an empty id is none: see [Conversation.PromptOnce]. Errors are
// [ErrBusy], [ErrNoAgent], [ErrStarting], [ErrEnded], a [RefusedError], and those of a lost
// connection.
func (c *Client) Prompt(ctx context.Context, id, text string) (seq int64, err error) {
	var r seqResult
	err = c.call(ctx, methodPrompt, promptParams{text, id}, &r)
	return r.Seq, err
}

// Cancel ends the turn. The error is [ErrIdle] if none runs.
func (c *Client) Cancel(ctx context.Context) error {
	return c.call(ctx, methodCancel, struct{}{}, &struct{}{})
}

// Answer chooses an option of a permission. The error is [ErrNotOpen] if the permission is no
// longer requested.
func (c *Client) Answer(ctx context.Context, request, option string) error {
	return c.call(ctx, methodAnswer, answerParams{request, option}, &struct{}{})
}

// Permissions returns those that the agent waits for, the oldest first.
func (c *Client) Permissions(ctx context.Context) ([]Permission, error) {
	var r permissionsResult
	err := c.call(ctx, methodPermissions, struct{}{}, &r)
	return r.Permissions, err
}

// Settings are what can be chosen of how the agent works. The error is [ErrNoAgent] while none runs.
func (c *Client) Settings(ctx context.Context) ([]Setting, error) {
	var r settingsResult
	err := c.call(ctx, methodSettings, struct{}{}, &r)
	return r.Settings, err
}

// Choose asks the agent to work as a choice of a setting says, and returns when it does. The error
// says why it does not. Meanwhile other calls of this client wait.
func (c *Client) Choose(ctx context.Context, setting, choice string) error {
	return c.call(ctx, methodChoose, chooseParams{setting, choice}, &struct{}{})
}

// Subscribe returns the number of the newest event, and a channel of all events after from, in order.
// It is closed when the connection ends: a client that does not read for some seconds is dropped, and
// connects again with the last number that it saw. While events are not read, other calls of this
// client get no answer. A client subscribes once.
func (c *Client) Subscribe(ctx context.Context, from int64) (newest int64, events <-chan Event, err error) {
	var r seqResult
	err = c.call(ctx, methodSubscribe, subscribeParams{from}, &r)
	return r.Seq, c.events, err
}

func (c *Client) call(ctx context.Context, method string, params, result any) error {
	m, err := c.send(ctx, method, params)
	if err != nil {
		return err
	}
	if m.Error != nil {
		return m.Error.err()
	}
	return json.Unmarshal(m.Result, result)
}

// send sends a request, and waits for the answer.
func (c *Client) send(ctx context.Context, method string, params any) (message, error) {
	encoded, err := encode(params)
	if errors.Is(err, errTooLong) {
		return message{}, RefusedError{fmt.Sprintf("the message has %v: write it to a file, and name that", err)}
	}
	if err != nil {
		return message{}, err
	}
	answer := make(chan message, 1)
	c.mu.Lock()
	c.number++
	id := strconv.FormatInt(c.number, 10)
	c.waiting[id] = answer
	line, err := encode(message{Version: "2.0", ID: json.RawMessage(id), Method: method, Params: encoded})
	if err == nil {
		err = c.write(line)
	}
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.waiting, id)
	}()
	if errors.Is(err, errTooLong) {
		return message{}, RefusedError{fmt.Sprintf("the message has %v: write it to a file, and name that", err)}
	}
	if err != nil {
		return message{}, c.connectionError(err)
	}
	select {
	case m := <-answer:
		return m, nil
	case <-c.ended:
		return message{}, c.connectionError(c.err)
	case <-ctx.Done():
		return message{}, ctx.Err()
	}
}

func (c *Client) write(line []byte) error {
	if err := c.conn.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return err
	}
	_, err := c.conn.Write(line)
	return err
}

func (c *Client) connectionError(err error) error {
	if errors.Is(err, io.EOF) {
		return ErrNoConversation // it has ended
	}
	return fmt.Errorf("conversation: %w", err)
}

// read receives the conversation's messages.
func (c *Client) read() {
	r := bufio.NewReaderSize(c.conn, 64<<10)
	for {
		line, err := readLine(r, maxLine)
		if err == nil {
			err = c.take(line.text)
		}
		if err != nil {
			c.err = err
			close(c.ended)
			close(c.events)
			c.Close()
			return
		}
	}
}

func (c *Client) take(line []byte) error {
	m, bad := decodeMessage(line)
	if bad != nil {
		return bad.err()
	}
	if m.Method == methodEvent {
		e, err := decodeEvent(m.Params)
		if err != nil {
			return err
		}
		select {
		case c.events <- e:
			return nil
		case <-c.closed:
			return io.EOF
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if answer, ok := c.waiting[string(m.ID)]; ok {
		delete(c.waiting, string(m.ID))
		answer <- m // the channel has room
	}
	return nil
}
