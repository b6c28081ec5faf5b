package relay

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"dormer/session/relay/token"
)

// This file controls access to the relay. A request is checked in this order: its Host header, so
// that no other site's name can point to this machine; its origin, so that no other site's page can
// send it; its token; the token's permissions; and its content type.

const (
	cookieName = "dormer_session"
	// cookieTime is how long a login lasts.
	cookieTime = 12 * time.Hour
	// maxLogins is the number of browsers that can be logged in at the same time.
	maxLogins = 1000
)

// Hosts reports whether the relay may be addressed by a name, without port, besides the names of
// the loopback.
type Hosts func(name string) bool

// allows reports whether a request may be addressed to a host, with or without port.
func (h Hosts) allows(host string) bool {
	name := host
	if n, _, err := net.SplitHostPort(host); err == nil {
		name = n
	}
	name = strings.TrimSuffix(strings.Trim(strings.ToLower(name), "[]"), ".")
	if name == "localhost" {
		return true
	}
	if a, err := netip.ParseAddr(name); err == nil && a.IsLoopback() {
		return true
	}
	return h != nil && name != "" && h(name)
}

// caller is the sender of a request.
type caller struct {
	hash     string // of its token
	name     string // of its token
	readOnly bool
	// cookie identifies the login of a browser, and expires is its end; both are zero for other
	// callers.
	cookie  string
	expires time.Time
}

// guard checks the permissions of requests.
type guard struct {
	tokens token.File
	hosts  Hosts
	secure bool // TLS
	now    func() time.Time
	log    *slog.Logger

	logins *logins
}

// denial is the HTTP status and body of a refused request.
type denial struct {
	status int
	code   string
	text   string
}

func (d denial) Error() string { return d.text }

// admit returns the sender of a request, or an error if the request is refused.
func (g *guard) admit(r *http.Request, open bool) (caller, error) {
	if !g.hosts.allows(r.Host) {
		return caller{}, denial{http.StatusMisdirectedRequest, codeForbidden, fmt.Sprintf("this relay is not called %q: use the address that it listens on, or add the name to hosts in [relay] of the configuration", r.Host)}
	}
	if !g.sameOrigin(r) {
		return caller{}, denial{http.StatusForbidden, codeForbidden, "requests from pages of other sites are refused"}
	}
	if r.URL.Query().Has("token") || r.URL.Query().Has("access_token") {
		return caller{}, denial{http.StatusBadRequest, codeForbidden, "a token does not belong in an address, which is logged: send Authorization: Bearer"}
	}
	if r.Method == http.MethodPost && !isJSON(r) {
		return caller{}, denial{http.StatusUnsupportedMediaType, codeBadMessage, "send Content-Type: application/json"}
	}
	if open {
		return caller{}, nil
	}
	c, err := g.identify(r)
	if err != nil {
		return caller{}, err
	}
	// MCP also reads by POST; its server checks the permissions of a read-only token.
	if c.readOnly && r.URL.Path != mcpPath && r.Method != http.MethodGet && r.Method != http.MethodHead {
		return caller{}, denial{http.StatusForbidden, codeReadOnly, "the token is read-only: make another one with dormer token new"}
	}
	return c, nil
}

// sameOrigin reports whether a request comes from no page, or from one of the relay's own.
func (g *guard) sameOrigin(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	scheme := "http"
	if g.secure {
		scheme = "https"
	}
	return err == nil && u.Scheme == scheme && strings.EqualFold(u.Host, r.Host)
}

func isJSON(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/json"
}

// listTokens returns the tokens. The reason of a failure is only logged: the sender may have no token.
func (g *guard) listTokens() ([]token.Token, error) {
	all, err := g.tokens.List()
	if err != nil {
		g.log.Error("tokens", "error", err.Error())
		return nil, denial{http.StatusInternalServerError, codeFailed, "the relay cannot read its tokens: its log says why"}
	}
	return all, nil
}

