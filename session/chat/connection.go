package chat

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	acp "github.com/coder/acp-go-sdk"
)

const (
	// startTime is how long an agent may take to report its capabilities, and to open a
	// conversation: some are downloaded first, and some read a long history.
	startTime = 2 * time.Minute
)

// connection is a running agent, from its start to its end. Fields that are not fixed are guarded
// by the lock of the conversation.
type connection struct {
	c      *Conversation
	wanted string        // the conversation to continue; fixed
	gone   chan struct{} // closed when the agent has ended, and everything is written
	// stopped means that the agent must end; the rest of its start is skipped.
	stopped bool

	process *agentProcess
	rpc     *acp.Connection
	lines   *lines
	files   *directory
	id      acp.SessionId
	// loading means that the agent repeats the conversation; known that the transcript contains it.
	loading, known bool
	commands       *Event        // received before the agent was started
	cancelled      bool          // the turn was cancelled
	sent           chan struct{} // closed when the prompt of the turn has been sent
	answers        map[string]chan string
	terminals      map[string]*terminal
}

// run starts the agent, and waits for its end.
func (n *connection) run() {
	reason := n.start()
	if reason == "" {
		select {
		case <-n.process.exited:
		case <-n.rpc.Done(): // the agent has closed its output
		}
		reason = n.endReason()
	}
	n.finish(reason)
}

// start starts the agent and opens the conversation. It returns why that was not possible.
func (n *connection) start() string {
	process, err := startAgent(n.c.o)
	if err != nil {
		return fmt.Sprintf("%s did not start: %v", n.c.o.Agent, err)
	}
	lines := newLines(process.out)
	files, err := openDirectory(n.c.o.Cwd)
	n.c.mu.Lock()
	n.process, n.lines, n.files = process, lines, files
	stopped := n.stopped
	n.c.mu.Unlock()
	if err != nil {
		return err.Error()
	}
	if stopped {
		return "it was ended"
	}
	rpc := acp.NewConnection(n.handle, promptWatch{process.in, n}, lines)
	rpc.SetLogger(slog.New(slog.DiscardHandler))
	close(lines.ready)
	n.c.mu.Lock()
	n.rpc = rpc
	n.c.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	if err := n.open(ctx); err != nil {
		return n.startReason(err)
	}
	return ""
}

// open agrees on the protocol, and opens the conversation.
func (n *connection) open(ctx context.Context) error {
	can, err := acp.SendRequest[acp.InitializeResponse](n.rpc, ctx, acp.AgentMethodInitialize, acp.InitializeRequest{
		ProtocolVersion: acp.ProtocolVersionNumber,
		ClientCapabilities: acp.ClientCapabilities{
			Fs: acp.FileSystemCapabilities{ReadTextFile: true, WriteTextFile: true}, Terminal: true,
		},
		ClientInfo: &acp.Implementation{Name: "dormer", Version: n.c.o.Version},
	})
	if err != nil {
		return err
	}
	if can.ProtocolVersion != acp.ProtocolVersionNumber {
		return fmt.Errorf("it speaks version %d of the protocol, and dormer speaks %d: use another version of it", can.ProtocolVersion, acp.ProtocolVersionNumber)
	}
	started := Event{Kind: AgentStarted, Agent: n.c.o.Agent}
	var now opened
	if n.wanted != "" && can.AgentCapabilities.LoadSession {
		now, err = n.load(ctx)
		started.Loaded = true
	} else {
		now, err = n.begin(ctx)
		if n.wanted != "" {
			started.Reason = n.c.o.Agent + " cannot go on with a conversation: it does not know what was said above"
		}
	}
	if err != nil {
		return err
	}
	n.c.mu.Lock()
	defer n.c.mu.Unlock()
	n.loading = false
	started.Conversation = string(n.id)
	if _, err := n.c.add(started); err != nil {
		return err
	}
	n.c.resume = ""
	if mode, all := modes(now.Modes); len(all) > 0 {
		if _, err := n.c.add(Event{Kind: ModeChanged, Mode: mode, Modes: all}); err != nil {
			return err
		}
	}
	n.setSettings(now.settings())
	return n.addCommands()
}

// addCommands adds the agent's commands, once it is started. The lock is held.
func (n *connection) addCommands() (err error) {
	if n.commands != nil && n.c.status.running {
		_, err = n.c.add(*n.commands)
		n.commands = nil
	}
	return err
}

func (n *connection) begin(ctx context.Context) (opened, error) {
	made, err := acp.SendRequest[opened](n.rpc, ctx, acp.AgentMethodSessionNew, acp.NewSessionRequest{Cwd: n.c.o.Cwd, McpServers: []acp.McpServer{}})
	if err != nil {
		return made, err
	}
	if !isID(string(made.SessionID)) {
		return made, errors.New("it gave an invalid id for the conversation")
	}
	n.c.mu.Lock()
	n.id = made.SessionID
	n.c.mu.Unlock()
	return made, nil
}

