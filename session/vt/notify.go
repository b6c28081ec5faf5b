package vt

import (
	"bytes"
	"encoding/base64"
	"strconv"

	"dormer/session/grid"
)

// oscNotify handles a notification or a progress report. OSC 9 ; text ST. Text that begins
// with a number is a ConEmu command: 4 reports progress, and the others are ignored.
func (t *Terminal) oscNotify(b []byte) {
	if first, rest, _ := bytes.Cut(b, []byte{';'}); len(first) <= 2 && isNumber(first) {
		if string(first) == "4" {
			t.setProgress(rest)
		}
		return
	}
	t.notify(Notification{Body: clean(b, maxNotice)})
}

func (t *Terminal) notify(n Notification) {
	if n != (Notification{}) {
		t.emit(n)
	}
}

func isNumber(b []byte) bool {
	_, err := strconv.ParseUint(string(b), 10, 8)
	return err == nil
}

// oscNotify777 handles a notification with a title. OSC 777 ; notify ; title ;
// body ST (urxvt).
func (t *Terminal) oscNotify777(b []byte) {
	rest, ok := bytes.CutPrefix(b, []byte("notify;"))
	if !ok {
		return
	}
	title, body, _ := bytes.Cut(rest, []byte{';'})
	t.notify(Notification{Title: clean(title, maxTitle), Body: clean(body, maxNotice)})
}

// toast is an incomplete notification in kitty's protocol.
type toast struct {
	id          string
	title, body []byte
}

// oscNotify99 handles a notification, or a part of one. OSC 99 ; key=value:... ;
// payload ST (kitty, "Desktop notifications"). Nothing is answered, and
// buttons are not shown.
func (t *Terminal) oscNotify99(b []byte) {
	metadata, payload, ok := bytes.Cut(b, []byte{';'})
	if !ok {
		return
	}
	keys := toastKeys(metadata)
	if keys['e'] == "1" {
		decoded, err := base64.StdEncoding.DecodeString(string(payload))
		if err != nil {
			return
		}
		payload = decoded
	}
	if t.toast.id != keys['i'] {
		t.toast = toast{id: keys['i']}
	}
	switch keys['p'] {
	case "", "title":
		t.toast.title = appendBounded(t.toast.title, payload, maxTitle)
	case "body":
		t.toast.body = appendBounded(t.toast.body, payload, maxNotice)
	default:
		return
	}
	if keys['d'] == "0" {
		return
	}
	n := Notification{Title: clean(t.toast.title, maxTitle), Body: clean(t.toast.body, maxNotice)}
	t.toast = toast{}
	t.notify(n)
}

// toastKeys returns the known keys of key=value:key=value.
func toastKeys(b []byte) map[byte]string {
	keys := map[byte]string{}
	for _, pair := range bytes.Split(b, []byte{':'}) {
		if len(pair) < 2 || pair[1] != '=' {
			continue
		}
		switch pair[0] {
		case 'i', 'p', 'd', 'e':
			keys[pair[0]] = string(pair[2:min(len(pair), 2+maxLinkID)])
		}
	}
	return keys
}

func appendBounded(dst, more []byte, limit int) []byte {
	return append(dst, more[:min(len(more), limit-len(dst))]...)
}

// setProgress handles a progress report. OSC 9 ; 4 ; state ; percent ST (ConEmu):
// states 0 to 4 are no progress, under way, failed, under way without a percentage, and
// paused. Failed or paused progress without a percentage keeps the previous one.
func (t *Terminal) setProgress(b []byte) {
	state, percent, _ := bytes.Cut(b, []byte{';'})
	n, err := strconv.ParseUint(string(state), 10, 8)
	if err != nil || n > uint64(grid.ProgressPaused) {
		return
	}
	p := grid.Progress{State: grid.ProgressState(n), Percent: t.progress.Percent}
	if v, err := strconv.ParseUint(string(percent), 10, 16); err == nil {
		p.Percent = uint8(min(v, 100))
	}
	if p.State == grid.NoProgress || p.State == grid.ProgressUnknown {
		p.Percent = 0
	}
	if p != t.progress {
		t.progress = p
		t.gen++
	}
}

// Progress returns the last progress that the child reported (OSC 9 ; 4).
func (t *Terminal) Progress() grid.Progress { return t.progress }
