package agent

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

const (
	// activeTime is how long after its last output a program counts as working, if there is no
	// other evidence.
	activeTime = 3 * time.Second
	// hookTime is how long a hook's report that the agent works counts: by then another report has
	// come, or none will.
	hookTime = 30 * time.Minute
	// promptTime is how long an agent counts as working after a prompt, unless it reports something.
	promptTime = 30 * time.Second
)

// Table collects the evidence of one session. Its methods receive events and their times;
// [Table.Resolve] returns the result. The zero value knows no agent.
type Table struct {
	agent           Agent // from the catalogue; without a name for none
	titles, screens patterns
	title           string
	titleMatched    bool      // a title has matched
	lastKey         time.Time // when the user last pressed a key

	records                                     Records
	exit, hook, fromTitle, notice, fromProgress *Evidence
	fromScreen                                  *Evidence
	active, printed                             time.Time // when the program's output began, and last continued
	lastWorking                                 time.Time // when it was last reported to be working
	prompted                                    time.Time // when dormer last gave it a prompt
	verdict                                     Verdict
	retries                                     retries
}

// SetAgent sets the agent that runs; one without a name means that none does.
func (t *Table) SetAgent(a Agent) {
	if a.Name == t.agent.Name {
		return
	}
	if t.agent.Name != "" {
		t.Ended()
	}
	t.agent, t.title = a, ""
	t.titles, t.screens = compile(a.Titles), compile(a.Screens)
}

// Agent returns the catalogue's agent that runs; one without a name for none.
func (t *Table) Agent() Agent { return t.agent }

// hasAgent reports whether there is an agent.
func (t *Table) hasAgent() bool {
	return t.agent.Name != "" || t.hook != nil || t.exit != nil || len(t.records.all) > 0
}

// Verdict returns the last result of [Table.Resolve].
func (t *Table) Verdict() Verdict { return t.verdict }

// Checked returns a report in the form in which it is kept: with a message of one line, and without
// a kind unless the agent is blocked. It returns an error for an invalid report.
func (r Report) Checked() (Report, error) {
	_, known := ParseState(string(r.State))
	_, kind := ParseKind(string(r.Kind))
	switch {
	case r.Source != Hook && r.Source != Status:
		return r, fmt.Errorf("%q is not a source of reports", Line(string(r.Source)))
	case r.State != "" && !known && r.State != Clear:
		return r, fmt.Errorf("there is no state %q", Line(string(r.State)))
	case r.Kind != "" && !kind:
		return r, fmt.Errorf("there is no kind %q", Line(string(r.Kind)))
	case len(r.ID) > maxReportID || Line(r.ID) != r.ID || strings.ContainsRune(r.ID, ' '):
		return r, errors.New("the id of the agent is not printable, or too long")
	}
	r.Kind = kindIn(r.State, r.Kind)
	if !slices.Contains(startReasons, r.Began) {
		r.Began = ""
	}
	r.Message = Line(r.Message)
	return r, nil
}

// maxReportID is the longest id of a conversation, in bytes.
const maxReportID = 256

// startReasons are the ways in which a conversation begins.
var startReasons = []string{"startup", "resume", "clear", "fork", "compact"}

// Report adds a report that is [Report.Checked].
func (t *Table) Report(r Report, now time.Time) {
	if r.State == Working {
		t.lastWorking = now
	}
	switch {
	case r.State == "":
	case r.Source == Status:
		t.records.Take(Record{State: r.State, Kind: r.Kind, Message: r.Message, Progress: -1, At: now})
	case r.State == Clear || r.State == Unknown:
		t.hook = nil
	case r.State == Idle && r.Began == "" && t.hook != nil && isFinished(t.hook.State): // a reminder that it waits for a prompt
	default:
		t.hook = &Evidence{Source: Hook, State: r.State, Kind: r.Kind, Message: r.Message, About: "a hook of the agent", When: now}
		if r.State == Working {
			t.hook.Until = now.Add(hookTime)
		}
	}
}

// Record adds a report by OSC 7501.
func (t *Table) Record(r Record, now time.Time) {
	r.At = now
	if r.State == Working {
		t.lastWorking = now
	}
	t.records.Take(r)
}

// Title sets the title of the terminal.
func (t *Table) Title(text string, now time.Time) (changed bool) {
	if t.agent.Name == "" || text == t.title {
		return false
	}
	t.title = text
	p, ok := t.titles.find(text, t.titleMatched)
	t.titleMatched = t.titleMatched || ok
	changed = replace(&t.fromTitle, ok, Evidence{Source: Title, State: p.State, Kind: p.Kind, About: fmt.Sprintf("the title %q", text), When: now})
	if changed && ok {
		t.endStaleHook(p.State, now)
	}
	return changed
}

