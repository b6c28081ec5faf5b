package web

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"

	"github.com/coder/websocket"
)

//go:embed files
var embedded embed.FS

// files are the page's files.
var files = func() fs.FS {
	sub, err := fs.Sub(embedded, "files")
	if err != nil {
		panic(err) // the directory is part of the program
	}
	return sub
}()

// Socket is the path of the page's WebSocket.
const Socket = "/page/socket"

// policy allows the page to load only its own files, and no inline scripts or styles.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// Server serves the page and its WebSocket.
type Server struct {
	workspace Workspace
	// readOnly reports whether a request comes from a user who may not type.
	readOnly func(*http.Request) bool
	version  string
	files    http.Handler
	tree     watcher
}

// New returns the server of a workspace's page. readOnly reports whether a request comes from a user
// who may look but not type.
func New(w Workspace, readOnly func(*http.Request) bool) *Server {
	return &Server{workspace: w, readOnly: readOnly, version: version(), files: http.FileServerFS(files), tree: watcher{workspace: w}}
}

// version returns a hash of the page's files.
func version() string {
	sum := sha256.New()
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, path)
		sum.Write([]byte(path))
		sum.Write(data)
		return err
	})
	if err != nil {
		panic(err) // the files are part of the program
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// ServeHTTP serves a file of the page.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", `"`+s.version+`"`)
	s.files.ServeHTTP(w, r)
}

// ServeSocket serves the WebSocket of an open page until it is closed.
func (s *Server) ServeSocket(w http.ResponseWriter, r *http.Request) {
	c, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // Accept has sent the answer
	}
	p := &page{
		server: s, conn: c, readOnly: s.readOnly(r), in: make(chan message), found: make(chan func() any),
		woken: make(chan struct{}, 1), terminals: map[int]*terminal{}, talks: map[int]context.CancelFunc{}, looking: true,
	}
	_ = p.run(r.Context()) // the page has gone; it connects again if it needs to
}
