package agent

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// Evidence is a sign of an agent's state.
type Evidence struct {
	Source  Source
	State   State
	Kind    Kind
	Message string
	// About describes the evidence in words: a title, a pattern, a record.
	About string
	// When is the time of the evidence; for [Screen], the time when it appeared on the screen.
	When time.Time
	// Until is when it stops counting; zero for never.
	Until time.Time
	// LimitEnds is the end of the limit that stopped the agent; zero if unknown.
	LimitEnds time.Time
	// Part means that it is about a part of the agent, such as a subagent. It counts only if the
	// same source has no evidence about the agent itself.
	Part bool
}

// Verdict is the state of an agent. The zero value means that there is no agent.
type Verdict struct {
	State   State
	Kind    Kind
	Message string
	Source  Source    // of the winning evidence; empty if there is none
	Since   time.Time // when it entered this state
	// LimitEnds is the end of the limit that stopped it; zero if unknown.
	LimitEnds time.Time
	// Retry describes the planned restart.
	Retry Retry
}

// Finding is a piece of evidence, and why it won or lost.
type Finding struct {
	Evidence
	Won bool
	Why string
}

// Resolution is the result of evidence at a time.
type Resolution struct {
	Verdict
	// Findings are all pieces of evidence, the strongest first.
	Findings []Finding
	// Next is when the same evidence may give another result; zero for never.
	Next time.Time
}

const (
	// claimAge is the least age of a claim that the screen overrules.
	claimAge = 2 * time.Second
	// settleTime is how long the title may still change because of a state that a hook has reported
	// as blocked.
	settleTime = time.Second
)

// sources are the sources in the order of their ranks.
var sources = []Source{Exit, Status, Hook, Title, Notice, Screen, Activity}

// rank returns the rank of a source, 0 for the strongest.
func rank(s Source) int { return slices.Index(sources, s) }

// Resolve determines the state of an agent from evidence. The strongest source wins: exit, OSC
// 7501, hook, title, notice, screen, activity; within one source the newest. There are three
// exceptions:
//
//   - A hook may report that the agent failed while OSC 7501 reports that its turn is over.
//
//   - A hook reports a change, and the next change may have no hook: none is called when the
//     user presses Esc at a prompt. So a title that has changed since then and means another
//     state wins over it.
//
//   - The screen can only show that the agent is blocked, or could not continue. It overrules
//     stronger evidence that is older than 2 s if it changed later. A report that the agent is
//     idle or done may come up to 2 s after an error.
func Resolve(table []Evidence, now time.Time) Resolution {
	r := Resolution{Verdict: Verdict{State: Unknown}}
	for _, e := range table {
		r.Findings = append(r.Findings, Finding{Evidence: e, Why: reasonIgnored(e, table, now)})
	}
	slices.SortStableFunc(r.Findings, stronger)
	claim := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Why == "" && f.Source != Screen })
	screen := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Why == "" && f.Source == Screen })
	winner := claim
	if screen >= 0 {
		if claim >= 0 {
			r.overrule(&r.Findings[screen], r.Findings[claim].Evidence, now)
		}
		if r.Findings[screen].Why == "" {
			winner = screen
		}
	}
	if winner >= 0 {
		r.decide(winner)
	}
	return r
}

// wakeAt makes the evidence be resolved again at a time.
func (r *Resolution) wakeAt(at time.Time) {
	if !at.IsZero() && (r.Next.IsZero() || at.Before(r.Next)) {
		r.Next = at
	}
}

// reasonIgnored returns why a piece of evidence does not count; empty if it does.
func reasonIgnored(e Evidence, table []Evidence, now time.Time) string {
	switch {
	case !e.Until.IsZero() && !now.Before(e.Until):
		return fmt.Sprintf("it was valid for %s only", e.Until.Sub(e.When).Round(time.Second))
	case e.Source == Screen && e.State != Blocked && e.State != Failed:
		return "a screen can only say that the agent is blocked, or failed"
	case e.Source == Status && slices.ContainsFunc(table, func(t Evidence) bool { return failedSince(t, e) }):
		return "a later hook reported a failure"
	case e.Source != Hook:
		return ""
	}
	for _, t := range table {
		if t.Source == Title && contradicts(t, e) {
			return fmt.Sprintf("the title has changed since, and says %s", t.State)
		}
	}
	return ""
}

