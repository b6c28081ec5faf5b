package chat

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"syscall"

	"dormer/session/private"
)

// transcriptName is the name of the transcript in a session's directory.
const transcriptName = "transcript.jsonl"

var (
	errNoEvent = errors.New("not an event")
	errTooLong = fmt.Errorf("more than %d bytes", maxLine)
)

// transcript is the file of the events, one a line, in order.
type transcript struct {
	file *os.File
	// lines are the places of the events in the file.
	lines []span
	end   int64
}

// span is the place of an event's line, including its end of line.
type span struct {
	seq, start, end int64
}

// openTranscript opens or makes the transcript of a session, and passes its events to each. Only
// one process at a time can open it. Damaged lines are skipped; an incomplete last line is removed.
func openTranscript(dir string, each func(Event)) (*transcript, error) {
	path := filepath.Join(dir, transcriptName)
	f, err := private.Open(path, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW)
	if err != nil {
		return nil, fmt.Errorf("transcript: %w", err)
	}
	t := &transcript{file: f}
	err = private.Lock(f)
	if errors.Is(err, private.ErrLocked) {
		err = errors.New("another conversation runs in this session: leave it first")
	}
	if err == nil {
		err = t.load(each)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("transcript: %w", err), f.Close())
	}
	return t, nil
}

func (t *transcript) load(each func(Event)) error {
	r := bufio.NewReaderSize(t.file, 64<<10)
	for {
		line, err := readLine(r, maxLine)
		if errors.Is(err, io.EOF) {
			return t.file.Truncate(t.end)
		}
		start := t.end
		if err != nil && !errors.Is(err, errTooLong) {
			return err
		}
		t.end += line.size
		if e, err := decodeEvent(line.text); err == nil && e.Seq > t.newest() {
			t.lines = append(t.lines, span{e.Seq, start, t.end})
			each(e)
		}
	}
}

// inputLine is a line without its line end; size includes that.
type inputLine struct {
	text []byte
	size int64
}

// readLine reads a line. The error is [io.EOF] if no whole line is left, and errTooLong for one
// longer than most, which is skipped.
func readLine(r *bufio.Reader, most int) (inputLine, error) {
	var l inputLine
	for {
		part, err := r.ReadSlice('\n')
		l.size += int64(len(part))
		if l.size <= int64(most)+1 {
			l.text = append(l.text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil:
			return l, err
		case l.size > int64(most)+1:
			return inputLine{size: l.size}, errTooLong
		}
		l.text = bytes.TrimSuffix(l.text, []byte("\n"))
		return l, nil
	}
}

// newest returns the number of the last event; 0 for none.
func (t *transcript) newest() int64 {
	if len(t.lines) == 0 {
		return 0
	}
	return t.lines[len(t.lines)-1].seq
}

// append writes an event and gives it the next number. If writing fails, the transcript is
// unchanged.
func (t *transcript) append(e *Event) error {
	e.Seq = t.newest() + 1
	line, err := encode(e)
	if err != nil {
		return err
	}
	if _, err := t.file.WriteAt(line, t.end); err != nil {
		return errors.Join(fmt.Errorf("transcript: %w", err), t.file.Truncate(t.end))
	}
	start := t.end
	t.end += int64(len(line))
	t.lines = append(t.lines, span{e.Seq, start, t.end})
	return nil
}

// envelope is the size of the JSON around an event on the socket, in bytes.
const envelope = 64

// encode returns a value as a line of JSON.
func encode(value any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, err
	}
	if b.Len() > maxLine-envelope {
		return nil, errTooLong
	}
	return b.Bytes(), nil
}

// after returns the places of events after a number: as many as fit into most bytes, and at least
// one if there is any.
func (t *transcript) after(seq int64, most int64) []span {
	first := sort.Search(len(t.lines), func(i int) bool { return t.lines[i].seq > seq })
	last := first
	for last < len(t.lines) && (last == first || t.lines[last].end-t.lines[first].start <= most) {
		last++
	}
	return t.lines[first:last:last]
}

// read reads the lines of events. Written lines never change, so it needs no lock.
func (t *transcript) read(spans []span) ([][]byte, error) {
	if len(spans) == 0 {
		return nil, nil
	}
	from := spans[0].start
	block := make([]byte, spans[len(spans)-1].end-from)
	if _, err := t.file.ReadAt(block, from); err != nil {
		return nil, fmt.Errorf("transcript: %w", err)
	}
	lines := make([][]byte, len(spans))
	for i, s := range spans {
		lines[i] = block[s.start-from : s.end-from-1]
	}
	return lines, nil
}