// endStaleHook ends a hook's report if the title, which has just changed, shows that its state is over:
// the user has answered a question, or given another prompt. Hooks may report neither.
func (t *Table) endStaleHook(title State, now time.Time) {
	switch h := t.hook; {
	case h == nil:
	case h.State == Blocked && title != Blocked && t.lastKey.After(h.When):
		h.end(now, "somebody pressed a key, and the title said "+string(title))
	case isFinished(h.State) && title == Working:
		h.end(now, "the title said "+string(title))
	}
}

// end makes a piece of evidence stop counting, for a reason.
func (e *Evidence) end(now time.Time, why string) {
	if e.Until.IsZero() || now.Before(e.Until) {
		e.Until, e.About = now, e.About+", until "+why
	}
}

// replace replaces a piece of evidence. If the new one has the same meaning, the time stays that of
// the change.
func replace(old **Evidence, ok bool, e Evidence) (changed bool) {
	switch was := *old; {
	case !ok:
		*old = nil
		return was != nil
	case was != nil && was.State == e.State && was.Kind == e.Kind:
		was.About = e.About
		return false
	}
	*old = &e
	return true
}

// Notify handles a notification.
func (t *Table) Notify(text string, now time.Time) (changed bool) {
	if t.agent.Name == "" {
		return false
	}
	p, ok := notices().find(text, true)
	if !ok {
		p.State = Done
	}
	t.notice = &Evidence{Source: Notice, State: p.State, Kind: p.Kind, Message: Line(text), About: "a notification", When: now}
	return true
}

// NoteBell handles a bell.
func (t *Table) NoteBell(now time.Time) (changed bool) {
	if t.agent.Name == "" || t.notice != nil && t.notice.State == Blocked {
		return false
	}
	t.notice = &Evidence{Source: Notice, State: Done, About: "the bell", When: now}
	return true
}

// Progress sets the state that a report of progress means (OSC 9 ; 4); empty for none.
func (t *Table) Progress(s State, now time.Time) (changed bool) {
	if t.agent.Name == "" {
		return false
	}
	return replace(&t.fromProgress, s != "", Evidence{Source: Notice, State: s, About: "the progress bar", When: now})
}

// NoteKey notes that the user has pressed a key.
func (t *Table) NoteKey(now time.Time) { t.lastKey = now }

// Prompt notes that dormer has given the agent a prompt. Earlier evidence that it is idle or has
// finished does not count while the agent may not have reported yet that it works.
func (t *Table) Prompt(now time.Time) { t.prompted = now }

// NoteLine notes that the user has typed a line: notifications have been seen, and the agent need not
// be told to continue.
func (t *Table) NoteLine() (changed bool) {
	changed = t.CancelRetry("somebody has typed since") || t.notice != nil
	t.notice, t.retries.made = nil, 0
	return changed
}

// NoteOutput notes that the program has printed something.
func (t *Table) NoteOutput(now time.Time) (changed bool) {
	if t.agent.Name == "" {
		return false
	}
	began := now.Sub(t.printed) >= activeTime
	if t.printed = now; began {
		t.active = now
	}
	return began && (t.verdict.State == Unknown || t.verdict.State == "")
}

// LooksAtScreen reports whether there are patterns for [Table.Screen].
func (t *Table) LooksAtScreen() bool { return len(t.screens) > 0 && t.exit == nil }

// Screen checks the text of the screen, printed at the given time. If it shows several dialogs the
// latest counts: one may remain after its answer.
func (t *Table) Screen(text string, printed time.Time) (changed bool) {
	before := t.fromScreen
	t.fromScreen = nil
	for i := range t.screens {
		p := &t.screens[i]
		message, shown := p.shows(text, printed)
		if !shown {
			continue
		}
		if t.fromScreen == nil || needsUser(p.State) && (!needsUser(t.fromScreen.State) || p.since.After(t.fromScreen.When)) {
			t.fromScreen = &Evidence{Source: Screen, State: p.State, Kind: p.Kind, Message: message, About: fmt.Sprintf("the screen matches %q", p.Match), When: p.since}
		}
	}
	t.answered(before, printed)
	if before == nil || t.fromScreen == nil {
		return before != t.fromScreen
	}
	return *before != *t.fromScreen
}

// answered ends the question that a hook has reported, if its dialog has disappeared from the
// screen after the user pressed a key; before is the previous evidence of the screen. There may be
// no other sign of the answer.
func (t *Table) answered(before *Evidence, now time.Time) {
	gone := before != nil && before.State == Blocked && (t.fromScreen == nil || t.fromScreen.State != Blocked)
	if h := t.hook; gone && h != nil && h.State == Blocked && before.When.After(h.When.Add(-settleTime)) && t.lastKey.After(h.When) {
		h.end(now, "somebody pressed a key, and its dialog disappeared")
	}
}

// needsUser reports whether an agent in a state does nothing until the user acts.
func needsUser(s State) bool { return s == Blocked || s == Failed }

