package wire

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/grid"
)

// every returns one value of every kind of message, with every field set.
func every(t *testing.T) []Message {
	t.Helper()
	exit := session.Exit{Code: 3, Signal: "SIGTERM", Err: "no", Started: moment, Ended: moment.Add(time.Second)}
	list := []Message{
		Attach{Size: session.Size{Rows: 24, Cols: 80}},
		Ack{Seq: 300},
		Input{Data: []byte("ls\r")},
		Paste{Data: []byte("text"), More: true},
		Resize{Size: session.Size{Rows: 5, Cols: 7}},
		Signal{Number: 2},
		End{Forget: true, Said: 300},
		EndIdle{After: time.Minute},
		Restart{Login: []string{"DISPLAY=:0", "SSH_CLIENT"}, Force: true},
		Lines{Tag: 9, Range: Range{First: 1 << 40, End: 1<<40 + 5}},
		ClearHistory{},
		Info{},
		Capture{Scrollback: true, ANSI: true, MaxLines: 100},
		Deadline{At: moment, Left: 5 * time.Minute, Said: 300},
		Search{
			Tag: 7, Query: Query{Text: "a+", Regexp: true, Case: MatchCase}, Range: Range{First: 1, End: 300},
			From: Position{Line: 200, Col: 4}, Backward: true, Max: 50,
		},
		Copy{Tag: 8, First: Position{Line: 1, Col: 2}, End: Position{Line: 3, Col: 4}, Block: true},
		Hold{Positions: []Position{{Line: 300, Col: 4}, {Line: 5, Col: 6}}},
		Widths{AmbiguousWide: true},
		Held{Cols: 80, Positions: []Position{{Line: 1, Col: 2}}},
		Commands{Tag: 9, Range: Range{First: 1, End: 300}, Last: true, Ran: true, Max: 1},
		Colors{Foreground: grid.RGB(1, 2, 3), Background: grid.RGB(4, 5, 6), Cursor: grid.RGB(7, 8, 9), Palette: palette},
		fullFrame,
		Started{PID: 4711},
		Exited{Exit: exit, Stopped: true},
		Bell{At: moment},
		Clipboard{Selection: "c", Text: "copied"},
		Notice{Text: "a: b", Child: true, Title: "a", Body: "b", At: moment},
		Taken{Bytes: 1000},
		LinesReply{Tag: 9, Range: Range{First: 3, End: 4}, Styles: fullFrame.Styles, Lines: fullFrame.Lines[:1]},
		InfoReply{
			ID: id, HostPID: 11, ChildPID: 12, HostVersion: "1.0", Provider: session.Hosted, Lifetime: session.Persistent,
			Name: "api", Title: "vim", Dir: "/src", Command: []string{"make", ""}, Workspace: "default", Agent: "claude",
			Source:  session.Source{Kind: session.Worktree, Repo: "/r", Worktree: "/w", Dir: "/w/d"},
			Started: moment, LastOutput: moment.Add(1), Deadline: moment.Add(2), Exit: &exit, Clients: 2,
			Size: session.Size{Rows: 24, Cols: 80}, Last: &command, Progress: grid.Progress{State: grid.ProgressGoing, Percent: 40},
			Program: "cc", Left: time.Minute, Changed: moment, AgentState: verdict,
		},
		CaptureReply{Text: "a\nb\n", More: true},
		SearchReply{
			Tag: 7, Matches: []Match{{First: Position{Line: 300, Col: 78}, End: Position{Line: 301, Col: 2}}},
			Total: 12, Before: 5, Range: Range{First: 1, End: 400}, Err: "missing )",
		},
		CopyReply{Tag: 8, Text: "a\nb", More: true},
		CommandsReply{Tag: 9, Commands: []Command{command}},
		CommandDone{Command: command},
		Watch{Output: true, Hold: true},
		Status{Title: "title", Dir: "/dir", Program: "vim", Prompt: true, Modes: fullFrame.Modes, Line: 300, Col: 5},
		Output{Data: []byte("ok"), Skipped: 300},
		CommandStarted{Command: command},
		Log{File: "/tmp/a.log", Command: "cat"},
		Logging{To: "/tmp/a.log", Err: "no"},
		Report{agent.Report{Source: agent.Hook, State: agent.Blocked, Kind: agent.Auth, Message: "log in", ID: "4-2", Began: "fork"}},
		Explain{},
		Prompt{Text: "go on"},
		Answer{Option: "2", Hash: "f0"},
		Retry{Do: RetryNow, Tries: 3},
		AgentState{verdict, true},
		Explained{
			Verdict: verdict,
			Findings: []agent.Finding{{
				Evidence: agent.Evidence{
					Source: agent.Title, State: agent.Idle, Kind: agent.Question, Message: "m", About: "a", When: moment, Until: moment, LimitEnds: moment, Part: true,
				},
				Won: true, Why: "w",
			}},
			Choice: agent.Choice{Question: []string{"sure?"}, Options: []agent.Option{{Name: "1", Label: "Yes", Keys: "1"}}, Hash: "f0"},
		},
		Done{Err: "no"},
		Bookmark{Number: 9},
		BookmarkReply{Number: 9, Position: Position{Line: 300, Col: 4}, Err: "no"},
		RunLine{Line: "make"},
		RunLineReply{Command: 300, Err: "no"},
	}
	for _, m := range list {
		if z := zeroField(reflect.ValueOf(m)); z != "" && !strings.HasPrefix(z, "InfoReply.Source.Command") {
			t.Fatalf("%T has a field that is not set here: %s: set it, so that its encoding is tested", m, z)
		}
	}
	return list
}

