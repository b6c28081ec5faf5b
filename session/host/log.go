package host

import (
	"slices"
	"strings"
	"time"

	"dormer/session/outputlog"
	"dormer/session/wire"
)

// logging is the destination of the session's output besides its screen.
type logging struct {
	log *outputlog.Log
	to  string // destination in words
}

// requestLog begins or ends a log, after earlier requests. Of the requests that have not been begun,
// only the last counts.
func (h *Host) requestLog(m wire.Log) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.wantedLog = &m
	if !h.settingLogs {
		h.settingLogs = true
		go h.setLogs()
	}
}

// setLogs carries out requests until there are none.
func (h *Host) setLogs() {
	for {
		h.mu.Lock()
		m := h.wantedLog
		h.wantedLog, h.settingLogs = nil, m != nil
		h.mu.Unlock()
		if m == nil {
			return
		}
		h.setLog(*m)
	}
}

// setLog ends the present log, if any, and begins the requested one. It may wait for a file.
func (h *Host) setLog(m wire.Log) {
	h.logMu.Lock()
	defer h.logMu.Unlock()
	next, err := h.openLog(m)
	h.mu.Lock()
	defer h.mu.Unlock()
	if err != nil {
		h.tellLogging(err.Error())
		return
	}
	if before := h.logging; before != nil {
		before.log.Close()
	}
	if h.logging = next; h.ending && next != nil {
		next.log.Close()
	}
	h.tellLogging("")
}

// openLog begins a log; nil if the request is to end logging. The mutex logMu is held.
func (h *Host) openLog(m wire.Log) (next *logging, err error) {
	next = &logging{to: m.File}
	ended := func(err error) { h.logEnded(next, err) }
	switch {
	case m.Command != "":
		next.to = "`" + m.Command + "`"
		next.log, err = outputlog.ToCommand(m.Command, h.spec.Dir, h.logEnviron(), ended)
	case m.File != "":
		next.log, err = outputlog.ToFile(m.File, ended)
	default:
		return nil, nil
	}
	return next, err
}

// logEnviron returns the environment of a command that output is passed to: the child's, without
// the mark by which the session's processes are ended.
func (h *Host) logEnviron() []string {
	env := environ(h.spec, h.opts.Version, "", h.spec.Dir)
	return slices.DeleteFunc(env, func(kv string) bool { return strings.HasPrefix(kv, "DORMER_SESSION_ID=") })
}

// tellLogging reports the present destination of the output, and the error in wrong. The lock is
// held.
func (h *Host) tellLogging(wrong string) {
	m := wire.Logging{Err: wrong}
	if h.logging != nil {
		m.To = h.logging.to
	}
	h.broadcast(m)
}

// logEnded notes that a log has ended on its own, unless another one has begun.
func (h *Host) logEnded(l *logging, err error) {
	h.logMu.Lock() // the log may still be beginning
	defer h.logMu.Unlock()
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.logging == l {
		h.logging = nil
		h.tellLogging(err.Error())
	}
}

// flushLog waits a short time until the log of an ended session is written.
func (h *Host) flushLog() {
	h.mu.Lock()
	l := h.logging
	h.mu.Unlock()
	if l == nil {
		return
	}
	select {
	case <-l.log.Close():
	case <-time.After(outputlog.FlushTime):
	}
}
