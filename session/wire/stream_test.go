package wire

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
)

// bytesOnly is a stream that returns given bytes and discards writes.
type bytesOnly struct{ io.Reader }

func (bytesOnly) Write(b []byte) (int, error) { return len(b), nil }
func (bytesOnly) Close() error                { return nil }

func TestStreamCarriesEveryMessage(t *testing.T) {
	viewerEnd, ownerEnd := net.Pipe()
	viewer, owner := newStream(viewerEnd, ViewerSide), newStream(ownerEnd, OwnerSide)
	for _, want := range every(t) {
		from, to := owner, viewer
		if want.tag().fromViewer() {
			from, to = viewer, owner
		}
		sent := make(chan error, 1)
		go func() { sent <- from.Send(want) }()
		got, err := to.Receive()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, %v; want %+v", got, err, want)
		}
		if err := <-sent; err != nil {
			t.Errorf("send %T: %v", want, err)
		}
	}
	if err := viewer.Close(); err != nil {
		t.Error(err)
	}
	if _, err := owner.Receive(); err != io.EOF {
		t.Errorf("receive after the other side closed: %v", err)
	}
	if _, err := viewer.Receive(); err != io.EOF {
		t.Errorf("receive after closing: %v", err)
	}
	if err := viewer.Send(Info{}); err != ErrClosed {
		t.Errorf("send after closing: %v", err)
	}
	if err := viewer.Close(); err != nil {
		t.Errorf("close again: %v", err)
	}
}

// Bytes may arrive in any portions; unknown kinds and messages for the other side are skipped.
func TestStreamSkipsOtherMessages(t *testing.T) {
	var b []byte
	add := func(more ...byte) { b = append(b, more...) }
	message := func(m Message) {
		var err error
		if b, err = Append(b, m); err != nil {
			t.Fatal(err)
		}
	}
	add(0x3f, 3, 0, 0, 0, 1, 2, 3)
	message(Bell{})
	message(Frame{Seq: 1})
	add(0xff, 0, 0, 0, 0)
	message(Ack{Seq: 7})
	message(Info{})
	owner := newStream(bytesOnly{iotest.OneByteReader(bytes.NewReader(b))}, OwnerSide)
	for _, want := range []Message{Ack{Seq: 7}, Info{}} {
		if got, err := owner.Receive(); got != want || err != nil {
			t.Errorf("got %v, %v; want %v", got, err, want)
		}
	}
	if _, err := owner.Receive(); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

// F40: a length of 4 GB is refused before it is read, and half a message is an error that took no more
// memory than the received bytes.
func TestStreamOfHostileBytes(t *testing.T) {
	huge := []byte{byte(tagInput), 0xff, 0xff, 0xff, 0xff, 1}
	half := binary.LittleEndian.AppendUint32([]byte{byte(tagFrame)}, maxToViewer)
	half = append(half, 1, 2, 3)
	unknown := binary.LittleEndian.AppendUint32([]byte{0x3f}, maxToOwner+1)
	for name, c := range map[string]struct {
		side Side
		data []byte
		want error
	}{
		"length of 4 GB":             {OwnerSide, huge, errTooLong},
		"length of 4 GB to us":       {ViewerSide, huge, errTooLong},
		"too long and unknown":       {OwnerSide, unknown, errTooLong},
		"half a header":              {OwnerSide, huge[:3], io.ErrUnexpectedEOF},
		"half a message":             {ViewerSide, half, io.ErrUnexpectedEOF},
		"half of an unknown message": {OwnerSide, []byte{0x70, 9, 0, 0, 0, 1}, io.ErrUnexpectedEOF},
		"damaged":                    {OwnerSide, []byte{byte(tagInput), 1, 0, 0, 0, 9}, errDamaged},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			m, err := newStream(bytesOnly{bytes.NewReader(c.data)}, c.side).Receive()
			runtime.ReadMemStats(&after)
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, %v; want %v", m, err, c.want)
			}
			if grown := after.TotalAlloc - before.TotalAlloc; grown > 1<<20 {
				t.Errorf("%d bytes of memory for %d received bytes", grown, len(c.data))
			}
		})
	}
}

// A viewer that reads nothing does not block its owner for ever.
func TestOwnerGivesUpAStalledViewer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		owner := newStream(near, OwnerSide)
		began := time.Now()
		err := owner.Send(Bell{})
		if !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(began) != stallTime {
			t.Errorf("got %v after %v", err, time.Since(began))
		}
		if err := errors.Join(owner.Close(), far.Close()); err != nil {
			t.Error(err)
		}
	})
}

var host = Welcome{Version: "1.2", Session: id, PID: 4711}