var (
	moment = time.Date(2026, 1, 2, 3, 4, 5, 678_900_000, time.UTC)
	id     = uuid.MustParse("8c4e1f0a-2b3d-4c5e-9f60-718293a4b5c6")
)

var verdict = agent.Verdict{State: agent.Blocked, Kind: agent.Permission, Message: "rm", Source: agent.Status, Since: moment, LimitEnds: moment, Retry: agent.Retry{At: moment, Try: 1, Of: 3, Why: "w"}}

var command = Command{
	ID: 3, Parts: HasPrompt | HasInput | HasOutput | HasEnd,
	Prompt: Position{Line: 1, Col: 1}, Input: Position{Line: 1, Col: 3}, Output: Position{Line: 2, Col: 5}, End: Position{Line: 9, Col: 7},
	Line: "make", ExitCode: 2, HasExitCode: true, Started: moment, Ended: moment.Add(time.Second), Printed: true,
}

var palette = func() (p [16]grid.Color) {
	for i := range p {
		p[i] = grid.RGB(uint8(i), 0, 0)
	}
	return p
}()

var fullFrame = Frame{
	Seq: 1, Rows: 3, Cols: 10, Full: true,
	Scrolls: []Scroll{{Top: 1, Bottom: 3, N: -1}},
	Styles: []Style{{
		Style:     grid.Style{FG: grid.Indexed(1), BG: grid.RGB(1, 2, 3), UL: grid.Indexed(255), Attrs: grid.Bold | grid.Overline, Underline: grid.CurlyUnderline},
		Hyperlink: grid.Link{ID: "a", URI: "https://example.com"},
	}},
	Lines: []Line{
		{
			Row: 2, Wrapped: true, Spans: []Span{{Style: 1, Kind: Narrow, Cols: 2, Text: "hé"}},
			Marks: []Mark{{Kind: 'D', Col: 1, Command: 7, ExitCode: -1, HasExitCode: true}},
		},
		{Row: 1, Wrapped: true, Spans: []Span{{Style: 1, Kind: Wide, Cols: 4, Text: "日本"}}},
	},
	Cursor: grid.Cursor{Row: 2, Col: 9, Visible: true, Shape: grid.BarCursor, Blink: true},
	Modes: grid.Modes{
		AltScreen: true, AppCursor: true, AppKeypad: true, BracketedPaste: true, FocusEvents: true, AltScroll: true,
		BackarrowBS: true, NewLine: true, ReverseScreen: true, Sync: true,
		Mouse: grid.MouseAny, MouseEncoding: grid.MouseEncSGR, Kitty: 31, ModifyOtherKeys: 2,
	},
	Title: "title", Icon: "icon", Dir: "/dir", History: Range{First: 5, End: 1000},
	Progress: grid.Progress{State: grid.ProgressPaused, Percent: 99}, Pointer: "text", Program: "vim", NoAck: true,
}

// zeroField returns the name of a zero field of a message; in a list, of its first element.
func zeroField(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return zeroField(v.Elem())
		}
	case reflect.Slice:
		if v.Len() > 0 && v.Type().Elem().Kind() == reflect.Struct {
			return zeroField(v.Index(0))
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			break
		}
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			if v.Type() == reflect.TypeFor[grid.Style]() && name == "Link" {
				continue // an index into the owner's palette, never sent
			}
			if z := zeroField(v.Field(i)); z != "" {
				return v.Type().Name() + "." + name + strings.TrimPrefix(z, v.Field(i).Type().Name())
			}
		}
		return ""
	}
	if v.IsZero() {
		return v.Type().Name()
	}
	return ""
}