// identify returns the sender of a request by its token.
func (g *guard) identify(r *http.Request) (caller, error) {
	none := denial{http.StatusUnauthorized, codeUnauthorized, "this needs a token: dormer token new makes one, to be sent as Authorization: Bearer"}
	all, err := g.listTokens()
	if err != nil {
		return caller{}, err
	}
	if header := r.Header.Get("Authorization"); header != "" {
		scheme, text, _ := strings.Cut(header, " ")
		if t, ok := token.Find(all, text); ok && strings.EqualFold(scheme, "Bearer") {
			return caller{hash: t.Hash, name: t.Name, readOnly: t.ReadOnly}, nil
		}
		return caller{}, denial{http.StatusUnauthorized, codeUnauthorized, "the relay does not know this token, or it was revoked: send Authorization: Bearer and one that dormer token new has made"}
	}
	cookie, err := r.Cookie(cookieName)
	if err != nil {
		return caller{}, none
	}
	l, ok := g.logins.find(cookie.Value, g.now())
	if !ok {
		return caller{}, none
	}
	for _, t := range all {
		if t.Hash == l.Token {
			return caller{t.Hash, t.Name, t.ReadOnly, cookie.Value, l.Expires}, nil
		}
	}
	return caller{}, none // its token was revoked
}

// LoginRequest is the body of a login, and LoginResponse the answer.
type (
	LoginRequest struct {
		Token string `json:"token"`
	}
	LoginResponse struct {
		Name      string    `json:"name"`
		ReadOnly  bool      `json:"readOnly"`
		ExpiresAt time.Time `json:"expiresAt"`
	}
)

// logIn exchanges a token for a cookie.
func (g *guard) logIn(w http.ResponseWriter, r *http.Request) (any, error) {
	var q LoginRequest
	if err := readBody(r, &q); err != nil {
		return nil, err
	}
	all, err := g.listTokens()
	if err != nil {
		return nil, err
	}
	t, ok := token.Find(all, strings.TrimSpace(q.Token))
	if !ok {
		return nil, denial{http.StatusUnauthorized, codeUnauthorized, "there is no such token: dormer token new makes one"}
	}
	value, expires := rand.Text()+rand.Text(), g.now().Add(cookieTime).Round(0) // time in which the machine sleeps counts too
	if err := g.logins.add(value, login{t.Hash, expires}, g.now()); err != nil {
		return nil, err
	}
	http.SetCookie(w, &http.Cookie{
		Name: cookieName, Value: value, Path: "/", MaxAge: int(cookieTime.Seconds()),
		HttpOnly: true, Secure: g.secure, SameSite: http.SameSiteStrictMode,
	})
	return LoginResponse{t.Name, t.ReadOnly, expires}, nil
}

// logOut removes the login of a cookie.
func (g *guard) logOut(w http.ResponseWriter, r *http.Request) (err error) {
	if cookie, none := r.Cookie(cookieName); none == nil {
		err = g.logins.remove(cookie.Value)
	}
	http.SetCookie(w, &http.Cookie{
		Name: cookieName, Path: "/", MaxAge: -1, HttpOnly: true, Secure: g.secure, SameSite: http.SameSiteStrictMode,
	})
	return err
}

// readBody reads the JSON object in a request's body; no body is an empty object.
func readBody(r *http.Request, into any) error {
	body := json.NewDecoder(http.MaxBytesReader(nil, r.Body, maxMessage))
	body.DisallowUnknownFields() // a misspelled member would be ignored
	err := body.Decode(into)
	var long *http.MaxBytesError
	switch {
	case err == nil, r.ContentLength == 0:
		return nil
	case errors.As(err, &long):
		return denial{http.StatusRequestEntityTooLarge, codeBadMessage, "the body is longer than 1 MB"}
	}
	return denial{http.StatusBadRequest, codeBadMessage, describeJSONError("the body", err).Error()}
}

// callerKey is the key of the caller in a request's context.
type callerKey struct{}

func callerOf(ctx context.Context) caller {
	c, _ := ctx.Value(callerKey{}).(caller)
	return c
}
