package launch

import (
	"errors"
	"time"
)

// StopStarts refuses further starts in hosts. The channel is closed when the starts in progress have
// succeeded or failed, within seconds. A program that waits for it before it ends leaves no host
// that others cannot find.
func (p *Provider) StopStarts() <-chan struct{} { return p.starts.stop() }

// EndAll ends the sessions that live in this process; the channel is closed when all have ended.
// Sessions with a host continue.
func (p *Provider) EndAll() <-chan struct{} { return p.local.EndAll() }

// noticeDelay is how long leaving may take without a message.
const noticeDelay = time.Second

// Close prepares the end of the program: it calls [Provider.StopStarts] and [Provider.EndAll], and
// returns when both are done. If that takes longer than a second, it calls slow with the time for
// which it keeps waiting; the error says that some processes did not end by then.
func (p *Provider) Close(slow func(limit time.Duration)) error {
	started, ended := p.StopStarts(), p.EndAll()
	if allWithin(noticeDelay, started, ended) {
		return nil
	}
	limit := 2 * p.o.Grace
	slow(limit)
	if allWithin(limit, started, ended) {
		return nil
	}
	return errors.New("some processes did not end: look for them with ps(1)")
}

// allWithin reports whether all channels are closed within the limit.
func allWithin(limit time.Duration, closed ...<-chan struct{}) bool {
	over := time.NewTimer(limit)
	defer over.Stop()
	for _, c := range closed {
		select {
		case <-c:
		case <-over.C:
			return false
		}
	}
	return true
}
