//go:build !linux

package rawio

// interest is what the poller is woken for by a descriptor: everything.
type interest struct{}

func (*interest) reads(int)  {}
func (*interest) writes(int) {}
func (*interest) wrote()     {}