func (n *connection) load(ctx context.Context) (opened, error) {
	n.c.mu.Lock()
	n.id, n.loading = acp.SessionId(n.wanted), true
	n.known = n.c.status.hasMessages && n.c.status.conversation == n.wanted
	n.c.mu.Unlock()
	loaded, err := acp.SendRequest[opened](n.rpc, ctx, acp.AgentMethodSessionLoad, acp.LoadSessionRequest{
		SessionId: acp.SessionId(n.wanted), Cwd: n.c.o.Cwd, McpServers: []acp.McpServer{},
	})
	if err != nil {
		return loaded, fmt.Errorf("it did not find the conversation %s: %w", n.wanted, err)
	}
	return loaded, nil
}

// isID reports whether a text can be the id of a conversation.
func isID(id string) bool {
	return id != "" && len(id) <= 256 && !strings.ContainsFunc(id, func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) })
}

// startReason returns why the agent did not get as far as a conversation.
func (n *connection) startReason(err error) string {
	select {
	case <-n.process.exited:
		return n.process.reason()
	case <-n.rpc.Done():
		return n.endReason()
	default:
	}
	if request, ok := errors.AsType[*acp.RequestError](err); ok && request.Code == authRequired {
		return fmt.Sprintf("%s asks you to log in: run %s in a pane, log in, and start it again here", n.c.o.Agent, n.c.o.Agent)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Sprintf("%s did not answer within %v", n.c.o.Agent, startTime)
	}
	return sentence(err)
}

// authRequired is the code of ACP for an agent whose user has to log in.
const authRequired = -32000

// sentence returns the text of an error, without the library's form for errors of agents.
func sentence(err error) string {
	text := err.Error()
	if request, ok := errors.AsType[*acp.RequestError](err); ok {
		words := request.Message
		if details, ok := request.Data.(map[string]any); ok {
			for _, name := range []string{"details", "error", "message"} {
				if s, ok := details[name].(string); ok && s != "" {
					words += ": " + s
					break
				}
			}
		}
		text = strings.Replace(text, request.Error(), words, 1)
	}
	return cutWord(text)
}

// endReason returns how a running agent has ended. If it has only closed its output, it is ended.
func (n *connection) endReason() string {
	select {
	case <-n.process.exited:
		return n.process.reason()
	case <-time.After(hangupTime): // it may be exiting now
	}
	n.process.end()
	if line := n.process.errors.lastLine(); line != "" {
		return "it has closed the connection: " + line
	}
	return "it has closed the connection"
}

// finish ends the turn, and all processes that dormer runs for the agent.
func (n *connection) finish(reason string) {
	if n.process != nil {
		n.process.end()
		n.process.in.close()
	}
	if n.rpc != nil {
		<-n.rpc.Done()
		n.lines.drain()
	}
	n.c.mu.Lock()
	terminals := n.terminals
	n.terminals = nil
	n.c.mu.Unlock()
	for _, t := range terminals {
		t.end()
	}
	if n.files != nil {
		n.files.close()
	}
	n.c.mu.Lock()
	defer n.c.mu.Unlock()
	switch {
	case n.c.full():
		reason = ErrFull.Error()
	case n.stopped:
		reason = "it was ended"
	}
	for _, e := range n.c.status.closeOpen(cutWord(reason)) {
		if _, err := n.c.add(e); err != nil {
			break // the transcript has the reason
		}
	}
	n.answers = nil
	n.c.agent = nil
	close(n.gone)
}

// end ends the agent; run does the rest.
func (n *connection) end() {
	n.c.mu.Lock()
	n.stopped = true
	process := n.process
	n.c.mu.Unlock()
	if process != nil {
		process.end()
	}
}

// prompt sends a message. The lock is held.
func (n *connection) prompt(text string) {
	n.sent = make(chan struct{})
	go func() {
		done, err := acp.SendRequest[acp.PromptResponse](n.rpc, context.Background(), acp.AgentMethodSessionPrompt, acp.PromptRequest{
			SessionId: n.id, Prompt: []acp.ContentBlock{acp.TextBlock(text)},
		})
		select {
		case <-n.rpc.Done():
			if err != nil {
				return // finish ends the turn
			}
		default:
		}
		end := Event{Kind: TurnEnded, Stop: Stop(cutWord(string(done.StopReason)))}
		n.c.mu.Lock()
		defer n.c.mu.Unlock()
		switch {
		case n.cancelled && (err != nil || end.Stop == StopEndTurn): // some agents report a cancelled turn like this
			end.Stop = StopCancelled
		case err != nil:
			end.Stop, end.Reason = StopFailed, sentence(err)
		}
		if n.c.agent == n && n.c.status.turn {
			_ = n.closeRequests()
			_, _ = n.c.add(end) // the transcript reports errors
			n.cancelled = false
		}
	}()
}