func TestHandshake(t *testing.T) {
	attach := Hello{Min: 1, Max: 1, Version: "1.3", Purpose: ToAttach}
	newer := Hello{Min: MaxProtocol + 1, Max: MaxProtocol + 3, Version: "9.0", Purpose: ToAttach}
	asks := newer
	asks.Purpose = ToQuery
	wide := Hello{Min: 0, Max: 99, Version: "5", Purpose: ToAttach}
	for name, c := range map[string]struct {
		hello    Hello
		protocol int
		refused  string
	}{
		"the same":            {attach, 1, ""},
		"also later versions": {wide, MaxProtocol, ""},
		"only later versions": {newer, 0, "speaks protocol 1 to 1; dormer 9.0 speaks 2 to 4"},
		"later, only a query": {asks, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			near, far := net.Pipe()
			type received struct {
				conn Conn
				h    Hello
				err  error
			}
			done := make(chan received, 1)
			go func() {
				conn, h, err := Receive(far, host)
				done <- received{conn, h, err}
			}()
			conn, w, err := Greet(near, c.hello)
			owner := <-done
			if c.refused != "" {
				var refused Refused
				if !errors.As(err, &refused) || !strings.Contains(refused.Reason, c.refused) || refused.Min != 1 || refused.Version != "1.2" {
					t.Errorf("got %#v", err)
				}
				if !errors.As(owner.err, &refused) {
					t.Errorf("the owner got %v", owner.err)
				}
				return
			}
			want := host
			want.Protocol = c.protocol
			if err != nil || owner.err != nil || w != want || owner.h != c.hello {
				t.Fatalf("got %+v, %v; owner %+v, %v", w, err, owner.h, owner.err)
			}
			go func() { _ = conn.Send(Info{}) }()
			if m, err := owner.conn.Receive(); m != (Info{}) || err != nil {
				t.Errorf("after the handshake: %v, %v", m, err)
			}
		})
	}
}

// A silent peer is given up after a second, on either side.
func TestHandshakeOfTheSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, _ := net.Pipe()
		began := time.Now()
		if _, _, err := Receive(near, host); err != ErrSilent || time.Since(began) != HandshakeTime {
			t.Errorf("owner: %v after %v", err, time.Since(began))
		}
	})
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		go func() { _, _ = io.Copy(io.Discard, far) }() // reads, and never answers
		began := time.Now()
		if _, _, err := Greet(near, Hello{Min: 1, Max: 1}); err != ErrSilent || time.Since(began) != HandshakeTime {
			t.Errorf("viewer: %v after %v", err, time.Since(began))
		}
	})
}

func TestHandshakeWithSomethingElse(t *testing.T) {
	for name, data := range map[string]string{
		"a web browser": "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
		"zeros":         strings.Repeat("\x00", 100),
		"4 GB":          "\x01\xff\xff\xff\xff",
		"other magic":   "\x01\x07\x00\x00\x00\x06dormex",
		"a frame":       "\x40\x00\x00\x00\x00",
		"no id":         "\x02\x07\x00\x00\x00\x06dormer",
	} {
		t.Run(name, func(t *testing.T) {
			if _, _, err := Receive(bytesOnly{strings.NewReader(data)}, host); err != errForeign {
				t.Errorf("owner: got %v", err)
			}
			if _, _, err := Greet(bytesOnly{strings.NewReader(data)}, Hello{}); err != errForeign {
				t.Errorf("viewer: got %v", err)
			}
		})
	}
}

// talk is the recorded part of one side of a conversation.
type talk struct {
	io.Reader
	wrote bytes.Buffer
}

func (t *talk) Write(b []byte) (int, error) { return t.wrote.Write(b) }
func (t *talk) Close() error                { return nil }

// The handshake of version 1, as it was recorded. Programs and hosts with it exist for ever.
func TestRecordedHandshake(t *testing.T) {
	hello, welcome := recorded(t, "hello-v1.hex"), recorded(t, "welcome-v1.hex")
	h := Hello{Min: 1, Max: 1, Version: "0.1.0", Purpose: ToAttach}
	owner := &talk{Reader: bytes.NewReader(hello)}
	_, got, err := Receive(owner, Welcome{Version: "0.1.0", Session: id, PID: 4711})
	if err != nil || got != h {
		t.Errorf("the recorded hello: got %+v, %v", got, err)
	}
	if !bytes.Equal(owner.wrote.Bytes(), welcome) {
		t.Errorf("the answer to it: got %x, want %x", owner.wrote.Bytes(), welcome)
	}
	viewer := &talk{Reader: bytes.NewReader(welcome)}
	_, w, err := Greet(viewer, h)
	if err != nil || w != (Welcome{Protocol: 1, Version: "0.1.0", Session: id, PID: 4711}) {
		t.Errorf("the recorded welcome: got %+v, %v", w, err)
	}
	if !bytes.Equal(viewer.wrote.Bytes(), hello) {
		t.Errorf("the hello: got %x, want %x", viewer.wrote.Bytes(), hello)
	}
}

func recorded(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	b, err := hex.DecodeString(strings.Join(strings.Fields(string(text)), ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// FuzzHandshake checks that neither side panics or hangs, whatever arrives.
func FuzzHandshake(f *testing.F) {
	f.Add([]byte("\x01\x07\x00\x00\x00\x06dormer"))
	f.Fuzz(func(_ *testing.T, b []byte) {
		_, _, _ = Receive(bytesOnly{bytes.NewReader(b)}, host)
		_, _, _ = Greet(bytesOnly{bytes.NewReader(b)}, Hello{})
	})
}

func BenchmarkFrame(b *testing.B) {
	f := fullFrame
	f.Rows, f.Cols, f.Lines = 50, 200, nil
	for y := range 50 {
		l := Line{Row: y}
		for x := 0; x < 200; x += 10 {
			l.Spans = append(l.Spans, Span{Style: x / 10 % 2, Kind: Narrow, Cols: 10, Text: "0123456789"})
		}
		f.Lines = append(f.Lines, l)
	}
	data, err := Append(nil, f)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("encode", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		buf := data
		for b.Loop() {
			buf, _ = Append(buf[:0], f)
		}
	})
	b.Run("decode", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := Decode(data); err != nil {
				b.Fatal(err)
			}
		}
	})
}
