package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"dormer/cmd/dormer/mcpserver"
	"dormer/session/catalogue"
	"dormer/session/private"
	"dormer/session/relay"
	"dormer/ui/config"
	"dormer/ui/config/watch"
	"dormer/ui/web"
	"dormer/workspace/repo"
)

// serveFlags are the address that the relay listens on, its repository, its workspace and its
// certificate.
type serveFlags struct {
	listen    string
	repo      string
	workspace string
	cert, key string
}

func serveCommand() *cobra.Command {
	var f serveFlags
	c := &cobra.Command{
		Use:   "serve",
		Short: "Show the workspace in a browser, and serve coding agents",
		Long: `serve shows the workspace in a browser, also on a phone: its tabs and terminals,
conversations with agents, and your inbox. Open the address that it prints.

It is also the relay: through it, programs create sessions with coding agents,
each in a git worktree of its own, and talk to them. This needs a git
repository; the page does not. The agents are sessions of dormer: each is a tab
of the workspace and runs on when the relay ends or is killed. The next relay
finds them again.

Every client needs a token: dormer token new makes one. Events are logged on
standard error, each as a JSON object. [relay] in the configuration sets the
agents, the limits, and what happens to a session whose client disconnects.

By default it listens on this machine only. Any other address needs --cert and
--key, because the relay speaks only TLS beyond this machine.`,
		Example: `  dormer serve
  dormer serve --listen 127.0.0.1:4000 --repo ~/src/shop
  dormer serve --listen :3000 --cert relay.pem --key relay.key`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return serveRelay(cmd.Context(), f) },
	}
	c.Flags().StringVarP(&f.listen, "listen", "l", "", "listen on `HOST:PORT` (default: 127.0.0.1:3000)")
	c.Flags().StringVar(&f.cert, "cert", "", "use the TLS certificate in `FILE`")
	c.Flags().StringVar(&f.key, "key", "", "use the key of the certificate in `FILE`")
	completeFlag(c, "cert", completeFiles)
	completeFlag(c, "key", completeFiles)
	repoFlag(c, &f.repo)
	workspaceFlag(c, &f.workspace, "", "show the workspace `NAME` (default: this pane's)")
	return c
}

func serveRelay(ctx context.Context, f serveFlags) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	p, err := findPlaces()
	if err != nil {
		return err
	}
	chosen, problems := settings{path: p.paths.Config()}.read()
	for _, problem := range problems {
		fmt.Fprintf(os.Stderr, "dormer: %v\n", problem)
	}
	if f.listen == "" {
		f.listen = chosen.Relay.Listen
	}
	certificate, err := f.certificate()
	if err != nil {
		return err
	}
	_, dir, noRepo := findRepo(ctx, f.repo)
	if noRepo != nil && (f.repo != "" || !errors.Is(noRepo, repo.ErrNoRepository)) {
		return noRepo
	}
	lock, err := p.lockRelay()
	if err != nil {
		return err
	}
	defer func() { _ = lock.Close() }() // releases the lock
	listener, err := net.Listen("tcp", f.listen)
	if err != nil {
		return fmt.Errorf("listen on %s: %w: choose another address with --listen", f.listen, cause(err))
	}
	log := relay.NewLog(os.Stderr)
	backend := &relayBackend{places: p, repo: dir, workspace: chosenWorkspace(f.workspace), log: log, setups: map[string]string{}}
	r, err := p.newRelay(ctx, chosen.Relay, backend, log)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	server := relay.NewServer(r, relay.ServerOptions{
		Sessions: relaySessions{p, catalogue.NewStatuses(p.Places)}, Tokens: tokensOf(p.paths), Logins: filepath.Join(relayDir(p.paths), "logins.json"), Hosts: allowedHosts(chosen.Relay.Hosts, listener.Addr(), certificate),
		Secure: certificate != nil, Connections: chosen.Relay.Connections, PerSecond: chosen.Relay.Rate, Log: log,
		MCP: func(token string, readOnly bool) *mcp.Server {
			return p.mcpServer(mcpserver.Caller{Name: token, ReadOnly: readOnly, Dir: dir})
		},
	})
	page := web.New(webWorkspace{p, chosenWorkspace(f.workspace)}, relay.ReadOnly)
	server.Mount(page, web.Socket, page.ServeSocket)
	if err := watch.File(ctx, string(tokensOf(p.paths)), server.CheckTokens); err != nil {
		return errors.Join(err, listener.Close())
	}
	address := "http://" + pageURL(listener.Addr(), certificate)
	if certificate != nil {
		address = "https://" + pageURL(listener.Addr(), certificate)
		listener = tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{*certificate}, MinVersion: tls.VersionTLS12})
	}
	fmt.Println("listening on " + address)
	fmt.Println("open it in a browser to see the workspace; the page asks for a token once")
	if all, err := tokensOf(p.paths).List(); err == nil && len(all) == 0 {
		fmt.Println("there is no token yet: dormer token new makes one")
	}
	if noRepo != nil {
		fmt.Println("agents cannot be started in worktrees here: --repo names a git repository")
	}
	err = server.Serve(ctx, listener)
	r.Wait()
	<-p.provider.StopStarts() // wait for sessions that are starting
	return err
}

