package chat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// Errors of a conversation.
var (
	ErrBusy    = errors.New("a turn runs: cancel it, or wait until it has ended")
	ErrIdle    = errors.New("no turn runs")
	ErrNoAgent = errors.New("the agent is gone: start it again in its pane")
	ErrNotOpen = errors.New("this permission is no longer asked for")
	// ErrStarting means that the agent will accept messages soon.
	ErrStarting = errors.New("the agent is still starting: try again in a moment")
	// ErrEnded means that the conversation accepts nothing more, for example because the disk is
	// full.
	ErrEnded = errors.New("the conversation has ended")
	// ErrFull says that the transcript has reached its limit.
	ErrFull = fmt.Errorf("the conversation has %d MB, and no more is kept: begin another one in a new tab", maxTranscript>>20)
)

// Options describe a conversation.
type Options struct {
	// Dir is the directory of the session's files, which contains the transcript.
	Dir string
	// Cwd is the directory in which the agent works, as an absolute path.
	Cwd string
	// Agent is the name of the agent, Argv its command, and Env its environment.
	Agent     string
	Argv, Env []string
	// Resume is the agent's id of the conversation to continue; if it is empty, the last one of
	// this agent in the transcript is continued, or a new one begins.
	Resume string
	// Version is the version of dormer.
	Version string
}

// Conversation is a conversation with an agent. Its methods can be called from several goroutines.
type Conversation struct {
	o Options

	mu      sync.Mutex
	log     *transcript
	changed chan struct{} // closed when there are more events, or no more will come
	ended   error         // why no more events can be added
	status  status
	// text is the agent's output since the last event: pieces are collected for a short time.
	text     strings.Builder
	textKind Kind
	flushed  time.Time
	agent    *connection // nil while none runs
	// resume is the conversation to continue, before the first start.
	resume string
}

// textFlushDelay is how long pieces of an answer are collected for one event; the first piece becomes
// an event at once. Otherwise a long conversation would have too many events.
const textFlushDelay = 100 * time.Millisecond

var errClosed = fmt.Errorf("%w: it was closed", ErrEnded)

// Open opens the conversation of a session. No agent runs yet: see [Conversation.Start]. If the
// previous program was killed during a turn, the turn is ended in the transcript.
func Open(o Options) (*Conversation, error) {
	c := &Conversation{o: o, changed: make(chan struct{}), resume: o.Resume}
	var err error
	if c.log, err = openTranscript(o.Dir, c.status.add); err != nil {
		return nil, err
	}
	if c.status.running || c.status.turn || len(c.status.permissions) > 0 {
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, e := range c.status.closeOpen("dormer was ended") {
			if _, err := c.add(e); err != nil {
				return nil, errors.Join(err, c.log.file.Close())
			}
		}
	}
	return c, nil
}

// Close ends the agent, and then the conversation.
func (c *Conversation) Close() error {
	c.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	if errors.Is(c.ended, errClosed) {
		return nil
	}
	c.endTranscript(errClosed)
	return c.log.file.Close()
}

// endTranscript ends the transcript and wakes readers. The lock is held.
func (c *Conversation) endTranscript(err error) {
	c.ended = cmp.Or(c.ended, err)
	close(c.changed)
	c.changed = make(chan struct{})
}

// add adds an event to the transcript, after the collected text. The lock is held. If it cannot be
// written, the agent is ended, because its output would be lost.
func (c *Conversation) add(e Event) (int64, error) {
	if err := c.flush(); err != nil {
		return 0, err
	}
	return c.write(e)
}

func (c *Conversation) write(e Event) (int64, error) {
	if c.ended != nil {
		return 0, c.ended
	}
	if c.full() && !e.ends() {
		if c.agent != nil && !c.agent.stopped {
			c.agent.stopped = true
			go c.agent.end()
		}
		return 0, ErrFull
	}
	e.Time = time.Now().Round(0)
	err := c.log.append(&e)
	if errors.Is(err, errTooLong) {
		return 0, err
	}
	if err != nil {
		c.endTranscript(fmt.Errorf("%w: nothing can be written any more: %w: make room, and start it again", ErrEnded, err))
		if c.agent != nil {
			go c.agent.end()
		}
		return 0, c.ended
	}
	c.status.add(e)
	close(c.changed)
	c.changed = make(chan struct{})
	return e.Seq, nil
}

// maxTranscript is the size of a transcript, in bytes, from which on nothing is added but what ends
// what is under way: an agent could fill the disk otherwise.
const maxTranscript = 256 << 20

// full reports whether the transcript has reached its limit. The lock is held.
func (c *Conversation) full() bool { return c.log.end >= maxTranscript }

// addText adds a piece of an answer or a thought. The lock is held.
func (c *Conversation) addText(kind Kind, text string) {
	if text == "" {
		return
	}
	if kind != c.textKind {
		_ = c.flush() // write reports errors
		c.textKind = kind
	}
	if c.text.Len() == 0 {
		wait := textFlushDelay - time.Since(c.flushed)
		defer func() {
			if wait <= 0 {
				_ = c.flush()
			} else {
				time.AfterFunc(wait, c.flushLater)
			}
		}()
	}
	c.text.WriteString(text)
	if c.text.Len() >= maxText {
		_ = c.flush()
	}
}

func (c *Conversation) flushLater() {
	c.mu.Lock()
	defer c.mu.Unlock()
	_ = c.flush()
}

