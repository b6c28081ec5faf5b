package chat

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// write writes events to a transcript, and returns its directory and content.
func write(t *testing.T, events ...Event) (dir string, content []byte) {
	t.Helper()
	dir = t.TempDir()
	log, err := openTranscript(dir, func(Event) {})
	if err != nil {
		t.Fatal(err)
	}
	for i := range events {
		if err := log.append(&events[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := log.file.Close(); err != nil {
		t.Fatal(err)
	}
	content, err = os.ReadFile(filepath.Join(dir, transcriptName))
	if err != nil {
		t.Fatal(err)
	}
	return dir, content
}

func reopen(t *testing.T, dir string) (log *transcript, seqs []int64) {
	t.Helper()
	log, err := openTranscript(dir, func(e Event) { seqs = append(seqs, e.Seq) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = log.file.Close() })
	return log, seqs
}

func TestTranscriptIsReadBackAfterAKillAnywhere(t *testing.T) {
	_, content := write(t, Event{Kind: UserMessage, Text: "one"}, Event{Kind: Answer, Text: "zwei\n\x00\xff"}, Event{Kind: TurnEnded})
	ends := map[int]int64{}
	for i, b := range content {
		if b == '\n' {
			ends[i+1] = int64(len(ends) + 1)
		}
	}
	whole := int64(0)
	for n := range len(content) + 1 {
		if seq, ok := ends[n]; ok {
			whole = seq
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, transcriptName), content[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		log, seqs := reopen(t, dir)
		if int64(len(seqs)) != whole || log.newest() != whole {
			t.Fatalf("%d bytes: got %v, want %d events", n, seqs, whole)
		}
		e := Event{Kind: UserMessage, Text: "next"}
		if err := log.append(&e); err != nil || e.Seq != whole+1 {
			t.Fatalf("%d bytes: next: %d, %v", n, e.Seq, err)
		}
		_ = log.file.Close()
		if _, seqs := reopen(t, dir); int64(len(seqs)) != whole+1 {
			t.Fatalf("%d bytes: again: %v", n, seqs)
		}
	}
}

func TestTranscriptSkipsDamage(t *testing.T) {
	dir, content := write(t, Event{Kind: UserMessage, Text: "one"}, Event{Kind: Answer, Text: "two"}, Event{Kind: TurnEnded})
	damaged := bytes.Replace(content, []byte(`"two"`), []byte("\x00\x00\x00\x00\x00"), 1)
	damaged = append(damaged, strings.Repeat("x", 2*maxLine)+"\n"...)
	path := filepath.Join(dir, transcriptName)
	if err := os.WriteFile(path, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	log, seqs := reopen(t, dir)
	if fmt.Sprint(seqs) != "[1 3]" {
		t.Errorf("got %v", seqs)
	}
	e := Event{Kind: UserMessage, Text: "next"}
	if err := log.append(&e); err != nil || e.Seq != 4 {
		t.Errorf("next: %d, %v", e.Seq, err)
	}
	lines, err := log.read(log.after(1, maxRead)[:1])
	if err != nil || !bytes.Contains(lines[0], []byte(`"seq":3`)) {
		t.Errorf("after 1: %s, %v", lines, err)
	}
	after, err := os.ReadFile(path)
	if err != nil || !bytes.HasPrefix(after, damaged) {
		t.Error("the damaged part was removed")
	}
}

func TestTranscriptBelongsToOneProcess(t *testing.T) {
	dir, _ := write(t)
	reopen(t, dir)
	if _, err := openTranscript(dir, func(Event) {}); err == nil || !strings.Contains(err.Error(), "another conversation runs") {
		t.Errorf("got %v", err)
	}
	st, err := os.Stat(filepath.Join(dir, transcriptName))
	if err != nil || st.Mode() != 0o600 {
		t.Errorf("mode: %v, %v", st.Mode(), err)
	}
}

// A turn and a permission that were open when the program was killed are ended when the transcript is
// read.
func TestOpenTurnsAndPermissionsAreEnded(t *testing.T) {
	dir, _ := write(t,
		Event{Kind: AgentStarted, Agent: "fake", Conversation: "c1"},
		Event{Kind: UserMessage, Text: "do it"},
		Event{Kind: PermissionAsked, Request: "p3", Tool: &Tool{ID: "t"}, Options: []Option{{ID: "yes"}}},
	)
	w := newWorld(t)
	w.dir = dir
	k := w.open(w.options())
	k.seen = 3
	events := k.until(AgentEnded)
	if len(events) != 3 || events[0].Kind != PermissionAnswered || events[0].Request != "p3" || events[1].Stop != StopLost {
		t.Errorf("got %+v", events)
	}
	if k.wanted() != "c1" {
		t.Errorf("conversation %q", k.wanted())
	}
	_ = k.Close()
	if k := w.open(w.options()); k.Newest() != 6 {
		t.Errorf("ended again: %d events", k.Newest())
	}
}

func FuzzTranscript(f *testing.F) {
	f.Add([]byte(`{"seq":1,"kind":"user","text":"x"}` + "\n" + `{"seq":2,"kind":"tool","tool":{"id":"a"}}` + "\n"))
	f.Add([]byte(`{"seq":1,"kind":"permission","request":"p1"}` + "\n{\n" + `{"seq":9,"kind":"answered","request":"p1"}`))
	f.Add([]byte("\n\n\x00"))
	f.Add([]byte(`{"seq":9223372036854775807,"kind":"user","text":"x"}` + "\n" + `{"seq":1,"kind":"tool"}` + "\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, transcriptName), content, 0o600); err != nil {
			t.Fatal(err)
		}
		var s status
		seen := int64(0)
		log, err := openTranscript(dir, func(e Event) {
			if e.Seq <= seen {
				t.Errorf("%d follows %d", e.Seq, seen)
			}
			if (e.Kind == ToolChanged || e.Kind == PermissionAsked) && e.Tool == nil || e.Kind == TerminalChanged && e.Terminal == nil {
				t.Errorf("%+v is not a complete event", e)
			}
			seen = e.Seq
			s.add(e)
		})
		if err != nil {
			t.Fatal(err)
		}
		defer log.file.Close()
		for _, e := range append(s.closeOpen("x"), Event{Kind: UserMessage}) {
			if err := log.append(&e); err != nil || e.Seq <= seen {
				t.Fatalf("%d follows %d, %v", e.Seq, seen, err)
			}
			seen = e.Seq
		}
		lines, err := log.read(log.after(0, 1<<40))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range lines {
			if _, err := decodeEvent(line); err != nil {
				t.Errorf("%q: %v", line, err)
			}
		}
	})
}
