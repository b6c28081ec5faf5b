package vt

import (
	"bytes"
	"fmt"
	"math/rand"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/hinshun/vt10x"
)

const (
	benchCols = 200
	benchRows = 48
)

// payloads are the loads that terminal multiplexers are compared with: those that the measuring harness
// writes into a pane of 200x48.
var payloads = []struct {
	name, setup string
	line        func(b *bytes.Buffer, i int, rnd *rand.Rand)
}{
	{"ascii", "", asciiLine},
	{"color", "", colorLine},
	{"dense", "\x1b[?1049h", densePage},
	{"medium", "\x1b[?1049h", mediumPage},
	{"wide", "", wideLine},
	{"unicode", "", unicodeLine},
	{"clusters", "", clusterLine},
	{"scroll", "", func(b *bytes.Buffer, _ int, _ *rand.Rand) { b.WriteString("y\r\n") }},
	{"scroll_region", fmt.Sprintf("\x1b[?1049h\x1b[1;%dr\x1b[%d;1H", benchRows-1, benchRows-1), func(b *bytes.Buffer, _ int, _ *rand.Rand) { b.WriteString("y\r\n") }},
	{"cursor", "\x1b[?1049h", func(b *bytes.Buffer, i int, rnd *rand.Rand) {
		fmt.Fprintf(b, "\x1b[%d;%dH%c", 1+rnd.Intn(benchRows), 1+rnd.Intn(benchCols-1), 'A'+i/20000%26)
	}},
	{"light", "\x1b[?1049h", func(b *bytes.Buffer, i int, _ *rand.Rand) {
		b.WriteString("\x1b[H")
		b.Write(bytes.Repeat([]byte{byte('A' + i%26)}, benchCols*benchRows))
	}},
}

var benchWords = []string{"request", "completed", "worker", "session", "timeout", "handler", "connection", "established", "index", "commit", "branch", "merge", "failed", "retry", "cache", "miss", "hit", "flush", "queue", "drain"}

func word(rnd *rand.Rand) string { return benchWords[rnd.Intn(len(benchWords))] }

func asciiLine(b *bytes.Buffer, i int, rnd *rand.Rand) {
	fmt.Fprintf(b, "2026-11-21T05:%02d:%02d.%03dZ INFO  [worker-%d] %s %s id=%08x path=/api/v1/%s/%d status=%d dur=%d.%dms", i/60000%60, i/1000%60, i%1000, i%16, word(rnd), word(rnd), rnd.Uint32(), word(rnd), rnd.Intn(9999), 200+rnd.Intn(4)*100, rnd.Intn(99), rnd.Intn(9))
	for k := rnd.Intn(8); k > 0; k-- {
		b.WriteString(" " + word(rnd))
	}
	b.WriteString("\r\n")
}

func colorLine(b *bytes.Buffer, i int, rnd *rand.Rand) {
	fmt.Fprintf(b, "\x1b[2m05:%02d:%02d.%03d\x1b[0m \x1b[3%dm%-5s\x1b[0m \x1b[36m[worker-%d]\x1b[0m \x1b[1m%s\x1b[22m %s \x1b[38;5;%dmid=%08x\x1b[39m path=\x1b[4m/api/%s/%d\x1b[24m status=\x1b[1;3%dm%d\x1b[0m dur=\x1b[38;2;%d;%d;200m%dms\x1b[m\r\n", i/60000%60, i/1000%60, i%1000, 1+i%6, []string{"INFO", "WARN", "DEBUG"}[i%3], i%16, word(rnd), word(rnd), rnd.Intn(256), rnd.Uint32(), word(rnd), rnd.Intn(9999), 1+i%3, 200+rnd.Intn(4)*100, rnd.Intn(256), rnd.Intn(256), rnd.Intn(999))
}

func densePage(b *bytes.Buffer, i int, _ *rand.Rand) {
	b.WriteString("\x1b[H")
	for l := 1; l <= benchRows; l++ {
		for c := 1; c <= benchCols; c++ {
			x := l + c + i
			fmt.Fprintf(b, "\x1b[38;5;%d;48;5;%d;1;3;4m%c", x%156+100, 255-x%156, 'A'+i%26)
		}
	}
}

func mediumPage(b *bytes.Buffer, i int, rnd *rand.Rand) {
	b.WriteString("\x1b[H")
	for l := 1; l <= benchRows; l++ {
		fmt.Fprintf(b, "\x1b[%d;1H\x1b[38;5;130m%4d \x1b[m", l, l+i)
		for n := 5; n < benchCols-14; {
			s := word(rnd)
			fmt.Fprintf(b, "\x1b[38;5;%dm%s\x1b[m ", rnd.Intn(256), s)
			n += len(s) + 1
		}
		b.WriteString("\x1b[K")
	}
}