func TestEveryMessageSurvivesEncoding(t *testing.T) {
	seen := map[tag]bool{}
	for _, want := range every(t) {
		b, err := Append(nil, want)
		if err != nil {
			t.Errorf("%T: %v", want, err)
			continue
		}
		if seen[tag(b[0])] {
			t.Errorf("%T has the tag of another kind", want)
		}
		seen[tag(b[0])] = true
		got, rest, err := Decode(b)
		if err != nil || len(rest) != 0 || !reflect.DeepEqual(got, want) {
			t.Errorf("%T: got %+v, %d bytes left, %v; want %+v", want, got, len(rest), err, want)
		}
	}
	for n := range 256 {
		m := (&reader{}).message(tag(n))
		if (m != nil) != seen[tag(n)] {
			t.Errorf("tag %#x is decoded as %T; part of every(): %v", n, m, seen[tag(n)])
		}
	}
}

// An earlier version sends fewer fields, a later one more.
func TestFieldsMayBeAddedAtTheEnd(t *testing.T) {
	for _, want := range every(t) {
		b, err := Append(nil, want)
		if err != nil {
			t.Fatal(err)
		}
		longer := append(bytes.Clone(b), 1, 2, 3)
		longer[1] += 3
		if len(b)-headerLen > 250 {
			continue // the length has a carry; there are enough shorter messages
		}
		if got, _, err := Decode(longer); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%T with more fields: got %+v, %v", want, got, err)
		}
		none := []byte{b[0], 0, 0, 0, 0}
		if got, _, err := Decode(none); tag(b[0]) != tagInfoReply && (err != nil || reflect.TypeOf(got) != reflect.TypeOf(want)) {
			t.Errorf("%T without fields: got %+v, %v", want, got, err)
		}
	}
}

