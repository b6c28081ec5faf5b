package mcpserver_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"dormer/cmd/dormer/mcpserver"
)

// An invalid message is answered with an error without an id, and the next line is read.
func TestInvalidMessages(t *testing.T) {
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	for _, c := range []struct {
		line string
		code int
	}{
		{`{"jsonrpc":"2.0","id":3,"method":`, jsonrpc.CodeParseError},
		{"GET / HTTP/1.1", jsonrpc.CodeParseError},
		{ping + ping, jsonrpc.CodeParseError},
		{`{"id":1,"method":"ping"}`, jsonrpc.CodeInvalidRequest},
		{`{"jsonrpc":"2.0","id":{},"method":"ping"}`, jsonrpc.CodeInvalidRequest},
		{`{"jsonrpc":"2.0","id":1,"method":3}`, jsonrpc.CodeInvalidRequest},
		{`{"jsonrpc":"2.0"}`, jsonrpc.CodeInvalidRequest},
		{"[" + ping + "]", jsonrpc.CodeInvalidRequest}, {"null", jsonrpc.CodeInvalidRequest}, {"7", jsonrpc.CodeInvalidRequest},
		{strings.Repeat("x", 200_000), jsonrpc.CodeInvalidRequest},
		{"", 0}, {" \r", 0}, {" " + ping + "\r", 0},
	} {
		var answers bytes.Buffer
		in := mcpserver.NewLines(io.NopCloser(iotest.OneByteReader(strings.NewReader(c.line+"\n"+ping))), &answers, 100_000)
		passed, err := io.ReadAll(in)
		want := ping + "\n"
		if strings.Contains(c.line, ping) && c.code == 0 {
			want += ping + "\n"
		}
		if err != nil || string(passed) != want {
			t.Errorf("%.40q: %q was passed on, %v", c.line, passed, err)
		}
		answer := answers.String()
		if c.code == 0 && answer != "" || c.code != 0 && !strings.HasPrefix(answer, fmt.Sprintf(`{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":`, c.code)) {
			t.Errorf("%.40q: answer %s", c.line, answer)
		}
	}
}

// FuzzLines checks that only messages of a client are passed on, and every other line is answered.
func FuzzLines(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n\n" + `{"jsonrpc":"2.0","id":"a","result":{}}`))
	f.Add([]byte("[]\nnull\n{\n\xff\n"))
	f.Add([]byte(strings.Repeat("[", 400) + "\n" + `{"jsonrpc":"2.0","id":1.5e9,"error":{"code":1,"message":"x"}}`))
	f.Fuzz(func(t *testing.T, sent []byte) {
		var answers bytes.Buffer
		passed, err := io.ReadAll(mcpserver.NewLines(io.NopCloser(bytes.NewReader(sent)), &answers, 300))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for line := range bytes.Lines(passed) {
			n++
			if _, err := jsonrpc.DecodeMessage(bytes.TrimSpace(line)); err != nil || !bytes.HasSuffix(line, []byte("\n")) {
				t.Errorf("%q was passed on: %v", line, err)
			}
		}
		for line := range bytes.Lines(answers.Bytes()) {
			n++
			if !json.Valid(line) {
				t.Errorf("answer %q", line)
			}
		}
		want := 0
		for line := range bytes.Lines(sent) {
			if len(bytes.TrimSpace(line)) > 0 || len(line) > 300 {
				want++
			}
		}
		if n != want {
			t.Errorf("of %d lines %d were passed on or answered: %q, %q of %q", want, n, passed, answers.String(), sent)
		}
	})
}
