package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	acp "github.com/coder/acp-go-sdk"
	"github.com/google/uuid"
)

func main() {
	if os.Getenv("FAKE_ACP") == "silent" {
		_, _ = io.Copy(io.Discard, os.Stdin)
		return
	}
	a := &fake{cancels: map[acp.SessionId]context.CancelFunc{}}
	a.conn = acp.NewAgentSideConnection(a, os.Stdout, os.Stdin)
	a.conn.SetLogger(slog.New(slog.DiscardHandler))
	<-a.conn.Done()
}

// fake is an agent.
type fake struct {
	conn *acp.AgentSideConnection

	mu      sync.Mutex
	cancels map[acp.SessionId]context.CancelFunc
	dir     string
	calls   int
}

func (a *fake) Initialize(context.Context, acp.InitializeRequest) (acp.InitializeResponse, error) {
	r := acp.InitializeResponse{ProtocolVersion: acp.ProtocolVersionNumber, AuthMethods: []acp.AuthMethod{}}
	r.AgentCapabilities.LoadSession = os.Getenv("FAKE_ACP") != "noload"
	if os.Getenv("FAKE_ACP") == "version" {
		r.ProtocolVersion = 9
	}
	return r, nil
}

func (a *fake) NewSession(_ context.Context, p acp.NewSessionRequest) (acp.NewSessionResponse, error) {
	if os.Getenv("FAKE_ACP") == "login" {
		return acp.NewSessionResponse{}, acp.NewAuthRequired(nil)
	}
	id := acp.SessionId(uuid.NewString())
	a.opened(id, p.Cwd)
	models, options := offered(id)
	return acp.NewSessionResponse{SessionId: id, Modes: modes(), Models: models, ConfigOptions: options}, nil
}

func (a *fake) LoadSession(ctx context.Context, p acp.LoadSessionRequest) (acp.LoadSessionResponse, error) {
	f, err := os.Open(memory(p.SessionId))
	if err != nil {
		return acp.LoadSessionResponse{}, &acp.RequestError{Code: -32002, Message: "Resource not found: " + string(p.SessionId)}
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var said line
		if json.Unmarshal(lines.Bytes(), &said) != nil {
			continue
		}
		update := acp.UpdateAgentMessageText(said.Text)
		if said.User {
			update = acp.UpdateUserMessageText(said.Text)
		}
		if err := a.conn.SessionUpdate(ctx, acp.SessionNotification{SessionId: p.SessionId, Update: update}); err != nil {
			return acp.LoadSessionResponse{}, err
		}
	}
	a.opened(p.SessionId, p.Cwd)
	models, options := offered(p.SessionId)
	return acp.LoadSessionResponse{Modes: modes(), Models: models, ConfigOptions: options}, nil
}

func modes() *acp.SessionModeState {
	return &acp.SessionModeState{CurrentModeId: "code", AvailableModes: []acp.SessionMode{
		{Id: "code", Name: "Code"}, {Id: "plan", Name: "Plan only", Description: acp.Ptr("changes nothing")},
	}}
}

// opened reports the available commands, after the answer.
func (a *fake) opened(id acp.SessionId, dir string) {
	a.mu.Lock()
	a.dir = dir
	a.mu.Unlock()
	go a.tell(context.Background(), id, acp.SessionUpdate{AvailableCommandsUpdate: &acp.SessionAvailableCommandsUpdate{
		SessionUpdate: "available_commands_update",
		AvailableCommands: []acp.AvailableCommand{
			{Name: "review", Description: "Review what was changed", Input: &acp.AvailableCommandInput{Unstructured: &acp.UnstructuredCommandInput{Hint: "what to look at"}}},
			{Name: "clear", Description: "Forget what was said"},
		},
	}})
}

// line is a message of a conversation.
type line struct {
	User bool   `json:"user"`
	Text string `json:"text"`
}

func memory(id acp.SessionId) string {
	return filepath.Join(os.Getenv("HOME"), ".fake", "acp", filepath.Base(string(id))+".jsonl")
}

