package chat

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"dormer/session/socket"
)

// Listen makes the socket of a conversation. See [Address].
func Listen(address string) (*socket.Listener, error) {
	dir, name := split(address)
	return socket.Listen(dir, name)
}

// maxClients is the largest number of clients of a conversation.
const maxClients = 64

// Serve serves the clients of a conversation until the listener is closed. It returns when all of
// them have been disconnected.
func Serve(l *socket.Listener, c *Conversation) {
	ctx, cancel := context.WithCancel(context.Background())
	var clients sync.WaitGroup
	places := make(chan struct{}, maxClients)
	for {
		conn, err := l.Accept()
		if err != nil {
			break
		}
		select {
		case places <- struct{}{}:
			clients.Go(func() {
				serve(ctx, conn, c)
				<-places
			})
		default:
			_ = conn.Close() // the client may try again
		}
	}
	cancel()
	clients.Wait()
}

// client is a connection to a viewer of, or participant in, the conversation.
type client struct {
	c    *Conversation
	conn socket.Conn
	mu   sync.Mutex // held while a line is written

	subscribed bool
}

func serve(ctx context.Context, conn socket.Conn, c *Conversation) {
	ctx, cancel := context.WithCancel(ctx)
	s := &client{c: c, conn: conn}
	var following sync.WaitGroup
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer func() {
		cancel()
		stop()
		_ = conn.Close() // the client has gone
		following.Wait()
	}()
	r := bufio.NewReaderSize(conn, 4<<10)
	for {
		line, err := readLine(r, maxLine)
		if errors.Is(err, errTooLong) {
			_ = s.reply(nil, nil, &rpcError{codeInvalid, fmt.Sprintf("a message has at most %d bytes", maxLine)})
			return
		}
		if err != nil {
			return
		}
		m, bad := decodeMessage(line.text)
		if bad != nil {
			if s.reply(m.ID, nil, bad) != nil {
				return
			}
			continue
		}
		result, after := s.do(m)
		if m.ID != nil && s.reply(m.ID, result, after.err) != nil {
			return
		}
		if after.follow {
			following.Go(func() { s.follow(ctx, after.from); cancel() })
		}
	}
}

// outcome is the result of a request, besides its reply.
type outcome struct {
	err    *rpcError
	follow bool // send the events after from
	from   int64
}

// do carries out a client's request.
func (s *client) do(m message) (result any, o outcome) {
	var err error
	switch m.Method {
	case methodPrompt:
		var p promptParams
		if o.err = params(m, &p); o.err == nil {
			var seq int64
			seq, err = s.c.PromptOnce(p.ID, p.Text)
			result = seqResult{seq}
		}
	case methodCancel:
		err = s.c.Cancel()
		result = struct{}{}
	case methodAnswer:
		var p answerParams
		if o.err = params(m, &p); o.err == nil {
			err = s.c.Answer(p.Request, p.Option)
			result = struct{}{}
		}
	case methodPermissions:
		result = permissionsResult{s.c.Permissions()}
	case methodSettings:
		var all []Setting
		all, err = s.c.Settings()
		result = settingsResult{all}
	case methodChoose:
		var p chooseParams
		if o.err = params(m, &p); o.err == nil {
			err = s.c.Choose(p.Setting, p.Choice)
			result = struct{}{}
		}
	case methodSubscribe:
		var p subscribeParams
		if o.err = params(m, &p); o.err == nil {
			result, o, err = s.subscribe(p)
		}
	default:
		o.err = &rpcError{codeMethod, fmt.Sprintf("there is no method %q", cutWord(m.Method))}
	}
	if err != nil {
		o.err = refusal(err)
	}
	return result, o
}

// subscribe begins to send events, after the reply.
func (s *client) subscribe(p subscribeParams) (any, outcome, error) {
	newest := s.c.Newest()
	switch {
	case p.From < 0 || p.From > newest:
		return nil, outcome{}, fmt.Errorf("there is no event %d: the newest is %d", p.From, newest)
	case s.subscribed:
		return nil, outcome{}, errors.New("this connection is subscribed already")
	}
	s.subscribed = true
	return seqResult{newest}, outcome{follow: true, from: p.From}, nil
}

func params(m message, into any) *rpcError {
	if err := json.Unmarshal(m.Params, into); err != nil {
		return &rpcError{codeParams, m.Method + ": " + err.Error()}
	}
	return nil
}

// follow sends the events after a number, until the conversation ends or the client does not read.
func (s *client) follow(ctx context.Context, from int64) {
	for {
		lines, err := s.c.readLines(ctx, from)
		if err != nil {
			return
		}
		for _, line := range lines {
			var e struct {
				Seq int64 `json:"seq"`
			}
			if json.Unmarshal(line, &e) != nil {
				return // another process has written to the transcript
			}
			text := append([]byte(`{"jsonrpc":"2.0","method":"event","params":`), line...)
			if s.write(append(text, "}\n"...)) != nil {
				return
			}
			from = e.Seq
		}
	}
}

func (s *client) reply(id json.RawMessage, result any, failed *rpcError) error {
	m := message{Version: "2.0", ID: id, Error: failed}
	if id == nil {
		m.ID = json.RawMessage("null")
	}
	if failed == nil {
		encoded, err := json.Marshal(result)
		if err != nil {
			return err
		}
		m.Result = encoded
	}
	line, err := encode(m)
	if err != nil {
		return err
	}
	return s.write(line)
}

// writeTimeout is how long a client may stop reading.
const writeTimeout = 10 * time.Second

func (s *client) write(line []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.conn.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return err
	}
	_, err := s.conn.Write(line)
	return err
}
