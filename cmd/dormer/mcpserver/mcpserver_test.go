package mcpserver_test

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"dormer/cmd/dormer/mcpserver"
	"dormer/session"
	"dormer/session/catalogue"
	"dormer/session/grant"
	"dormer/session/host"
	"dormer/session/launch"
	"dormer/session/state"
	"dormer/session/wire"
)

// world is a server whose sessions are values: those of listing, none of which has a reachable host.
type world struct {
	t       testing.TB
	client  *mcp.ClientSession
	listing catalogue.Listing
	grants  grant.Store
	// opened are the sessions that were requested, and next is the id of the next one.
	opened []mcpserver.Opening
	made   []mcpserver.Worktree
	next   session.ID
	closed [][]session.ID
	undone [][]session.ID
	// hold, if not nil, delays the search for sessions until it is closed; held gets a value then.
	hold, held chan struct{}
}

func (w *world) Open(_ context.Context, _ mcpserver.Caller, o mcpserver.Opening) (mcpserver.Opened, error) {
	w.opened = append(w.opened, o)
	return mcpserver.Opened{ID: w.next}, nil
}

func (w *world) MakeWorktree(_ context.Context, _ mcpserver.Caller, t mcpserver.Worktree) (mcpserver.Opened, error) {
	w.made = append(w.made, t)
	return mcpserver.Opened{ID: w.next, Said: "made"}, nil
}

func (w *world) Diff(context.Context, mcpserver.Caller, mcpserver.Diff) (string, error) {
	return strings.Repeat("+ä line\n", 10_000), nil
}

func (w *world) Undo(_ context.Context, _ mcpserver.Caller, _ string, fits func([]session.ID) bool) (string, error) {
	for _, ids := range w.closed {
		if fits(ids) {
			w.undone = append(w.undone, ids)
			return "brought back", nil
		}
	}
	return "", errors.New("nothing fits")
}

func entry(id session.ID, name string) *catalogue.Entry {
	return &catalogue.Entry{
		ID: id, Host: "dormer--gone", Info: &wire.InfoReply{ID: id, Name: name, Program: "cat"},
		State: &state.Record{State: session.LifecycleRunning, SessionID: id},
	}
}

const caller = "me"

func newWorld(t testing.TB, entries ...*catalogue.Entry) *world {
	dir := t.TempDir()
	w := &world{t: t, listing: catalogue.Listing{Entries: entries}, next: uuid.New(), grants: grant.Store{
		Path: filepath.Join(dir, "state", "grants.json"), Exists: func(session.ID) bool { return true },
	}}
	list := func(context.Context) (catalogue.Listing, error) {
		if w.hold != nil {
			select {
			case w.held <- struct{}{}:
				<-w.hold
			case <-w.hold:
			}
		}
		return w.listing, nil
	}
	server := mcpserver.New(mcpserver.Deps{
		Version: "1", Provider: launch.New(host.SpawnOptions{Runtime: dir, Sessions: dir}), Runtime: dir,
		Find: list, Look: list, Grants: w.grants, Workspaces: w,
	}, mcpserver.Caller{Name: caller, Dir: dir})
	near, far := mcp.NewInMemoryTransports()
	serving, err := server.Connect(context.Background(), far, nil)
	if err != nil {
		t.Fatal(err)
	}
	w.client, err = mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(context.Background(), near, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = w.client.Close()
		_ = serving.Wait()
	})
	return w
}

// call calls a tool, and returns its answer as JSON, or its error.
func (w *world) call(tool string, arguments any) (answer, refused string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r, err := w.client.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return "", err.Error()
	}
	text := r.Content[0].(*mcp.TextContent).Text
	if r.IsError {
		return "", text
	}
	return text, ""
}

type args = map[string]any