// failedSince reports whether a hook reported after a report by OSC 7501 that the agent failed. An
// agent that ends its turn with an error may report at the same time that it is done, or idle.
func failedSince(hook, status Evidence) bool {
	if hook.Source != Hook || hook.State != Failed || status.Part {
		return false
	}
	switch status.State {
	case Done, Idle:
		return status.When.Before(hook.When.Add(claimAge))
	case Working:
		return status.When.Before(hook.When)
	case Unknown, Blocked, Failed:
	}
	return false
}

// contradicts reports whether a title shows that the state reported by a hook is over. The state
// idle does not contradict done.
func contradicts(title, hook Evidence) bool {
	after := hook.When
	if hook.State == Blocked {
		after = after.Add(settleTime)
	}
	if !title.When.After(after) || title.State == hook.State {
		return false
	}
	return title.State != Idle || hook.State == Working || hook.State == Blocked
}

// stronger compares pieces of evidence. Parts come after the whole; among parts, the one that needs
// the user most comes first.
func stronger(x, y Finding) int {
	if x.Source != y.Source {
		return rank(x.Source) - rank(y.Source)
	}
	if x.Part != y.Part {
		if x.Part {
			return 1
		}
		return -1
	}
	if x.Part && x.State != y.State {
		return urgency(x.State) - urgency(y.State)
	}
	return y.When.Compare(x.When)
}

// urgency orders the states of parts: 0 needs the user most.
func urgency(s State) int { return slices.Index([]State{Blocked, Working, Failed, Done, Idle}, s) }

// overrule decides whether the screen overrules a claim, and notes why not.
func (r *Resolution) overrule(screen *Finding, claim Evidence, now time.Time) {
	switch {
	case rank(claim.Source) > rank(Screen):
	case claim.Source == Exit:
		screen.Why = "the program has ended"
	case claim.State == Blocked:
		screen.Why = fmt.Sprintf("%s says so too, and is stronger", claim.Source)
	case errorEndedTurn(screen.Evidence, claim):
	case !screen.When.After(claim.When):
		screen.Why = fmt.Sprintf("it was on the screen before %s said %s", claim.Source, claim.State)
	case now.Sub(claim.When) < claimAge:
		screen.Why = fmt.Sprintf("what %s says is younger than %s", claim.Source, claimAge)
		r.wakeAt(claim.When.Add(claimAge))
	}
}

// errorEndedTurn reports whether a claim that the turn is over came together with an error on the screen,
// or soon after it.
func errorEndedTurn(screen, claim Evidence) bool {
	return screen.State == Failed && (claim.State == Idle || claim.State == Done) && claim.When.Sub(screen.When) < claimAge
}

// decide makes a finding win.
func (r *Resolution) decide(winner int) {
	won := &r.Findings[winner]
	r.wakeAt(won.Until)
	won.Won, won.Why = true, reason(*won)
	r.Verdict = Verdict{State: won.State, Kind: won.Kind, Message: won.Message, Source: won.Source, Since: won.When, LimitEnds: won.LimitEnds}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Why != "" {
			continue
		}
		f.Why = reasonLost(*f, *won)
		if r.State == Failed && f.State == Failed && r.Kind == "" { // it has more details
			r.Kind, r.LimitEnds, r.Message = f.Kind, f.LimitEnds, cmp.Or(r.Message, f.Message)
		}
	}
}

// reason returns why a finding has won.
func reason(won Finding) string {
	switch {
	case won.Source == Screen:
		return "the screen shows it, and no later report contradicts it"
	case won.Part:
		return "only parts of the agent say what they do, and this one needs you most"
	}
	return "no stronger source reports a state"
}

// reasonLost returns why a finding has lost.
func reasonLost(f, won Finding) string {
	switch {
	case f.Source != won.Source:
		return fmt.Sprintf("%s is stronger", won.Source)
	case f.Part && !won.Part:
		return "it is about a part of the agent"
	case f.Part:
		return "another part needs you more"
	}
	return "a newer report contradicts it"
}

// String returns the state in words: "working", "blocked: permission", "error: rate-limit".
func (v Verdict) String() string {
	if v.Kind == "" {
		return string(v.State)
	}
	return string(v.State) + ": " + string(v.Kind)
}
