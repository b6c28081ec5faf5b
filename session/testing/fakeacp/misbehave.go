package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	acp "github.com/coder/acp-go-sdk"
)

// misbehave carries out the steps that no agent should take.
func (t *turn) misbehave(ctx context.Context, name, rest string) error {
	n, _ := strconv.Atoi(rest)
	switch name {
	case "flood":
		for i := range n {
			t.say(ctx, fmt.Sprintf("%d ", i))
		}
		t.say(ctx, "end of the flood\n\n")
	case "big":
		t.say(ctx, strings.Repeat("x", n)+"\n\n")
	case "garbage":
		t.raw("this is no message")
		t.raw(`{"jsonrpc":"2.0","method":`)
		t.raw(`{"jsonrpc":"2.0","method":"session/update","params":"` + strings.Repeat("x", 11<<20) + `"}`)
		t.say(ctx, "after the garbage\n\n")
	case "hostile":
		t.hostile(ctx)
	case "lie":
		return t.lie(ctx)
	}
	return nil
}

// raw writes a line where messages are expected. The connection writes whole lines too.
func (t *turn) raw(line string) { _, _ = os.Stdout.WriteString(line + "\n") }

const bad = "\x1b]0;owned\x07\x1b[2J\x1b[31mred\u202e\u0007\r\n\x9b5n"

func (t *turn) hostile(ctx context.Context) {
	t.say(ctx, "before "+bad+" after\n\n")
	t.tell(ctx, t.id, acp.UpdateAgentThoughtText("thought "+bad))
	t.tell(ctx, t.id, acp.StartToolCall("h1", "title "+bad, acp.WithStartStatus(acp.ToolCallStatusCompleted),
		acp.WithStartContent([]acp.ToolCallContent{acp.ToolContent(acp.TextBlock("output " + bad)), acp.ToolDiffContent("/path"+bad, "new "+bad, "old "+bad)})))
	t.tell(ctx, t.id, acp.UpdatePlan(acp.PlanEntry{Content: "step " + bad, Priority: acp.PlanEntryPriorityHigh, Status: acp.PlanEntryStatusPending}))
	t.say(ctx, "end of the hostile text\n\n")
}

// lie sends messages that dormer must not believe.
func (t *turn) lie(ctx context.Context) error {
	t.tell(ctx, "another conversation", acp.UpdateAgentMessageText("of another conversation"))
	t.raw(fmt.Sprintf(`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":%q,"update":{"sessionUpdate":"new_kind","content":{"type":"text","text":"of an unknown kind"}}}}`, t.id))
	t.raw(fmt.Sprintf(`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":%q,"update":[]}}`, t.id))
	t.raw(`{"jsonrpc":"2.0","method":"no/such/notification","params":{}}`)
	t.raw(`{"jsonrpc":"2.0","id":12345678,"result":{"stopReason":"end_turn"}}`)
	t.tell(ctx, t.id, acp.UpdateToolCall("never begun", acp.WithUpdateStatus("half")))
	for _, id := range []acp.SessionId{t.id, "another conversation"} {
		p := acp.RequestPermissionRequest{SessionId: id, ToolCall: acp.ToolCallUpdate{ToolCallId: "x"}, Options: []acp.PermissionOption{}}
		if id != t.id {
			p.Options = []acp.PermissionOption{{Kind: acp.PermissionOptionKindAllowOnce, Name: "Yes", OptionId: "yes"}}
		}
		if _, err := t.conn.RequestPermission(ctx, p); err == nil {
			return fmt.Errorf("dormer has answered a permission of %q with %d options", id, len(p.Options))
		}
	}
	t.say(ctx, "end of the lies\n\n")
	return nil
}
