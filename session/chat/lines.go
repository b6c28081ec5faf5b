package chat

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"sync"

	acp "github.com/coder/acp-go-sdk"
)

const (
	// maxAgentLine is the longest message of an agent, in bytes: a longer one is skipped. The
	// library ends the connection at one of 10 MiB.
	maxAgentLine = 10<<20 - 1
	// maxWaiting is how many notifications of an agent may wait to be handled. The library ends the
	// connection at 1024.
	maxWaiting = 256
)

// cancelRequest is the notification that withdraws a request.
const cancelRequest = "$/cancel_request"

// lines passes the messages of an agent to the connection, one per read. It skips invalid messages
// and irrelevant notifications, and stops reading while too many notifications wait: then the
// agent's pipe fills, and the agent waits. A request is passed on when all earlier messages have
// been handled.
type lines struct {
	r    *bufio.Reader
	rest []byte
	// ready is closed when the connection is set up: the library begins to read before that.
	ready chan struct{}

	mu      sync.Mutex
	handled *sync.Cond
	waiting int
}

func newLines(r io.Reader) *lines {
	l := &lines{r: bufio.NewReaderSize(r, 64<<10), ready: make(chan struct{})}
	l.handled = sync.NewCond(&l.mu)
	return l
}

func (l *lines) Read(p []byte) (int, error) {
	<-l.ready
	for len(l.rest) == 0 {
		line, err := readLine(l.r, maxAgentLine)
		if errors.Is(err, errTooLong) {
			continue
		}
		if err != nil {
			return 0, err
		}
		var m struct {
			ID     *json.RawMessage `json:"id"`
			Method string           `json:"method"`
		}
		if json.Unmarshal(line.text, &m) != nil || m.ID == nil && m.Method == "" {
			continue
		}
		switch { // done is called once for each update, and for nothing else
		case m.ID != nil:
			l.await(false)
		case m.Method == acp.ClientMethodSessionUpdate:
			l.await(true)
		case m.Method != cancelRequest: // the library handles this one at once
			continue
		}
		l.rest = append(line.text, '\n')
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// await waits until a message may be passed on.
func (l *lines) await(notification bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	most := 0
	if notification {
		most = maxWaiting
	}
	for l.waiting > most {
		l.handled.Wait()
	}
	if notification {
		l.waiting++
	}
}

// done notes that an update was handled.
func (l *lines) done() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = max(l.waiting-1, 0)
	l.handled.Broadcast()
}

// drain waits until all notifications are handled. It is called after reading has ended.
func (l *lines) drain() { l.await(false) }

// queue writes to an agent that may not read: Write never blocks.
type queue struct {
	mu      sync.Mutex
	more    *sync.Cond
	pending []byte
	closed  bool
}

func newQueue(w io.WriteCloser) *queue {
	q := &queue{}
	q.more = sync.NewCond(&q.mu)
	go q.copyTo(w)
	return q
}

// errQueue is returned if an agent does not read its input.
var errQueue = errors.New("the agent does not read its input")

// maxQueued is how much may wait for an agent that does not read, in bytes.
const maxQueued = 32 << 20

func (q *queue) Write(p []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || len(q.pending) > maxQueued {
		return 0, errQueue
	}
	q.pending = append(q.pending, p...)
	q.more.Signal()
	return len(p), nil
}

// close ends the stream, after the waiting data.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.more.Signal()
}

func (q *queue) copyTo(w io.WriteCloser) {
	defer func() { _ = w.Close() }() // unwritten data is dropped
	for {
		q.mu.Lock()
		for len(q.pending) == 0 && !q.closed {
			q.more.Wait()
		}
		p := q.pending
		q.pending = nil
		q.mu.Unlock()
		if len(p) == 0 {
			return
		}
		if _, err := w.Write(p); err != nil {
			q.mu.Lock()
			q.closed = true
			q.mu.Unlock()
			return
		}
	}
}
