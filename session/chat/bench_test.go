package chat

import (
	"strings"
	"testing"
)

// BenchmarkFullTranscript opens a transcript of the largest size, and reads it from the beginning, as
// the pane does. pieces are those of answers, and tools the results of tools, the largest events.
func BenchmarkFullTranscript(b *testing.B) {
	for name, e := range map[string]Event{
		"pieces": {Kind: Answer, Text: strings.Repeat("some words of an answer ", 20)},
		"tools":  {Kind: ToolChanged, Tool: &Tool{ID: "t", Title: "read", Content: []Content{{Text: strings.Repeat("a line of a file\n", maxContent/17)}}}},
	} {
		b.Run(name, func(b *testing.B) {
			dir := b.TempDir()
			log, err := openTranscript(dir, func(Event) {})
			if err != nil {
				b.Fatal(err)
			}
			for log.end < maxTranscript {
				if err := log.append(&e); err != nil {
					b.Fatal(err)
				}
			}
			if err := log.file.Close(); err != nil {
				b.Fatal(err)
			}
			b.Run("open", func(b *testing.B) {
				for b.Loop() {
					c, err := Open(Options{Dir: dir})
					if err != nil {
						b.Fatal(err)
					}
					_ = c.Close()
				}
			})
			b.Run("read", func(b *testing.B) {
				c, err := Open(Options{Dir: dir})
				if err != nil {
					b.Fatal(err)
				}
				defer func() { _ = c.Close() }()
				for b.Loop() {
					for from := int64(0); from < c.Newest(); {
						all, err := c.Read(b.Context(), from)
						if err != nil {
							b.Fatal(err)
						}
						from = all[len(all)-1].Seq
					}
				}
			})
		})
	}
}