// These bytes pass between programs of all versions.
func TestFrameBytesAreFrozen(t *testing.T) {
	frozen := map[string]string{
		"Attach":       "10 03000000 30a001",
		"Ack":          "11 02000000 ac02",
		"Input":        "12 04000000 036c730d",
		"Paste":        "13 06000000 047465787401",
		"Resize":       "14 02000000 0a0e",
		"Signal":       "15 01000000 04",
		"End":          "16 03000000 01 ac02",
		"Restart":      "17 18000000 02 0a444953504c41593d3a30 0a5353485f434c49454e54 01",
		"Lines":        "18 0d000000 09 808080808020 858080808020",
		"ClearHistory": "19 00000000",
		"Info":         "1a 00000000",
		"Capture":      "1b 04000000 01 01 c801",
		"Deadline":     "1c 11000000 c08cebd0c8bce58631 80e0a596bb11 ac02",
		"Frame": "40 72000000 01 06 14 01" +
			"01 020601" + // scrolls
			"01 81808008 83848410 ff818008 8102 03 1368747470733a2f2f6578616d706c652e636f6d 0161" + // styles
			"02 05 01 05 02 0368c3a9 03 01 06 04 06e697a5e69cac" + // lines
			"04 12 03 03" + // cursor
			"ff07 04 02 1f 02" + // modes
			"057469746c65 0469636f6e 042f646972 05 e807" +
			"04 63 0474657874 01 00 44 02 07 01 01" +
			"0376696d 01",
		"Started":   "41 02000000 ce49",
		"Exited":    "42 1f000000 06 075349475445524d 026e6f c08cebd0c8bce58631 c0b4c18ad0bce58631 01",
		"Bell":      "43 09000000 c08cebd0c8bce58631",
		"Clipboard": "44 09000000 0163 06636f70696564",
		"Notice":    "45 13000000 04613a2062 01 0161 0162 c08cebd0c8bce58631",
		"Taken":     "46 02000000 d00f",
		"LinesReply": "47 39000000 09 03 04" +
			"01 81808008 83848410 ff818008 8102 03 1368747470733a2f2f6578616d706c652e636f6d 0161" +
			"01 05 01 05 02 0368c3a9" +
			"01 00 44 02 07 01 01",
		"InfoReply": "48 13010000 8c4e1f0a2b3d4c5e9f60718293a4b5c6 16 18 03312e30" +
			"06686f73746564 0a70657273697374656e74 03617069 0376696d 042f737263 02046d616b6500 0764656661756c74 06636c61756465" +
			"08776f726b74726565 022f72 022f77 042f772f64" +
			"c08cebd0c8bce58631 c28cebd0c8bce58631 c48cebd0c8bce58631" +
			"01 06 075349475445524d 026e6f c08cebd0c8bce58631 c0b4c18ad0bce58631 04 30a001" +
			"01 24 03 0f 0102 0106 020a 090e 046d616b65 04 01 c08cebd0c8bce58631 c0b4c18ad0bce58631 01 01 28 026363 80e0ba84bf03 c08cebd0c8bce58631" +
			"07626c6f636b6564 0a7065726d697373696f6e 02726d 06737461747573 c08cebd0c8bce58631" +
			"c08cebd0c8bce58631 c08cebd0c8bce58631 02 06 0177",
		"CaptureReply": "49 06000000 04610a620a 01",
		"Search":       "1d 0e000000 07 02612b 01 02 01ac02 c80108 01 64",
		"Copy":         "1e 06000000 08 0104 0308 01",
		"Hold":         "21 06000000 02 ac0208 050c",
		"EndIdle":      "29 06000000 80e0ba84bf03",
		"Widths":       "22 01000000 01",
		"Held":         "4e 05000000 a001 01 0104",
		"Commands":     "1f 07000000 09 01ac02 01 01 02",
		"Colors": "20 4c000000 83848410 868a9010 89909c10" +
			"80808010 80808410 80808810 80808c10 80809010 80809410 80809810 80809c10" +
			"8080a010 8080a410 8080a810 8080ac10 8080b010 8080b410 8080b810 8080bc10",
		"SearchReply":   "4a 18000000 07 01 ac029c01 ad0204 18 0a 019003 096d697373696e672029",
		"CopyReply":     "4b 06000000 08 03610a62 01",
		"CommandsReply": "4c 27000000 09 01 24 03 0f 0102 0106 020a 090e 046d616b65 04 01 c08cebd0c8bce58631 c0b4c18ad0bce58631 01",
		"CommandDone":   "4d 25000000 24 03 0f 0102 0106 020a 090e 046d616b65 04 01 c08cebd0c8bce58631 c0b4c18ad0bce58631 01",
		"Watch":         "23 02000000 01 01",
		"Status":        "4f 19000000 057469746c65 042f646972 0376696d 01 ff07 04 02 1f 02 ac02 0a",
		"Output":        "50 05000000 026f6b ac02",

		"CommandStarted": "51 25000000 24 03 0f 0102 0106 020a 090e 046d616b65 04 01 c08cebd0c8bce58631 c0b4c18ad0bce58631 01",
		"Log":            "240f0000000a2f746d702f612e6c6f6703636174",
		"Logging":        "520e0000000a2f746d702f612e6c6f67026e6f",
		"Report":         "25 22000000 04686f6f6b 07626c6f636b6564 0461757468 066c6f6720696e 03342d32 04666f726b",
		"Explain":        "26 00000000",
		"Prompt":         "27 06000000 05676f206f6e",
		"Answer":         "28 05000000 0132 026630",
		"Retry":          "2b 02000000 02 06",
		"AgentState": "53 3d000000 07626c6f636b6564 0a7065726d697373696f6e 02726d 06737461747573 c08cebd0c8bce58631 01" +
			"c08cebd0c8bce58631 c08cebd0c8bce58631 02 06 0177",
		"Explained": "54 87000000 07626c6f636b6564 0a7065726d697373696f6e 02726d 06737461747573 c08cebd0c8bce58631" +
			"01 057469746c65 0469646c65 087175657374696f6e 016d 0161 c08cebd0c8bce58631 c08cebd0c8bce58631 01 01 0177" +
			"01 05737572653f 01 0131 03596573 0131 026630" +
			"c08cebd0c8bce58631 c08cebd0c8bce58631 02 06 0177 c08cebd0c8bce58631",
		"Done":          "55 03000000 026e6f",
		"Bookmark":      "2a 01000000 09",
		"BookmarkReply": "56 07000000 09 ac0208 026e6f",
		"RunLine":       "2c 05000000 04 6d616b65",
		"RunLineReply":  "57 05000000 ac02 026e6f",
	}
	for _, m := range every(t) {
		b, err := Append(nil, m)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(fmt.Sprintf("%T", m), "wire.")
		want, ok := frozen[name]
		if got := hex.EncodeToString(b); !ok || got != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%q: %q,", name, got)
		}
	}
}

