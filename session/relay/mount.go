package relay

import (
	"context"
	"net/http"

	"github.com/coder/websocket"
)

// Mount adds handlers of other packages: files, which needs no token, and socket, a WebSocket at
// path, which needs one. They are separate handlers, so that no other spelling of the path reaches
// the WebSocket without a token. The context of a request to socket ends when its token is revoked,
// when its login ends, and with the server.
func (s *Server) Mount(files http.Handler, path string, socket http.HandlerFunc) {
	s.mux.Handle(mounted, files)
	s.mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) { s.mount(socket, w, r) })
}

// mounted is the pattern of the paths that Mount serves without a token.
const mounted = "GET /"

// ReadOnly reports whether a request's token is read-only.
func ReadOnly(r *http.Request) bool { return callerOf(r.Context()).readOnly }

// mount serves the mounted WebSocket.
func (s *Server) mount(h http.HandlerFunc, w http.ResponseWriter, r *http.Request) {
	who := callerOf(r.Context())
	ctx, cancel := context.WithCancelCause(r.Context())
	defer cancel(nil)
	c := &connection{cancel: cancel, mounted: true}
	if !s.addConnection(c, who) {
		s.fail(w, "", errFull)
		return
	}
	defer s.removeConnection(c)
	if _, err := s.guard.identify(r); err != nil {
		s.fail(w, "", err) // the token was revoked, or the log-in ended, since it was admitted
		return
	}
	h(w, r.WithContext(ctx))
}

// closeSocket closes a connection. It does not wait for a client that does not read.
func (c *connection) closeSocket(status websocket.StatusCode, why string) {
	if !c.mounted {
		_ = c.socket.Close(status, why) // takes a few seconds if the client does not answer
	}
	c.cancel(nil)
}