func remember(id acp.SessionId, said line) error {
	if err := os.MkdirAll(filepath.Dir(memory(id)), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(memory(id), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(json.NewEncoder(f).Encode(said), f.Close())
}

func (a *fake) tell(ctx context.Context, id acp.SessionId, u acp.SessionUpdate) {
	_ = a.conn.SessionUpdate(ctx, acp.SessionNotification{SessionId: id, Update: u}) // dormer may be gone
}

func (a *fake) Cancel(_ context.Context, p acp.CancelNotification) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if cancel := a.cancels[p.SessionId]; cancel != nil {
		cancel()
	}
	return nil
}

func (a *fake) Prompt(_ context.Context, p acp.PromptRequest) (acp.PromptResponse, error) {
	var text strings.Builder
	for _, b := range p.Prompt {
		if b.Text != nil {
			text.WriteString(b.Text.Text)
		}
	}
	if err := remember(p.SessionId, line{true, text.String()}); err != nil {
		return acp.PromptResponse{}, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	a.mu.Lock()
	a.cancels[p.SessionId] = cancel
	a.mu.Unlock()
	t := &turn{fake: a, id: p.SessionId}
	for step := range strings.Lines(text.String()) {
		err := t.do(ctx, strings.TrimRight(step, "\n"))
		if errors.Is(err, errFinished) {
			return acp.PromptResponse{StopReason: acp.StopReasonEndTurn}, nil
		}
		if err != nil && ctx.Err() == nil {
			return acp.PromptResponse{}, err
		}
		if ctx.Err() != nil {
			return acp.PromptResponse{StopReason: acp.StopReasonCancelled}, nil
		}
	}
	return acp.PromptResponse{StopReason: acp.StopReasonEndTurn}, remember(p.SessionId, line{false, t.said.String()})
}

// turn is the agent's reaction to one prompt.
type turn struct {
	*fake
	id   acp.SessionId
	said strings.Builder
}

func (t *turn) say(ctx context.Context, text string) {
	t.said.WriteString(text)
	t.tell(ctx, t.id, acp.UpdateAgentMessageText(text))
}

func (t *turn) do(ctx context.Context, step string) error {
	name, rest, _ := strings.Cut(step, " ")
	switch name {
	case "say":
		for _, word := range strings.SplitAfter(rest, " ") {
			t.say(ctx, word)
		}
		t.say(ctx, "\n\n")
	case "think":
		t.tell(ctx, t.id, acp.UpdateAgentThoughtText(rest))
	case "plan":
		t.plan(ctx, strings.Split(rest, "; "))
	case "mode":
		t.tell(ctx, t.id, acp.SessionUpdate{CurrentModeUpdate: &acp.SessionCurrentModeUpdate{SessionUpdate: "current_mode_update", CurrentModeId: acp.SessionModeId(rest)}})
	case "model":
		s := chosen(t.id)
		s.Model = rest
		if err := s.keep(t.id); err != nil {
			return err
		}
		_, options := offered(t.id)
		t.tell(ctx, t.id, acp.SessionUpdate{ConfigOptionUpdate: &acp.SessionConfigOptionUpdate{SessionUpdate: "config_option_update", ConfigOptions: options}})
	case "tool", "edit", "read", "write", "run", "ask":
		return t.use(ctx, name, rest)
	case "hold":
		return hold(ctx, rest)
	case "stall":
		<-ctx.Done()
	case "deaf":
		t.tell(ctx, t.id, acp.UpdateAgentThoughtText("deaf"))
		select {}
	case "finish":
		<-ctx.Done()
		return errFinished
	case "fail":
		return &acp.RequestError{Code: -32603, Message: rest}
	case "die":
		return syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "exit":
		fmt.Fprintln(os.Stderr, rest)
		os.Exit(3)
	case "raw":
		t.raw(rest)
	case "flood", "big", "garbage", "hostile", "lie":
		return t.misbehave(ctx, name, rest)
	default:
		t.say(ctx, "You said: "+step+"\n\n")
	}
	return nil
}

// errFinished means that the turn has ended as if it had not been cancelled.
var errFinished = errors.New("finished")

// hold waits until a file exists.
func hold(ctx context.Context, file string) error {
	for ctx.Err() == nil {
		if _, err := os.Stat(file); err == nil {
			return nil
		}
		time.Sleep(2 * time.Millisecond)
	}
	return ctx.Err()
}

func (t *turn) plan(ctx context.Context, steps []string) {
	for done := range len(steps) + 1 {
		var entries []acp.PlanEntry
		for i, s := range steps {
			e := acp.PlanEntry{Content: s, Priority: acp.PlanEntryPriorityMedium, Status: acp.PlanEntryStatusPending}
			switch {
			case i < done:
				e.Status = acp.PlanEntryStatusCompleted
			case i == done:
				e.Status = acp.PlanEntryStatusInProgress
			}
			entries = append(entries, e)
		}
		t.tell(ctx, t.id, acp.UpdatePlan(entries...))
	}
}

// call begins a tool call.
func (t *turn) call(ctx context.Context, title string, kind acp.ToolKind) acp.ToolCallId {
	t.mu.Lock()
	t.calls++
	id := acp.ToolCallId("call" + strconv.Itoa(t.calls))
	t.mu.Unlock()
	t.tell(ctx, t.id, acp.StartToolCall(id, title, acp.WithStartKind(kind), acp.WithStartStatus(acp.ToolCallStatusInProgress)))
	return id
}

func (t *turn) done(ctx context.Context, id acp.ToolCallId, err error, content ...acp.ToolCallContent) {
	status := acp.ToolCallStatusCompleted
	if err != nil {
		status = acp.ToolCallStatusFailed
		content = append(content, acp.ToolContent(acp.TextBlock(err.Error())))
	}
	t.tell(ctx, t.id, acp.UpdateToolCall(id, acp.WithUpdateStatus(status), acp.WithUpdateContent(content)))
}

func (t *turn) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return filepath.Join(t.dir, name)
}

func (t *turn) use(ctx context.Context, name, rest string) error {
	file, text, _ := strings.Cut(rest, " ")
	path := t.path(file)
	switch name {
	case "tool":
		id := t.call(ctx, rest, acp.ToolKindSearch)
		t.done(ctx, id, nil, acp.ToolContent(acp.TextBlock("found 3 of them")))
	case "read":
		id := t.call(ctx, "Read "+file, acp.ToolKindRead)
		r, err := t.conn.ReadTextFile(ctx, acp.ReadTextFileRequest{SessionId: t.id, Path: path})
		t.done(ctx, id, err, acp.ToolContent(acp.TextBlock(r.Content)))
	case "write", "edit":
		id := t.call(ctx, "Write "+file, acp.ToolKindEdit)
		before, _ := t.conn.ReadTextFile(ctx, acp.ReadTextFileRequest{SessionId: t.id, Path: path})
		text = strings.ReplaceAll(text, `\n`, "\n")
		_, err := t.conn.WriteTextFile(ctx, acp.WriteTextFileRequest{SessionId: t.id, Path: path, Content: text})
		t.done(ctx, id, err, acp.ToolDiffContent(path, text, before.Content))
	case "run":
		return t.runs(ctx, rest)
	case "ask":
		return t.ask(ctx, rest)
	}
	return nil
}

func (t *turn) runs(ctx context.Context, command string) error {
	id := t.call(ctx, command, acp.ToolKindExecute)
	made, err := t.conn.CreateTerminal(ctx, acp.CreateTerminalRequest{SessionId: t.id, Command: command})
	if err != nil {
		t.done(ctx, id, err)
		return nil // the tool has failed, not the turn
	}
	t.tell(ctx, t.id, acp.UpdateToolCall(id, acp.WithUpdateContent([]acp.ToolCallContent{acp.ToolTerminalRef(made.TerminalId)})))
	exit, err := t.conn.WaitForTerminalExit(ctx, acp.WaitForTerminalExitRequest{SessionId: t.id, TerminalId: made.TerminalId})
	if err != nil {
		return err
	}
	out, err := t.conn.TerminalOutput(ctx, acp.TerminalOutputRequest{SessionId: t.id, TerminalId: made.TerminalId})
	if err != nil {
		return err
	}
	_, err = t.conn.ReleaseTerminal(ctx, acp.ReleaseTerminalRequest{SessionId: t.id, TerminalId: made.TerminalId})
	t.done(ctx, id, nil, acp.ToolTerminalRef(made.TerminalId))
	code := "by a signal"
	if exit.ExitCode != nil {
		code = strconv.Itoa(*exit.ExitCode)
	}
	t.say(ctx, fmt.Sprintf("It ended with %s and printed %q.\n\n", code, out.Output))
	return err
}

func (t *turn) ask(ctx context.Context, what string) error {
	id := t.call(ctx, what, acp.ToolKindEdit)
	r, err := t.conn.RequestPermission(ctx, acp.RequestPermissionRequest{
		SessionId: t.id,
		ToolCall:  acp.ToolCallUpdate{ToolCallId: id},
		Options: []acp.PermissionOption{
			{Kind: acp.PermissionOptionKindAllowOnce, Name: "Allow", OptionId: "allow"},
			{Kind: acp.PermissionOptionKindAllowAlways, Name: "Always allow", OptionId: "always"},
			{Kind: acp.PermissionOptionKindRejectOnce, Name: "Reject", OptionId: "reject"},
		},
	})
	if err != nil {
		return err
	}
	if r.Outcome.Selected == nil { // cancelled, but the cancellation may not have arrived yet
		<-ctx.Done()
		return nil
	}
	t.done(ctx, id, nil)
	t.say(ctx, "Chosen: "+string(r.Outcome.Selected.OptionId)+"\n\n")
	return nil
}

func (a *fake) SetSessionMode(ctx context.Context, p acp.SetSessionModeRequest) (acp.SetSessionModeResponse, error) {
	return acp.SetSessionModeResponse{}, nil
}

func (a *fake) Authenticate(context.Context, acp.AuthenticateRequest) (acp.AuthenticateResponse, error) {
	return acp.AuthenticateResponse{}, nil
}

func (a *fake) CloseSession(context.Context, acp.CloseSessionRequest) (acp.CloseSessionResponse, error) {
	return acp.CloseSessionResponse{}, acp.NewMethodNotFound(acp.AgentMethodSessionClose)
}

func (a *fake) ListSessions(context.Context, acp.ListSessionsRequest) (acp.ListSessionsResponse, error) {
	return acp.ListSessionsResponse{}, acp.NewMethodNotFound(acp.AgentMethodSessionList)
}

func (a *fake) ResumeSession(context.Context, acp.ResumeSessionRequest) (acp.ResumeSessionResponse, error) {
	return acp.ResumeSessionResponse{}, acp.NewMethodNotFound(acp.AgentMethodSessionResume)
}
