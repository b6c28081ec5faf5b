package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"dormer/session/follow"
	"dormer/session/launch"
	"dormer/session/wire"
)

const (
	sessionsURI  = "dormer://sessions"
	screenPrefix = sessionsURI + "/"
	screenSuffix = "/screen"
)

func (s *server) addResources() {
	s.mcp.AddResource(&mcp.Resource{
		URI: sessionsURI, Name: "sessions", Title: "Sessions", MIMEType: "application/json",
		Description: "The sessions as the tool list lists them. Changes when one starts, ends, or its agent is in another state.",
	}, s.readSessions)
	s.mcp.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: screenPrefix + "{id}" + screenSuffix, Name: "screen", Title: "Screen of a session", MIMEType: "text/plain",
		Description: "The screen of a session, as text.",
	}, s.readScreen)
}

func (s *server) readSessions(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	all, err := s.list(ctx, listIn{})
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(all)
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: req.Params.URI, MIMEType: "application/json", Text: string(data)}}}, err
}

// screenOf returns the session whose screen a resource is; empty for any other resource.
func screenOf(uri string) string {
	id, is := strings.CutPrefix(uri, screenPrefix)
	id, ends := strings.CutSuffix(id, screenSuffix)
	if !is || !ends {
		return ""
	}
	return id
}

func (s *server) readScreen(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	e, err := s.live(ctx, screenOf(req.Params.URI))
	if err != nil {
		return nil, mcp.ResourceNotFoundError(req.Params.URI)
	}
	var text bytes.Buffer
	if err := s.Provider.Capture(ctx, e.Host, wire.Capture{}, &text); err != nil {
		return nil, launch.Unreachable(err)
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: req.Params.URI, MIMEType: "text/plain", Text: text.String()}}}, nil
}

const (
	// maxSubscriptions is the limit of subscriptions of one connection.
	maxSubscriptions = 64
	// updatePause is the least time between two notifications about a resource.
	updatePause = time.Second
)

// subscriptions are the resources that clients subscribe to.
type subscriptions struct {
	mu  sync.Mutex
	all map[subscription]context.CancelFunc
}

type subscription struct {
	client *mcp.ServerSession
	uri    string
}

func (s *server) subscribe(ctx context.Context, req *mcp.SubscribeRequest) error {
	uri := req.Params.URI
	host := ""
	if uri != sessionsURI {
		e, err := s.live(ctx, screenOf(uri))
		if err != nil {
			return mcp.ResourceNotFoundError(uri)
		}
		host = e.Host
	}
	key := subscription{req.Session, uri}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, is := s.all[key]; is {
		return nil
	}
	if len(s.all) >= maxSubscriptions {
		return &jsonrpc.Error{Code: codeLimit, Message: "too many subscriptions: end one first"}
	}
	if s.all == nil {
		s.all = map[subscription]context.CancelFunc{}
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s.all[key] = cancel
	changed := s.updates(ctx, uri)
	go func() {
		_ = req.Session.Wait() // how it ended does not matter
		s.end(key)
	}()
	if host == "" {
		go func() {
			_ = follow.All(ctx, s.Provider, s.Runtime, nil, func(follow.Event) { changed() }, func(error) {})
		}()
		return nil
	}
	go s.followScreen(ctx, host, changed)
	return nil
}

func (s *server) unsubscribe(_ context.Context, req *mcp.UnsubscribeRequest) error {
	s.end(subscription{req.Session, req.Params.URI})
	return nil
}

// end ends a subscription, if there is one.
func (s *server) end(key subscription) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel, is := s.all[key]; is {
		cancel()
		delete(s.all, key)
	}
}

// updates returns the function to call when a resource has changed. It notifies clients, at once
// and then after pauses.
func (s *server) updates(ctx context.Context, uri string) (changed func()) {
	dirty := make(chan struct{}, 1)
	go func() {
		for {
			select {
			case <-dirty:
			case <-ctx.Done():
				return
			}
			_ = s.mcp.ResourceUpdated(ctx, &mcp.ResourceUpdatedNotificationParams{URI: uri}) // a client that is gone needs no notification
			select {
			case <-time.After(updatePause):
			case <-ctx.Done():
				return
			}
		}
	}()
	return func() {
		select {
		case dirty <- struct{}{}:
		default:
		}
	}
}

// followScreen calls changed when the screen of a session may have changed.
func (s *server) followScreen(ctx context.Context, host string, changed func()) {
	w, err := s.Provider.Watch(ctx, host, wire.Watch{Output: true})
	if err != nil {
		return // it has just ended
	}
	received := uint64(0)
	for {
		m, err := w.Receive()
		if err != nil {
			return
		}
		if o, is := m.(wire.Output); is {
			received += uint64(len(o.Data))
			_ = w.Send(wire.Ack{Seq: received}) // the receiver reports a host that is gone
		}
		changed()
	}
}