// newRelay returns the relay, with the sessions of its last run restored.
func (p places) newRelay(ctx context.Context, chosen config.Relay, backend *relayBackend, log *slog.Logger) (*relay.Relay, error) {
	store, err := relay.OpenStore(filepath.Join(relayDir(p.paths), "sessions.json"))
	if err != nil {
		return nil, err
	}
	manager := relay.NewManager(store, relay.Limits{Max: chosen.Max, ManyPerAgent: !chosen.OnePerAgent}, uuid.NewString, time.Now, log)
	r := relay.New(ctx, manager, backend, relay.Disconnect(chosen.Disconnect), log)
	return r, r.Restore(ctx)
}

// lockRelay takes the lock that allows a user only one relay at a time.
func (p places) lockRelay() (*os.File, error) {
	if err := private.MakeDir(relayDir(p.paths)); err != nil {
		return nil, err
	}
	f, err := private.OpenLocked(filepath.Join(relayDir(p.paths), "lock"), 0)
	if errors.Is(err, private.ErrLocked) {
		return nil, errors.New("another relay of yours is running: end it first")
	}
	return f, err
}

// certificate reads the certificate; nil for none. An address that other machines can reach
// requires one.
func (f serveFlags) certificate() (*tls.Certificate, error) {
	switch {
	case (f.cert == "") != (f.key == ""):
		return nil, usageErrorf("--cert and --key belong together: give both")
	case f.cert == "" && !isLoopback(f.listen):
		return nil, usageErrorf("%s can be reached from other machines: give --cert and --key, for TLS, or listen on 127.0.0.1", f.listen)
	case f.cert == "":
		return nil, nil
	}
	c, err := tls.LoadX509KeyPair(f.cert, f.key)
	if err != nil {
		return nil, fmt.Errorf("the certificate cannot be used: %w", err)
	}
	return &c, nil
}

// isLoopback reports whether an address can be reached only from this machine.
func isLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return true // listening reports the error
	}
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}

// allowedHosts returns the names by which the relay may be addressed: the configured names, its
// listening address, and the names in its certificate.
func allowedHosts(configured []string, at net.Addr, c *tls.Certificate) relay.Hosts {
	own, _, _ := net.SplitHostPort(at.String())
	return func(name string) bool {
		if name == own || slices.ContainsFunc(configured, func(h string) bool { return strings.EqualFold(h, name) }) {
			return true
		}
		return c != nil && c.Leaf.VerifyHostname(name) == nil
	}
}

// pageURL returns the host and port to open in a browser. For a relay that listens on all
// addresses, the host is a name or an address from its certificate.
func pageURL(at net.Addr, c *tls.Certificate) string {
	host, port, _ := net.SplitHostPort(at.String())
	ip, err := netip.ParseAddr(host)
	if err != nil || !ip.IsUnspecified() {
		return at.String()
	}
	host = "localhost"
	if c != nil {
		names := c.Leaf.DNSNames
		for _, ip := range c.Leaf.IPAddresses {
			names = append(names, ip.String())
		}
		one := func(name string) bool { return !strings.Contains(name, "*") }
		if i := slices.IndexFunc(names, one); i >= 0 && c.Leaf.VerifyHostname(host) != nil {
			host = names[i]
		}
	}
	return net.JoinHostPort(host, port)
}

// cause strips the operation from a network error, because the caller's message has it.
func cause(err error) error {
	if op, is := errors.AsType[*net.OpError](err); is {
		return op.Err
	}
	return err
}