// A message without the fields that were added later has its earlier bytes.
func TestEarlierBytesAreFrozen(t *testing.T) {
	frozen := map[string]string{
		"Frame": "40 5f000000 01 06 14 01" +
			"01 020601" + // scrolls
			"01 81808008 83848410 ff818008 8102 03 1368747470733a2f2f6578616d706c652e636f6d 0161" + // styles
			"02 05 01 05 02 0368c3a9 03 01 06 04 06e697a5e69cac" + // lines
			"04 12 03 03" + // cursor
			"ff07 04 02 1f 02" + // modes
			"057469746c65 0469636f6e 042f646972 05 e807",
		"CommandDone": "4d 24000000 23 03 0f 0102 0106 020a 090e 046d616b65 04 01 c08cebd0c8bce58631 c0b4c18ad0bce58631",
		"Exited":      "42 1e000000 06 075349475445524d 026e6f c08cebd0c8bce58631 c0b4c18ad0bce58631",
		"Bell":        "43 00000000",
		"End":         "16 01000000 01",
		"Deadline":    "1c 09000000 c08cebd0c8bce58631",
		"Notice":      "45 05000000 04646f6e65",
		"Restart":     "17 00000000",
		"Status":      "4f 18000000 057469746c65 042f646972 0376696d 01 ff07 04 02 1f 02 ac02",
		"LinesReply": "47 32000000 09 03 04" +
			"01 81808008 83848410 ff818008 8102 03 1368747470733a2f2f6578616d706c652e636f6d 0161" +
			"01 05 01 05 02 0368c3a9",
		"InfoReply": "48 9d000000 8c4e1f0a2b3d4c5e9f60718293a4b5c6 16 18 03312e30" +
			"06686f73746564 0a70657273697374656e74 03617069 0376696d 042f737263 02046d616b6500 0764656661756c74 06636c61756465" +
			"08776f726b74726565 022f72 022f77 042f772f64" +
			"c08cebd0c8bce58631 c28cebd0c8bce58631 c48cebd0c8bce58631" +
			"01 06 075349475445524d 026e6f c08cebd0c8bce58631 c0b4c18ad0bce58631 04 30a001",
		"AgentState": "53 27000000 07626c6f636b6564 0a7065726d697373696f6e 02726d 06737461747573 c08cebd0c8bce58631 01",
		"Explained": "54 68000000 07626c6f636b6564 0a7065726d697373696f6e 02726d 06737461747573 c08cebd0c8bce58631" +
			"01 057469746c65 0469646c65 087175657374696f6e 016d 0161 c08cebd0c8bce58631 c08cebd0c8bce58631 01 01 0177" +
			"01 05737572653f 01 0131 03596573 0131 026630",
	}
	for _, m := range every(t) {
		switch earlier := m.(type) {
		case Frame:
			earlier.Progress, earlier.Pointer, earlier.Program, earlier.NoAck, earlier.Lines = grid.Progress{}, "", "", false, withoutMarks(earlier.Lines)
			m = earlier
		case LinesReply:
			earlier.Lines = withoutMarks(earlier.Lines)
			m = earlier
		case CommandDone:
			earlier.Command.Printed = false
			m = earlier
		case Exited:
			earlier.Stopped = false
			m = earlier
		case Bell:
			m = Bell{}
		case Notice:
			m = Notice{Text: "done"}
		case Restart:
			m = Restart{}
		case Status:
			earlier.Col = 0
			m = earlier
		case End:
			m = End{Forget: true}
		case Deadline:
			m = Deadline{At: moment}
		case AgentState:
			earlier.LimitEnds, earlier.Retry = time.Time{}, agent.Retry{}
			m = earlier
		case Explained:
			earlier.Verdict.LimitEnds, earlier.Verdict.Retry, earlier.Findings[0].LimitEnds = time.Time{}, agent.Retry{}, time.Time{}
			m = earlier
		case InfoReply:
			earlier.Last, earlier.Progress, earlier.Program, earlier.Left, earlier.Changed, earlier.AgentState = nil, grid.Progress{}, "", 0, time.Time{}, agent.Verdict{}
			m = earlier
		default:
			continue
		}
		b, err := Append(nil, m)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(fmt.Sprintf("%T", m), "wire.")
		if got := hex.EncodeToString(b); got != strings.ReplaceAll(frozen[name], " ", "") {
			t.Errorf("%q: %q,", name, got)
		}
	}
}