// flush turns the collected text into events. The lock is held.
func (c *Conversation) flush() error {
	if c.text.Len() == 0 {
		return nil
	}
	text := c.text.String()
	c.text.Reset()
	c.flushed = time.Now()
	for text != "" {
		piece := cut(text, maxText)
		text = text[len(piece):]
		if _, err := c.write(Event{Kind: c.textKind, Text: piece}); err != nil {
			return err
		}
	}
	return nil
}

// Read returns the events after a number, in order: the next ones, not always all. If there is none
// yet it waits. The error is that of the context, or says why there will be no more.
func (c *Conversation) Read(ctx context.Context, after int64) ([]Event, error) {
	lines, err := c.readLines(ctx, after)
	if err != nil {
		return nil, err
	}
	events := make([]Event, 0, len(lines))
	for _, line := range lines {
		if e, err := decodeEvent(line); err == nil {
			events = append(events, e)
		}
	}
	return events, nil
}

// maxRead is the most that is read from the transcript at once, in bytes.
const maxRead = 4 << 20

func (c *Conversation) readLines(ctx context.Context, after int64) ([][]byte, error) {
	for {
		c.mu.Lock()
		spans, changed, ended := c.log.after(after, maxRead), c.changed, c.ended
		c.mu.Unlock()
		if len(spans) > 0 && !errors.Is(ended, errClosed) {
			return c.log.read(spans)
		}
		if ended != nil {
			return nil, ended
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Newest returns the number of the newest event; 0 for none.
func (c *Conversation) Newest() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.log.newest()
}

// Prompt asks the agent, and returns the number of the user's message as soon as it is taken. Text
// that is no message, a turn that runs ([ErrBusy]) and an agent that has gone ([ErrNoAgent]) are
// refused.
func (c *Conversation) Prompt(text string) (int64, error) { return c.PromptOnce("", text) }

// PromptOnce asks the agent, unless a message with the same id was taken before: then it returns the
// number of that one. So a message whose answer was lost can be sent again. An empty id is none.
func (c *Conversation) PromptOnce(id, text string) (int64, error) {
	text = strings.ToValidUTF8(strings.Trim(text, "\n"), "\uFFFD")
	c.mu.Lock()
	defer c.mu.Unlock()
	if seq, taken := c.status.messages[id]; taken {
		return seq, nil
	}
	switch {
	case len(id) > maxWord || !utf8.ValidString(id):
		return 0, fmt.Errorf("the id of a message is UTF-8, and has at most %d bytes", maxWord)
	case strings.TrimSpace(text) == "":
		return 0, errors.New("the message is empty")
	case c.ended != nil:
		return 0, c.ended
	case c.full():
		return 0, ErrFull
	case c.agent == nil:
		return 0, ErrNoAgent
	case !c.status.running:
		return 0, ErrStarting
	case c.status.turn:
		return 0, ErrBusy
	}
	seq, err := c.add(Event{Kind: UserMessage, Text: text, Message: id})
	if errors.Is(err, errTooLong) {
		return 0, fmt.Errorf("the message has %d bytes, and at most %d fit: write it to a file, and name that", len(text), maxLine)
	}
	if err != nil {
		return 0, err
	}
	c.agent.prompt(text)
	return seq, nil
}

// Cancel asks the agent to end the turn. Permissions that it waits for are answered as cancelled.
func (c *Conversation) Cancel() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.status.turn || c.agent == nil {
		return ErrIdle
	}
	c.agent.cancel()
	return nil
}

// Answer chooses an option of a permission. The error is [ErrNotOpen] if it was answered, or is no
// longer requested.
func (c *Conversation) Answer(request, option string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.status.permissions, func(p Permission) bool { return p.Request == request })
	if i < 0 || c.agent == nil || c.agent.cancelled {
		return ErrNotOpen
	}
	if !slices.ContainsFunc(c.status.permissions[i].Options, func(o Option) bool { return o.ID == option }) {
		return fmt.Errorf("%q is not among the options", option)
	}
	return c.agent.answer(request, option)
}

// Permissions returns the requested permissions, the oldest first.
func (c *Conversation) Permissions() []Permission {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.agent == nil || c.agent.cancelled {
		return nil
	}
	return c.status.permissions
}

// Start starts the agent, which goes on with its conversation, or with anew begins another one. How
// that went is an event.
func (c *Conversation) Start(anew bool) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.ended != nil:
		return c.ended
	case c.full():
		_, err := c.add(Event{Kind: AgentEnded, Reason: ErrFull.Error()})
		return err
	case c.agent != nil:
		return errors.New("the agent runs already")
	}
	n := &connection{c: c, gone: make(chan struct{}), answers: map[string]chan string{}, terminals: map[string]*terminal{}}
	if !anew {
		n.wanted = c.wanted()
	}
	c.agent = n
	go n.run()
	return nil
}

// wanted returns the conversation to continue; empty for a new one. The lock is held.
func (c *Conversation) wanted() string {
	known := c.status.agent == c.o.Agent
	switch {
	case c.resume != "" && (!known || c.resume != c.status.conversation):
		return c.resume
	case known && c.status.hasMessages:
		return c.status.conversation
	}
	return ""
}

// Stop ends the agent, and returns when it has ended.
func (c *Conversation) Stop() {
	c.mu.Lock()
	n := c.agent
	c.mu.Unlock()
	if n != nil {
		n.end()
		<-n.gone
	}
}
