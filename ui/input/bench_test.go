package input

import (
	"bytes"
	"testing"
)

const portion = 4096 // the size of one read from a terminal

func benchmark(b *testing.B, in []byte) {
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		var d Decoder
		for p := in; len(p) > 0; p = p[min(portion, len(p)):] {
			d.Feed(p[:min(portion, len(p))])
		}
	}
}

func BenchmarkPlainPaste(b *testing.B) {
	benchmark(b, bytes.Repeat([]byte("The quick brown fox jumps over 日本 \r"), 10<<20/38))
}

func BenchmarkBracketedPaste(b *testing.B) {
	body := bytes.Repeat([]byte("The quick brown fox jumps over 日本 \r"), 10<<20/38)
	benchmark(b, append(append([]byte("\x1b[200~"), body...), "\x1b[201~"...))
}

// BenchmarkPasteOfEscapes reads a paste in which every byte may start the end mark.
func BenchmarkPasteOfEscapes(b *testing.B) {
	body := bytes.Repeat([]byte("\x1b[20"), 10<<20/4)
	benchmark(b, append(append([]byte("\x1b[200~"), body...), "\x1b[201~"...))
}

func BenchmarkKeys(b *testing.B) {
	benchmark(b, bytes.Repeat([]byte("\x1b[A\x1b[97;5u\x1b[<35;10;10M\x01"), 1000))
}