// promptSent matches the start of the request of a turn. Other messages may have ids that agents
// chose.
var promptSent = regexp.MustCompile(`^\{"jsonrpc":"2\.0","id":[0-9]+,"method":"` + acp.AgentMethodSessionPrompt + `"`)

// promptWatch notes when the prompt of a turn is sent: a cancel must not come before it.
type promptWatch struct {
	io.Writer
	n *connection
}

func (w promptWatch) Write(p []byte) (int, error) {
	written, err := w.Writer.Write(p)
	if promptSent.Match(p) {
		w.n.c.mu.Lock()
		close(w.n.sent)
		w.n.c.mu.Unlock()
	}
	return written, err
}

// cancel ends the turn: the agent is told before permissions are answered as cancelled. The lock is
// held.
func (n *connection) cancel() {
	n.cancelled = true
	sent, id := n.sent, n.id
	go func() {
		select {
		case <-sent:
		case <-n.gone:
			return
		}
		n.c.mu.Lock()
		defer n.c.mu.Unlock()
		if n.c.agent == n && n.cancelled { // otherwise the turn has ended
			_ = n.rpc.SendNotification(context.Background(), acp.AgentMethodSessionCancel, acp.CancelNotification{SessionId: id})
			_ = n.closeRequests() // the transcript reports errors
		}
	}()
}

// closeRequests answers the requested permissions as cancelled. The lock is held.
func (n *connection) closeRequests() error {
	for _, p := range n.c.status.permissions {
		if err := n.answer(p.Request, ""); err != nil {
			return err
		}
	}
	return nil
}

// answer answers a permission, as cancelled if option is empty. The lock is held.
func (n *connection) answer(request, option string) error {
	if _, err := n.c.add(Event{Kind: PermissionAnswered, Request: request, Option: option}); err != nil {
		return err
	}
	if answer, ok := n.answers[request]; ok {
		delete(n.answers, request)
		answer <- option // the channel has room
	}
	return nil
}

// setMode notes the mode, where it is another one. The lock is held.
func (n *connection) setMode(id acp.SessionModeId) {
	mode := cut(string(id), maxWord/4)
	if mode != n.c.status.mode && slices.ContainsFunc(n.c.status.modes, func(m Mode) bool { return m.ID == mode }) {
		_, _ = n.c.add(Event{Kind: ModeChanged, Mode: mode})
	}
}

// handle carries out a request of the agent.
func (n *connection) handle(ctx context.Context, method string, params json.RawMessage) (any, *acp.RequestError) {
	switch method {
	case acp.ClientMethodSessionUpdate:
		defer n.lines.done()
		n.update(params)
		return nil, nil
	case acp.ClientMethodSessionRequestPermission:
		return call(params, func(p acp.RequestPermissionRequest) (any, error) { return n.permission(ctx, p) })
	case acp.ClientMethodFsReadTextFile:
		return call(params, func(p acp.ReadTextFileRequest) (any, error) { return n.files.read(p) })
	case acp.ClientMethodFsWriteTextFile:
		return call(params, func(p acp.WriteTextFileRequest) (any, error) {
			return acp.WriteTextFileResponse{}, n.files.write(p)
		})
	case acp.ClientMethodTerminalCreate:
		return call(params, func(p acp.CreateTerminalRequest) (any, error) { return n.createTerminal(p) })
	case acp.ClientMethodTerminalOutput:
		return call(params, func(p acp.TerminalOutputRequest) (any, error) { return n.terminalOutput(p.TerminalId) })
	case acp.ClientMethodTerminalWaitForExit:
		return call(params, func(p acp.WaitForTerminalExitRequest) (any, error) { return n.waitForTerminal(ctx, p.TerminalId) })
	case acp.ClientMethodTerminalKill:
		return call(params, func(p acp.KillTerminalRequest) (any, error) {
			return acp.KillTerminalResponse{}, n.endTerminal(p.TerminalId, false)
		})
	case acp.ClientMethodTerminalRelease:
		return call(params, func(p acp.ReleaseTerminalRequest) (any, error) {
			return acp.ReleaseTerminalResponse{}, n.endTerminal(p.TerminalId, true)
		})
	}
	return nil, acp.NewMethodNotFound(method)
}

// call reads the parameters of a request, and answers it.
func call[P any](params json.RawMessage, do func(P) (any, error)) (any, *acp.RequestError) {
	var p P
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, acp.NewInvalidParams(map[string]any{"details": err.Error()})
	}
	result, err := do(p)
	if err != nil {
		return nil, &acp.RequestError{Code: -32603, Message: err.Error()}
	}
	return result, nil
}

