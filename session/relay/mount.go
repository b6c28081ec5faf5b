package relay

import (
	"context"
	"net/http"

	"github.com/coder/websocket"
)

// Mount has files serve what is not the relay's own, without a token, and socket serve the
// WebSocket at a path, with one. They are two, so that no other spelling of the path gets to the
// WebSocket without a token. The context of a request there ends when its token is revoked, when
// its log-in ends, and with the server.
func (s *Server) Mount(files http.Handler, path string, socket http.HandlerFunc) {
	s.mux.Handle(mounted, files)
	s.mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) { s.mount(socket, w, r) })
}

// mounted is the pattern of what Mount serves without a token.
const mounted = "GET /"

// ReadOnly reports whether a request is of somebody whose token is read-only.
func ReadOnly(r *http.Request) bool { return callerOf(r.Context()).readOnly }

// mount serves a WebSocket that is not the relay's own.
func (s *Server) mount(h http.HandlerFunc, w http.ResponseWriter, r *http.Request) {
	who := callerOf(r.Context())
	ctx, cancel := context.WithCancelCause(r.Context())
	defer cancel(nil)
	c := &connection{cancel: cancel, mounted: true}
	if !s.enter(c, who) {
		s.fail(w, "", errFull)
		return
	}
	defer s.leave(c)
	if _, err := s.guard.identify(r); err != nil {
		s.fail(w, "", err) // the token was revoked, or the log-in ended, since it was admitted
		return
	}
	h(w, r.WithContext(ctx))
}

// closeOne closes a connection. A client that does not read is not waited for.
func (c *connection) closeOne(status websocket.StatusCode, why string) {
	if !c.mounted {
		_ = c.socket.Close(status, why) // within seconds, also where nobody answers
	}
	c.cancel(nil)
}
