package control

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	"dormer/session/socket"
)

const (
	// requestTime is the time limit for a client to send its request, and to read the answer.
	requestTime = 5 * time.Second
	// maxClients is the limit of clients that are served at the same time.
	maxClients = 32
	// farewellTime is the time limit for sending the last answers when the program ends.
	farewellTime = time.Second
)

// Handler answers a request. The context ends when the client has gone; work that has not begun by
// then is not done.
type Handler func(context.Context, Request) Answer

// Server is the socket of a program.
type Server struct {
	dir, name string
	version   string

	mu       sync.Mutex // guards the next two
	listener *socket.Listener
	closed   bool

	handle Handler
	ctx    context.Context
	stop   context.CancelFunc
	accept sync.WaitGroup
	served sync.WaitGroup
	places chan struct{}
}

// Listen makes the socket of a name in a directory, and replaces one whose program is gone.
// Only the holder of the workspace's lock may call it. No request is answered before
// [Server.Serve].
func Listen(dir, name, version string) (*Server, error) {
	l, err := socket.Listen(dir, name)
	if err != nil {
		return nil, err
	}
	s := &Server{dir: dir, name: name, listener: l, version: version, places: make(chan struct{}, maxClients)}
	s.ctx, s.stop = context.WithCancel(context.Background())
	return s, nil
}

// Serve answers requests until [Server.Close]. It returns at once. A nil server does
// nothing.
func (s *Server) Serve(handle Handler) {
	if s == nil {
		return
	}
	s.handle = handle
	s.acceptAll(s.listener)
}

// acceptAll serves the clients of a socket until it is closed. It returns at once.
func (s *Server) acceptAll(l *socket.Listener) {
	s.accept.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			select {
			case s.places <- struct{}{}:
				s.served.Go(func() {
					defer func() { <-s.places }()
					s.serve(c)
				})
			default:
				_ = c.Close() // the client will report that nothing answers
			}
		}
	})
}

// Relisten makes the socket again if it was removed, alone or with its directory, as some
// systems do when a user logs out or a file is old. It may be called again after an error.
func (s *Server) Relisten() error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.handle == nil || !s.listener.Lost() {
		return nil
	}
	fresh, err := socket.Listen(s.dir, s.name)
	if err != nil {
		return err
	}
	err = s.listener.Close()
	s.listener = fresh
	s.acceptAll(fresh)
	return err
}

// Close removes the socket. Pending answers are still sent, for a moment.
func (s *Server) Close() error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	s.closed = true
	err := s.listener.Close()
	s.mu.Unlock()
	s.accept.Wait()
	finished := make(chan struct{})
	go func() {
		s.served.Wait()
		close(finished)
	}()
	select {
	case <-finished:
	case <-time.After(farewellTime):
	}
	s.stop()
	return err
}

// serve serves one client. Its errors affect no other client.
func (s *Server) serve(c socket.Conn) {
	defer func() { _ = c.Close() }()
	stop := context.AfterFunc(s.ctx, func() { _ = c.Close() })
	defer stop()
	if inTime(c, requestTime) != nil || send(c, greeting{Dormer: s.version, Protocol: protocol, PID: os.Getpid()}) != nil {
		return
	}
	in := bufio.NewReader(c)
	var q Request
	if err := receive(in, maxRequest, &q); err != nil {
		_ = send(c, Answer{Refused: fmt.Sprintf("dormer %s cannot read the request: %v", s.version, err)})
		return
	}
	// The client decides how long to wait for the answer.
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	if c.SetReadDeadline(time.Time{}) != nil {
		return
	}
	go func() {
		_, _ = in.ReadByte() // clients send nothing more: this is the end of the connection
		cancel()
	}()
	a := s.handle(ctx, q)
	if ctx.Err() != nil || c.SetWriteDeadline(time.Now().Add(requestTime)) != nil {
		return
	}
	_ = send(c, a)
}

// inTime sets a time limit for further reads and writes on a connection.
func inTime(c socket.Conn, limit time.Duration) error {
	until := time.Now().Add(limit)
	if err := c.SetReadDeadline(until); err != nil {
		return err
	}
	return c.SetWriteDeadline(until)
}