// Ended notes that the reporting program is gone: the shell shows its prompt. The state of finished
// work stays.
func (t *Table) Ended() {
	t.records.Ended()
	if t.hook != nil && isLive(t.hook.State) {
		t.hook = nil
	}
	t.fromTitle, t.notice, t.fromProgress, t.fromScreen, t.titleMatched = nil, nil, nil, nil, false
	for i := range t.screens {
		t.screens[i].ended()
	}
	t.active, t.printed, t.prompted = time.Time{}, time.Time{}, time.Time{}
}

// Exited notes how the process of the session ended: with a code, or by the named signal; stopped
// means on request. It is the agent's process, if an agent is known.
func (t *Table) Exited(code int, signal string, stopped bool, now time.Time) {
	before := t.verdict
	t.Ended()
	if t.agent.Name == "" {
		return
	}
	t.exit = &Evidence{Source: Exit, State: Failed, About: "the end of its process", When: now}
	defer func() { // the message explains the failure, if there is one
		if t.exit.State != Failed || endedOnPurpose(code, signal) {
			return
		}
		t.exit.Kind = Crash
		if before.State == Failed && before.Kind != "" {
			t.exit.Kind, t.exit.Message = before.Kind, Line(t.exit.Message+": "+before.Message)
		}
	}()
	switch {
	case stopped:
		t.exit.State, t.exit.Message = Done, "it was ended on request"
	case code == 0 && signal == "":
		t.exit.State, t.exit.Message = Done, "it has exited"
	case signal != "":
		t.exit.Message = "it was ended by " + signal
	default:
		t.exit.Message = fmt.Sprintf("it has exited with code %d", code)
	}
}

// endedOnPurpose reports whether a process was ended on purpose, and not by a fault: by Ctrl-C, or by
// SIGTERM or SIGHUP. A program exits with 128+n if its child was ended like that.
func endedOnPurpose(code int, signal string) bool {
	return slices.Contains([]string{"SIGINT", "SIGTERM", "SIGHUP"}, signal) || slices.Contains([]int{129, 130, 143}, code)
}

// Started notes that the process of the session was started again.
func (t *Table) Started() {
	t.Ended()
	t.exit, t.hook = nil, nil
	t.records.Reset()
}

// Reset removes the reports by OSC 7501: the terminal was reset (RIS).
func (t *Table) Reset() { t.records.Reset() }

// Resolve determines the state. Its time stays the same as long as the state does. Another question
// or another error counts as another state, and so does the end of more work, even if both the work
// and its end were reported since the last call.
func (t *Table) Resolve(now time.Time) Resolution {
	var all []Evidence
	for _, e := range []*Evidence{t.exit, t.hook, t.fromTitle, t.notice, t.fromProgress, t.fromScreen} {
		if e != nil {
			all = append(all, *e)
		}
	}
	for _, e := range t.records.evidence() {
		t.endStaleStatus(&e, all)
		all = append(all, e)
	}
	if !t.printed.IsZero() {
		all = append(all, Evidence{Source: Activity, State: Working, About: "it prints", When: t.active, Until: t.printed.Add(activeTime)})
	}
	for i := range all {
		all[i].explainFailure()
	}
	if until := t.prompted.Add(promptTime); now.Before(until) {
		for i := range all {
			if e := &all[i]; (e.State == Idle || isFinished(e.State)) && !e.When.After(t.prompted) {
				e.end(t.prompted, "dormer gave it a prompt")
			}
		}
		all = append(all, Evidence{Source: Activity, State: Working, About: "dormer gave it a prompt", When: t.prompted, Until: until})
	}
	r := Resolve(all, now)
	if !t.hasAgent() {
		r.Verdict = Verdict{}
	}
	if r.State == Unknown {
		r.Since = now
	}
	again := isFinished(r.State) && t.lastWorking.After(t.verdict.Since)
	if old := t.verdict; old.State == r.State && !again && (!needsUser(r.State) || old.Kind == r.Kind && old.Message == r.Message) {
		r.Since = old.Since
	}
	if r.Retry = t.retries.plan(r.Verdict, t.verdict, now); !r.Retry.At.IsZero() {
		look := now.Add(retryCheckInterval)
		if r.Retry.At.Before(look) {
			look = r.Retry.At
		}
		r.wakeAt(look)
	}
	t.verdict = r.Verdict
	return r
}

// endStaleStatus ends the report by OSC 7501 that the agent works, if newer evidence of a source in
// StatusUntil contradicts it.
func (t *Table) endStaleStatus(status *Evidence, all []Evidence) {
	if status.State != Working {
		return
	}
	for _, e := range all {
		if slices.Contains(t.agent.StatusUntil, e.Source) && e.State != Working && e.When.After(status.When) {
			status.end(e.When, fmt.Sprintf("%s said %s", e.Source, e.State))
		}
	}
}
