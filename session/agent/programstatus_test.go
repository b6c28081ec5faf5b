package agent

import (
	"encoding/base64"
	"reflect"
	"strings"
	"testing"
	"unicode"
)

func b64(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

func TestParseStatus(t *testing.T) {
	long := strings.Repeat("x", 32)
	for _, tt := range []struct {
		name, in string
		want     Record // without a state: ignored
	}{
		{"state alone", "state=working", Record{State: Working, Progress: -1}},
		{"no state", "app=x", Record{}},
		{"empty", "", Record{}},
		{"unknown state", "state=busy", Record{}},
		{"unknown is no state", "state=unknown", Record{}},
		{"clear", "state=clear:id=a/b", Record{State: Clear, ID: "a/b", Progress: -1}},
		{
			"as Claude Code sends it", "state=blocked:app=claude-code:kind=permission:msg=" + b64("approve Bash: rm -rf ./x"),
			Record{State: Blocked, Kind: Permission, App: "claude-code", Message: "approve Bash: rm -rf ./x", Progress: -1},
		},
		{"progress", "state=working:progress=40", Record{State: Working, Progress: 40}},
		{"too much progress", "state=working:progress=101", Record{State: Working, Progress: -1}},
		{"progress when done", "state=done:progress=40", Record{State: Done, Progress: -1}},
		{"kind when working", "state=working:kind=question", Record{State: Working, Progress: -1}},
		{"unknown kind", "state=blocked:kind=dialog", Record{State: Blocked, Progress: -1}},
		{"malformed pairs are skipped", "state=idle:x:A=b:=c:title=a b:9=1", Record{State: Idle, Progress: -1}},
		{"a key that is too long is skipped", "state=idle:" + strings.Repeat("a", 17) + "=b", Record{State: Idle, Progress: -1}},
		{"unknown keys are ignored", "state=idle:colour=red", Record{State: Idle, Progress: -1}},
		{"the last duplicate wins", "state=idle:state=done", Record{State: Done, Progress: -1}},
		{"a malformed duplicate does not win", "state=idle:state=d one", Record{State: Idle, Progress: -1}},
		{"an unknown duplicate wins", "state=idle:state=x", Record{}},
		{"longest app", "state=idle:app=" + long, Record{State: Idle, App: long, Progress: -1}},
		{"app too long", "state=idle:app=" + long + "x", Record{State: Idle, Progress: -1}},
		{"eight levels", "state=idle:id=1/2/3/4/5/6/7/8", Record{State: Idle, ID: "1/2/3/4/5/6/7/8", Progress: -1}},
		{"nine levels", "state=idle:id=1/2/3/4/5/6/7/8/9", Record{}},
		{"empty segment", "state=idle:id=1//2", Record{}},
		{"segment too long", "state=idle:id=" + long + "x", Record{}},
		{"segment with an invalid character", "state=idle:id=a=b", Record{}},
		{"id too long", "state=idle:id=" + strings.Repeat(long+"/", 4) + "x", Record{}},
		{"title", "state=idle:title=" + b64("héllo"), Record{State: Idle, Title: "héllo", Progress: -1}},
		{"longest title", "state=idle:title=" + b64(strings.Repeat("x", 192)), Record{State: Idle, Title: strings.Repeat("x", 192), Progress: -1}},
		{"title too long", "state=idle:title=" + b64(strings.Repeat("x", 193)), Record{}},
		{"longest message", "state=idle:msg=" + b64(strings.Repeat("x", 2048)), Record{State: Idle, Message: strings.Repeat("x", 2048), Progress: -1}},
		{"message too long", "state=idle:msg=" + b64(strings.Repeat("x", 2049)), Record{}},
		{"without padding", "state=idle:msg=aGVsbG8", Record{State: Idle, Message: "hello", Progress: -1}},
		{"no base64", "state=idle:msg=a-b", Record{}},
		{"no UTF-8", "state=idle:msg=" + b64("\xff"), Record{}},
		{"a control character", "state=idle:msg=" + b64("a\x1b[31m"), Record{}},
		{"a C1 control", "state=idle:msg=" + b64("a\u009b31m"), Record{}},
		{"two lines", "state=idle:msg=" + b64("a\nb"), Record{}},
		{"a line separator", "state=idle:msg=" + b64("a\u2028b"), Record{}},
		{"direction and invisible characters", "state=idle:msg=" + b64("a\u202ed\u200b\u2066x\u00ad\ufeff\u3164"), Record{State: Idle, Message: "adx", Progress: -1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := ParseStatus(tt.in)
			if ok != (tt.want.State != "") || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, %v; want %+v", got, ok, tt.want)
			}
		})
	}
}

func FuzzParseStatus(f *testing.F) {
	for _, in := range []string{"state=working:app=x", "state=clear", "state=blocked:kind=auth:id=a/b:msg=aGVsbG8=:title=eA==:progress=7", "?", ":=:", "state=idle:msg=////"} {
		f.Add(in)
	}
	f.Fuzz(func(t *testing.T, in string) {
		r, ok := ParseStatus(in)
		if !ok {
			return
		}
		if r.Kind != "" && r.State != Blocked || r.Progress < -1 || r.Progress > 100 || len(r.ID) > maxID || len(r.Title) > maxTitle || len(r.Message) > maxMessage {
			t.Errorf("%q gives %+v", in, r)
		}
		for _, c := range r.Title + r.Message {
			if unicode.IsControl(c) || invisible(c) {
				t.Errorf("%q gives a text with %q", in, c)
			}
		}
		body, _ := strings.CutPrefix(r.Sequence(), "\x1b]7501;")
		again, ok := ParseStatus(strings.TrimSuffix(body, "\x1b\\"))
		if !ok || again.State != r.State || again.Kind != r.Kind || again.Message != r.Message {
			t.Errorf("%q gives %+v, and that written gives %+v", in, r, again)
		}
	})
}

func TestLine(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"plain", "plain"},
		{" two\nlines\t\x1b[31m ", "two lines [31m"},
		{"a\u202eb\u200dc\ufe0f", "abc\ufe0f"},
		{"a\xffb", "ab"},
		{strings.Repeat("é", 2000), strings.Repeat("é", 1024)},
	} {
		if got := Line(tt.in); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.in, got, tt.want)
		}
	}
}
