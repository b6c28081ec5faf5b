package relay

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"dormer/session/chat"
)

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