// update handles an update of the conversation. Updates of other conversations, and unreadable
// ones, are ignored.
func (n *connection) update(params json.RawMessage) {
	var p struct {
		Session acp.SessionId   `json:"sessionId"`
		Update  json.RawMessage `json:"update"`
	}
	var kind struct {
		Name    string            `json:"sessionUpdate"`
		Mode    acp.SessionModeId `json:"currentModeId"`
		Options []json.RawMessage `json:"configOptions"`
	}
	if json.Unmarshal(params, &p) != nil || json.Unmarshal(p.Update, &kind) != nil {
		return
	}
	n.c.mu.Lock()
	defer n.c.mu.Unlock()
	if n.c.agent != n || n.id != "" && p.Session != n.id {
		return
	}
	repeated := n.loading && n.known
	switch kind.Name {
	case "available_commands_update":
		n.commands = &Event{Kind: CommandsChanged, Commands: commands(p.Update)}
		_ = n.addCommands() // the transcript reports errors
	case "current_mode_update":
		n.setMode(kind.Mode)
	case "config_option_update":
		n.setOptions(kind.Options)
	case "agent_message_chunk":
		if !repeated {
			n.c.addText(Answer, chunk(p.Update))
		}
	case "agent_thought_chunk":
		if !repeated {
			n.c.addText(Thought, chunk(p.Update))
		}
	case "user_message_chunk":
		if n.loading && !repeated { // an echo of a message that dormer has sent is ignored
			n.c.addText(UserMessage, chunk(p.Update))
		}
	case "plan":
		if !repeated {
			_, _ = n.c.add(Event{Kind: PlanChanged, Plan: plan(p.Update)})
		}
	case "tool_call", "tool_call_update":
		var u acp.ToolCallUpdate
		if !repeated && json.Unmarshal(p.Update, &u) == nil && u.ToolCallId != "" {
			n.addTool(n.c.status.tools[cutWord(string(u.ToolCallId))].changed(u))
		}
	}
}

// addTool adds a tool call, without its content if that is too long. The lock is held.
func (n *connection) addTool(t Tool) {
	if _, err := n.c.add(Event{Kind: ToolChanged, Tool: &t}); errors.Is(err, errTooLong) {
		t.Content, t.Places, t.Cut = nil, nil, true
		_, _ = n.c.add(Event{Kind: ToolChanged, Tool: &t})
	}
}

// permission asks the user, and waits for the answer.
func (n *connection) permission(ctx context.Context, p acp.RequestPermissionRequest) (acp.RequestPermissionResponse, error) {
	cancelled := acp.RequestPermissionResponse{Outcome: acp.NewRequestPermissionOutcomeCancelled()}
	request, answer, err := n.ask(p)
	if err != nil || answer == nil {
		return cancelled, err
	}
	select {
	case option := <-answer:
		if option != "" {
			return acp.RequestPermissionResponse{Outcome: acp.NewRequestPermissionOutcomeSelected(acp.PermissionOptionId(option))}, nil
		}
	case <-ctx.Done(): // the agent has withdrawn it, or has ended
		n.c.mu.Lock()
		defer n.c.mu.Unlock()
		if _, open := n.answers[request]; open {
			_ = n.answer(request, "")
		}
	}
	return cancelled, nil
}

// ask adds a permission request; answer is nil if the turn was cancelled.
func (n *connection) ask(p acp.RequestPermissionRequest) (request string, answer chan string, err error) {
	n.c.mu.Lock()
	defer n.c.mu.Unlock()
	switch {
	case p.SessionId != n.id:
		return "", nil, errors.New("there is no such session")
	case len(p.Options) == 0 || len(p.Options) > maxEntries:
		return "", nil, fmt.Errorf("a permission needs 1 to %d options", maxEntries)
	case slices.ContainsFunc(p.Options, func(o acp.PermissionOption) bool { return o.OptionId == "" }):
		return "", nil, errors.New("every option needs an id")
	case n.answers == nil, n.cancelled:
		return "", nil, nil
	}
	if err := n.c.flush(); err != nil {
		return "", nil, err
	}
	request = "p" + strconv.FormatInt(n.c.log.newest()+1, 10)
	tool := n.c.status.tools[cutWord(string(p.ToolCall.ToolCallId))].changed(p.ToolCall)
	answer = make(chan string, 1)
	n.answers[request] = answer
	if _, err := n.c.add(Event{Kind: PermissionAsked, Request: request, Tool: &tool, Options: options(p.Options)}); err != nil {
		delete(n.answers, request)
		return "", nil, err
	}
	return request, answer, nil
}
