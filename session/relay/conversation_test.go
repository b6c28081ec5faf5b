package relay

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dormer/session/chat"
)

// The agent of a full conversation does not start: the message is refused, and ends nothing. F343.
func TestFullConversationIsRefused(t *testing.T) {
	dir := t.TempDir()
	f, err := os.OpenFile(filepath.Join(dir, "transcript.jsonl"), os.O_WRONLY|os.O_CREATE, 0o600)
	if err == nil {
		_, err = f.WriteAt([]byte("\n"), 256<<20) // one long line, which is skipped
	}
	if err = errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	c, err := chat.Open(chat.Options{Dir: dir, Cwd: dir, Agent: "fake", Argv: []string{"fake"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(false); err != nil {
		t.Fatal(err)
	}
	address := filepath.Join(dir, "chat.sock")
	l, err := chat.Listen(address)
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan struct{})
	go func() {
		defer close(served)
		chat.Serve(l, c)
	}()
	if err := Started(t.Context(), address, began, func() bool { return true }); !isRefusal(err) || !strings.Contains(err.Error(), "256 MB") {
		t.Errorf("start: %v", err)
	}
	if err := errors.Join(c.Close(), l.Close()); err != nil {
		t.Error(err)
	}
	<-served
}

// A message that a conversation does not accept is refused; it ends nothing and starts nothing again.
// Only a conversation that is gone, or whose agent is, is started again.
func TestWhatAConversationRefuses(t *testing.T) {
	dir := t.TempDir()
	c, err := chat.Open(chat.Options{Dir: dir, Cwd: dir, Agent: "fake", Argv: []string{"fake"}})
	if err != nil {
		t.Fatal(err)
	}
	address := filepath.Join(dir, "chat.sock")
	l, err := chat.Listen(address)
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan struct{})
	go func() {
		defer close(served)
		chat.Serve(l, c)
	}()
	agent, err := Dial(t.Context(), address, func() bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	for name, message := range map[string]struct {
		text    string
		refused bool
	}{
		"empty":                              {" \n", true},
		"too long":                           {strings.Repeat("x", maxMessage), true},
		"too long as JSON":                   {strings.Repeat("\u2028", maxMessage/4), true},
		"long, with marks":                   {strings.Repeat("<p>&", maxMessage/5), false},
		"a valid message, but no agent runs": {"say x", false},
	} {
		_, err := agent.Prompt(t.Context(), "", message.text)
		if isRefusal(err) != message.refused || !message.refused && !errors.Is(err, chat.ErrNoAgent) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := agent.Answer(t.Context(), "p1", "x"); !isRefusal(err) {
		t.Errorf("an answer to no question: %v", err)
	}
	if err := errors.Join(agent.Close(), c.Close()); err != nil {
		t.Error(err)
	}
	agent, err = Dial(t.Context(), address, func() bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := agent.Prompt(t.Context(), "", "say x"); isRefusal(err) || !errors.Is(err, chat.ErrEnded) {
		t.Errorf("a conversation that has ended: %v", err)
	}
	if err := errors.Join(agent.Close(), l.Close()); err != nil {
		t.Error(err)
	}
	<-served
	if _, err := Dial(t.Context(), address, func() bool { return false }); !errors.Is(err, chat.ErrNoConversation) {
		t.Errorf("nobody listens: %v", err)
	}
}
