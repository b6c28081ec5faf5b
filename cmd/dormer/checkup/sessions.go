package checkup

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"dormer/session/catalogue"
	"dormer/session/host"
)

// Sessions checks a listing of all sessions, or the error of listing them, and the hosts whose
// files were removed. version is the program's own.
func Sessions(l catalogue.Listing, unlisted error, removed []host.Process, version string, now time.Time) Section {
	s := Section{Title: "sessions"}
	if unlisted != nil {
		return Section{s.Title, []Finding{failed(unlisted, "")}}
	}
	live := 0
	for _, e := range l.Entries {
		if e.Live() {
			live++
		}
		s.Findings = append(s.Findings, oneSession(e, version, now)...)
	}
	s.Findings = append(s.Findings, unlistedHosts(l, removed)...)
	left := l.Leftovers(now, catalogue.OrphanGrace)
	for range l.Stale {
		s.Findings = append(s.Findings, problem("dormer gc removes it", "a socket belongs to a host that is gone"))
	}
	if n := len(left.Orphans) + len(left.Waiting); n > 0 {
		s.Findings = append(s.Findings, note("dormer attach shows them; dormer gc ends them after a day without output",
			"%d running that are in no workspace any more", n))
	}
	if n := len(left.Ended); n > 0 {
		s.Findings = append(s.Findings, note("dormer gc forgets them", "%d ended more than a week ago", n))
	}
	return Section{s.Title, append([]Finding{fine("%d with a host, %d in all", live, len(l.Entries))}, s.Findings...)}
}

// unlistedHosts explains how to reach the hosts whose files were removed, including their sockets.
func unlistedHosts(l catalogue.Listing, removed []host.Process) (found []Finding) {
	for _, h := range removed {
		if !slices.ContainsFunc(l.Entries, func(e *catalogue.Entry) bool { return e.Live() && e.Host == h.Name }) {
			found = append(found, problem(
				fmt.Sprintf("kill -USR1 %d makes its socket again: dormer ps lists the session then, dormer attach shows it; kill %[1]d ends it", h.PID),
				"process %d hosts a session that can no longer be reached: its files were removed", h.PID))
		}
	}
	return found
}

// writeTime is the time after its start by which a host has certainly written its files.
const writeTime = 10 * time.Second

// oneSession checks one session: its host, and its files.
func oneSession(e *catalogue.Entry, version string, now time.Time) []Finding {
	var found []Finding
	key := e.Key()
	if e.Live() && e.Info == nil {
		found = append(found, problem("if that does not change, find its process with ps and end it; its host.log says more",
			"%s: its host does not answer: %v", key, e.Err))
	}
	if e.Info != nil && e.Info.HostVersion != version {
		found = append(found, note("it works as it is; sessions that you start from now on get this version",
			"%s: its host is dormer %s, and this is %s", key, e.Info.HostVersion, version))
	}
	switch {
	case e.StateErr == nil:
	case !errors.Is(e.StateErr, fs.ErrNotExist):
		found = append(found, problem("move it away: its host writes a new one", "%s: %v", key, e.StateErr))
	case e.Info != nil && now.Sub(e.Info.Started) > writeTime:
		found = append(found, problem("make the directory of sessions writable; until then nothing of it survives the end of its host",
			"%s: nothing of it is on disk", key))
	}
	return found
}
