package host

import (
	"slices"
	"strings"
	"time"

	"dormer/session/outputlog"
	"dormer/session/wire"
)

// logging is where the output of the session goes beside its screen.
type logging struct {
	log *outputlog.Log
	to  string // in words
}

// wantLog has a log begun or ended, after those that were asked for before. Of those that are
// not begun yet only the last counts.
func (h *Host) wantLog(m wire.Log) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.wantedLog = &m
	if !h.logsBegin {
		h.logsBegin = true
		go h.setLogs()
	}
}

// setLogs carries out what is wanted until nothing is.
func (h *Host) setLogs() {
	for {
		h.mu.Lock()
		m := h.wantedLog
		h.wantedLog, h.logsBegin = nil, m != nil
		h.mu.Unlock()
		if m == nil {
			return
		}
		h.setLog(*m)
	}
}

// setLog begins a log in place of the one that there is, or ends that. It may wait for a
// file.
func (h *Host) setLog(m wire.Log) {
	h.settingLog.Lock()
	defer h.settingLog.Unlock()
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

// openLog begins a log; nil for none. The mutex settingLog is held.
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

// logEnviron is the environment of a command that output is passed to: that of the child,
// without the mark by which the processes of the session are ended.
func (h *Host) logEnviron() []string {
	env := environ(h.spec, h.opts.Version, "", h.spec.Dir)
	return slices.DeleteFunc(env, func(kv string) bool { return strings.HasPrefix(kv, "DORMER_SESSION_ID=") })
}

// tellLogging tells where output goes now, and what is wrong. The lock is held.
func (h *Host) tellLogging(wrong string) {
	m := wire.Logging{Err: wrong}
	if h.logging != nil {
		m.To = h.logging.to
	}
	h.tellAll(m)
}

// logEnded takes note of a log that has ended by itself, unless another one has begun.
func (h *Host) logEnded(l *logging, err error) {
	h.settingLog.Lock() // it may be beginning
	defer h.settingLog.Unlock()
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.logging == l {
		h.logging = nil
		h.tellLogging(err.Error())
	}
}

// flushLog waits, for a moment, until the log of a session that has ended is written.
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