func TestToolsAndHints(t *testing.T) {
	w := newWorld(t)
	got, err := w.client.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range got.Tools {
		names = append(names, tool.Name)
		readOnly := slices.Contains([]string{"list", "read", "wait", "worktree_diff"}, tool.Name)
		types := slices.Contains([]string{"run", "send_text", "send_keys", "prompt_agent"}, tool.Name)
		if h := tool.Annotations; h.ReadOnlyHint != readOnly || *h.DestructiveHint != types || *h.OpenWorldHint {
			t.Errorf("%s has the hints %+v", tool.Name, h)
		}
		schema, _ := json.Marshal(tool.InputSchema)
		if !strings.Contains(string(schema), `"additionalProperties":false`) || len(tool.Description) < 40 {
			t.Errorf("%s: %s", tool.Name, schema)
		}
	}
	want := []string{"list", "open", "prompt_agent", "read", "run", "send_keys", "send_text", "undo", "wait", "worktree_create", "worktree_diff"}
	if !slices.Equal(names, want) {
		t.Errorf("got %q", names)
	}
}

// A caller may act on sessions that it opened or was granted, until the grant is revoked, and on no others.
func TestScope(t *testing.T) {
	mine, other := uuid.New(), uuid.New()
	w := newWorld(t, entry(mine, "mine"), entry(other, "other"))
	w.next = mine
	if _, refused := w.call("open", args{"name": "mine", "command": []string{"cat"}}); refused != "" {
		t.Fatal(refused)
	}
	acting := map[string]args{
		"run": {"command": "ls"}, "send_text": {"text": "x"}, "send_keys": {"keys": []string{"Enter"}}, "prompt_agent": {"text": "go on"}, "undo": {},
	}
	inScope := func(session string) (all bool) {
		all = true
		for tool, a := range acting {
			a["session"] = session
			_, refused := w.call(tool, a)
			outside := strings.Contains(refused, "may only look at it")
			if outside && !strings.Contains(refused, "dormer grant add "+caller+" ") {
				t.Errorf("%s: refused with %q", tool, refused)
			}
			all = all && !outside
		}
		return all
	}
	if !inScope("mine") {
		t.Error("may not act on a session that it has opened")
	}
	if inScope("other") {
		t.Error("may act on a session that it has not opened")
	}
	if err := w.grants.Add(grant.Grant{Caller: caller, Session: other, Until: time.Now().Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	if !inScope("other") {
		t.Error("may not act on a granted session")
	}
	if _, err := w.grants.Revoke(func(g grant.Grant) bool { return true }); err != nil {
		t.Fatal(err)
	}
	if inScope("other") || inScope(mine.String()) {
		t.Error("may act on a revoked session")
	}
	answer, _ := w.call("list", nil)
	if strings.Contains(answer, `"mine":true`) || !strings.Contains(answer, `"mine":false`) {
		t.Errorf("list: %s", answer)
	}
}

// A caller may act on a session that it has brought back.
func TestUndoIsInScope(t *testing.T) {
	mine, other := uuid.New(), uuid.New()
	w := newWorld(t, entry(mine, "mine"), entry(other, "other"))
	w.closed = [][]session.ID{{other}, {mine, other}, {mine}}
	if _, refused := w.call("undo", nil); !strings.Contains(refused, "nothing fits") {
		t.Errorf("got %q", refused)
	}
	if err := w.grants.Add(grant.Grant{Caller: caller, Session: mine, Opened: true}); err != nil {
		t.Fatal(err)
	}
	if _, refused := w.call("undo", nil); refused != "" || len(w.undone) != 1 || !slices.Equal(w.undone[0], []session.ID{mine}) {
		t.Errorf("%q: %v", refused, w.undone)
	}
}

// Invalid requests are refused in a sentence, before anything is done.
func TestRefusals(t *testing.T) {
	mine := uuid.New()
	w := newWorld(t, entry(mine, "mine"))
	if err := w.grants.Add(grant.Grant{Caller: caller}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		tool string
		args args
		want string
	}{
		{"read", args{"session": "none"}, `there is no session "none": the tool list lists them`},
		{"read", args{"session": "mine", "part": "all"}, "part"},
		{"read", args{"session": "mine", "lines": 5001}, "lines"},
		{"read", args{"session": 3}, "session"},
		{"read", args{"session": "mine", "more": true}, "more"},
		{"wait", args{"session": "mine", "until": "output"}, "output needs a pattern"},
		{"wait", args{"session": "mine", "until": "output", "pattern": "("}, "not a regular expression"},
		{"wait", args{"session": "mine", "until": "state"}, "state needs states"},
		{"wait", args{"session": "mine", "until": "state", "states": []string{"busy"}}, "states"},
		{"wait", args{"session": "mine", "until": "state", "states": []string{"running", "failed"}}, "one state of the session"},
		{"wait", args{"session": "mine", "until": "idle", "timeout_seconds": 601}, "timeout_seconds"},
		{"open", args{"name": "a\x1b[2J"}, "cannot be printed"},
		{"open", args{"command": []string{"a\x00b"}}, "NUL"},
		{"open", args{"command": []string{""}}, "empty word"},
		{"open", args{"prompt": "go"}, "prompt needs agent"},
		{"open", args{"place": "left"}, "place"},
		{"worktree_create", args{"branch": "x", "prompt": "go"}, "prompt needs agent"},
		{"send_text", args{"session": "mine", "text": ""}, "nothing to send"},
		{"send_text", args{"session": "mine", "text": "\x1b[201~rm -rf x\r"}, "control characters"},
		{"send_text", args{"session": "mine", "text": strings.Repeat("x", 1<<20+1)}, "write it to a file"},
		{"send_keys", args{"session": "mine", "keys": []string{}}, "name 1 to 1000"},
		{"send_keys", args{"session": "mine", "keys": []string{"Entr"}}, "did you mean enter?"},
		{"nothing", nil, "unknown tool"},
	} {
		answer, refused := w.call(c.tool, c.args)
		if !strings.Contains(refused, c.want) || strings.ContainsAny(refused, "\n\x1b") && c.tool != "read" {
			t.Errorf("%s %.100v: got %q %q, want %q", c.tool, c.args, answer, refused, c.want)
		}
	}
	if len(w.opened)+len(w.made) > 0 {
		t.Errorf("something was opened: %v %v", w.opened, w.made)
	}
}

// The end of a long answer is kept, cut between characters, and the omitted bytes are counted. A refusal
// because of a limit is an error of JSON-RPC with a code of servers.
func TestCallsAreBounded(t *testing.T) {
	w := newWorld(t)
	const calls = 64
	w.hold, w.held = make(chan struct{}), make(chan struct{})
	ended := make(chan error)
	list := func() { ended <- w.tryList() }
	for range calls {
		go list()
	}
	for range calls {
		<-w.held
	}
	refused, is := errors.AsType[*jsonrpc.Error](w.tryList())
	if !is || refused.Code != -32000 || refused.Message != "64 calls are running: wait for some of them to end" {
		t.Errorf("a call beyond the limit: %v", refused)
	}
	close(w.hold)
	for range calls {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

func (w *world) tryList() error {
	_, err := w.client.CallTool(context.Background(), &mcp.CallToolParams{Name: "list"})
	return err
}

func TestAnswersAreBounded(t *testing.T) {
	w := newWorld(t)
	answer, refused := w.call("worktree_diff", args{"max_bytes": 1024})
	var got struct {
		Text    string `json:"text"`
		Omitted int    `json:"omitted_bytes"`
	}
	if err := json.Unmarshal([]byte(answer), &got); err != nil {
		t.Fatal(refused, err)
	}
	if n := len(got.Text); n > 1024 || n < 1000 || n+got.Omitted != 90_000 || !strings.HasSuffix(got.Text, "+ä line\n") || strings.ContainsRune(got.Text, '\uFFFD') {
		t.Errorf("%d bytes, %d left out: %.20q", n, got.Omitted, got.Text)
	}
}

// Random arguments are refused or answered, and open nothing but the requested sessions.
func FuzzArguments(f *testing.F) {
	w := newWorld(f, entry(uuid.New(), "mine"))
	for tool, a := range map[string]string{
		"read": `{"session":"mine","part":"history","lines":-1}`, "wait": `{"session":"mine","until":"idle","idle_seconds":1e99}`,
		"open": `{"command":null,"place":"tab"}`, "send_keys": `{"session":"mine","keys":[1]}`, "undo": `[]`, "run": `{"session":{}}`, "": `null`,
	} {
		f.Add(tool, a)
	}
	f.Fuzz(func(t *testing.T, tool, arguments string) {
		if !json.Valid([]byte(arguments)) || tool == "wait" {
			t.Skip()
		}
		w.call(tool, json.RawMessage(arguments))
	})
}