func wideLine(b *bytes.Buffer, i int, _ *rand.Rand) {
	cjk := []rune("日本語テキスト表示速度測定漢字仮名交文章端末多重化中文字符한국어텍스트")
	emoji := []string{"😀", "🚀", "✅", "🔥", "👩‍💻", "❤️", "🇩🇪", "👍🏽"}
	fmt.Fprintf(b, "%d ", i)
	for k := range 30 {
		b.WriteRune(cjk[(i*7+k*3)%len(cjk)])
		if k%6 == 5 {
			b.WriteString(" " + emoji[(i+k)%len(emoji)] + " ")
		}
	}
	b.WriteString(" naïve café – “quoted” …\r\n")
}

func unicodeLine(b *bytes.Buffer, i int, _ *rand.Rand) {
	for k := range 180 {
		b.WriteRune(rune(0xa1 + (i*31+k)%0x150))
	}
	b.WriteString("\r\n")
}

// clusterLine is text in which almost every cell has several code points.
func clusterLine(b *bytes.Buffer, i int, _ *rand.Rand) {
	words := []string{"e\u0301te\u0301", "o\u0308", "n\u0303", "\u0915\u094d\u0937", "\u1112\u1161\u11ab", "👨‍👩‍👧‍👦", "🇩🇪🇫🇷", "👍🏽", "❤\ufe0f", "1\ufe0f\u20e3", "\u0e01\u0e33\u0e49", "🏳️‍🌈"}
	for k := range 40 {
		b.WriteString(words[(i+k*5)%len(words)] + " ")
	}
	b.WriteString("\r\n")
}

// payload returns the first size bytes, or a little more, of a load.
func payload(setup string, line func(*bytes.Buffer, int, *rand.Rand), size int) []byte {
	rnd := rand.New(rand.NewSource(1))
	var b bytes.Buffer
	b.WriteString(setup)
	for i := 0; b.Len() < size; i++ {
		line(&b, i, rnd)
	}
	return b.Bytes()
}

func BenchmarkWrite(b *testing.B) {
	for _, p := range payloads {
		b.Run(p.name, func(b *testing.B) {
			data := payload(p.setup, p.line, 2<<20)
			t := New(benchRows, benchCols, Options{HistoryBytes: 8 << 20})
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			defer reportCPU(b, len(data))()
			for b.Loop() {
				for from := 0; from < len(data); from += 64 << 10 {
					_, _ = t.Write(data[from:min(from+64<<10, len(data))])
				}
			}
		})
	}
}

// BenchmarkVT10x measures the emulator that this one is compared with.
func BenchmarkVT10x(b *testing.B) {
	for _, p := range payloads {
		b.Run(p.name, func(b *testing.B) {
			data := payload(p.setup, p.line, 1<<20)
			t := vt10x.New(vt10x.WithSize(benchCols, benchRows))
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			defer reportCPU(b, len(data))()
			for b.Loop() {
				_, _ = t.Write(data)
			}
		})
	}
}

// reportCPU returns a function that reports the bytes handled per second of processor time, which is
// steadier on a shared machine than elapsed time.
func reportCPU(b *testing.B, size int) func() {
	before := processorTime(b)
	return func() {
		took := processorTime(b) - before
		b.ReportMetric(float64(size)*float64(b.N)/1e6/took.Seconds(), "MB/cpu-s")
	}
}

func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// 100 000 lines of log text in the history take little more memory than the text.
func TestHistoryMemory(t *testing.T) {
	const count, bound = 100_000, 16 << 20
	rnd := rand.New(rand.NewSource(1))
	var b bytes.Buffer
	before := heapInUse()
	term := New(benchRows, benchCols, Options{})
	size := 0
	for i := range count + benchRows {
		b.Reset()
		asciiLine(&b, i, rnd)
		size += b.Len()
		_, _ = term.Write(b.Bytes())
	}
	took := heapInUse() - before
	t.Logf("%d lines of %d bytes: %d bytes packed, %d in the heap", count, size, term.HistoryBytes(), took)
	if first, end := term.History(); end-first != count {
		t.Errorf("got %d lines, want %d", end-first, count)
	}
	if took > bound || term.HistoryBytes() > bound {
		t.Errorf("got %d bytes in the heap, %d by the history's own count; want at most %d", took, term.HistoryBytes(), bound)
	}
	runtime.KeepAlive(term)
}

func heapInUse() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// BenchmarkResize measures each step of dragging a divider, with 100 000 lines of history, most of them
// rewrapped.
func BenchmarkResize(b *testing.B) {
	rnd := rand.New(rand.NewSource(1))
	var log bytes.Buffer
	for i := range 100_000 {
		asciiLine(&log, i, rnd)
	}
	for _, width := range []struct {
		name     string
		from, to int
	}{
		{"rewraps most lines", 200, 100},
		{"rewraps none", 220, 219},
	} {
		b.Run(width.name, func(b *testing.B) {
			t := New(benchRows, width.from, Options{})
			_, _ = t.Write(log.Bytes())
			b.ReportAllocs()
			for b.Loop() {
				t.Resize(benchRows, width.to)
				t.Resize(benchRows, width.from)
			}
		})
	}
}