func withoutMarks(lines []Line) []Line {
	plain := slices.Clone(lines)
	for i := range plain {
		plain[i].Marks = nil
	}
	return plain
}

func TestDamagedMessages(t *testing.T) {
	for name, text := range map[string]string{
		"no header":                      "40 0000",
		"shorter than its length":        "12 05000000 0161",
		"text longer than it":            "45 02000000 0561",
		"number without end":             "11 02000000 8080",
		"number of 70 bits":              "11 0b000000 ffffffffffffffffffff01",
		"number of 65 bits":              "11 0a000000 ffffffffffffffffff02",
		"size of more than 32 bits":      "14 06000000 ffffffffff3f",
		"more lines than bytes":          "47 06000000 00 00 00 00 7f 00",
		"info without a whole id":        "48 03000000 010203",
		"style number beyond any":        "47 0a000000 00 00 00 00 01 00 01 ffffff7f",
		"span of more columns":           "47 0a000000 00 00 00 00 01 00 01 00 ff7f",
		"attributes beyond 16 bits":      "47 0b000000 00 00 00 01 00 00 00 ffff0f 00 00",
		"mouse mode beyond 8 bits":       "40 13000000 01 02 02 01 00 00 00 00 00 00 00 00 ff7f 00 00 00 00 00",
		"more matches than can be sent":  "4a 03000000 01 ff7f",
		"more commands than can be sent": "4c 03000000 01 ff7f",
		"mark of a missing line":         "47 0b000000 00 00 00 00 00 01 00 44 02 07 01",
		"more scrolls than any screen":   "40 06000000 01 02 02 01 ff7f",
	} {
		b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
		if err != nil {
			t.Fatal(name, err)
		}
		if m, _, err := Decode(b); !errors.Is(err, errDamaged) {
			t.Errorf("%s: got %+v, %v, want errDamaged", name, m, err)
		}
	}
}

func TestUnknownKindIsNil(t *testing.T) {
	m, rest, err := Decode([]byte{0xee, 2, 0, 0, 0, 1, 2, 7})
	if m != nil || err != nil || !bytes.Equal(rest, []byte{7}) {
		t.Errorf("got %v, %v, %v", m, rest, err)
	}
}

// A screen full of links of megabytes is sent without the links.
func TestLinksThatAreTooLongAreLeftOut(t *testing.T) {
	f := fullFrame
	link := strings.Repeat("x", 1<<20)
	f.Styles = make([]Style, 65)
	for i := range f.Styles {
		f.Styles[i].Attrs = grid.Bold
		f.Styles[i].Hyperlink.URI = link
	}
	b, err := Append(nil, f)
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := Decode(b)
	got, ok := m.(Frame)
	if err != nil || !ok || len(got.Styles) != 65 || got.Styles[0] != (Style{Style: f.Styles[0].Style}) {
		t.Errorf("got %d styles, %v", len(got.Styles), err)
	}
	if _, err := Append(nil, Input{Data: make([]byte, maxToOwner)}); !errors.Is(err, errTooLong) {
		t.Errorf("a message beyond the limit: %v", err)
	}
}

// FuzzDecode checks that decoding takes memory in proportion to the input, and that a decoded message
// can be encoded and decoded again to the same.
func FuzzDecode(f *testing.F) {
	f.Add([]byte{0x40, 0, 0, 0, 0})
	for _, m := range every(&testing.T{}) {
		if b, err := Append(nil, m); err == nil {
			f.Add(b)
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		m, _, err := Decode(b)
		if err != nil || m == nil {
			return
		}
		again, err := Append(nil, m)
		if err != nil {
			t.Fatalf("%+v cannot be encoded: %v", m, err)
		}
		back, rest, err := Decode(again)
		if err != nil || len(rest) > 0 || !reflect.DeepEqual(back, m) {
			t.Errorf("got %+v, %d left, %v; want %+v", back, len(rest), err, m)
		}
	})
}

// Each message has one direction: the switches of both sides are checked.
func TestEveryMessageHasOneDirection(t *testing.T) {
	for _, m := range every(t) {
		_, viewer := m.(FromViewer)
		_, owner := m.(FromOwner)
		if viewer == owner {
			t.Errorf("%T is from a viewer: %v, from an owner: %v", m, viewer, owner)
		}
	}
}
