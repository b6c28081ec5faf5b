package ui

import "dormer/ui/config"

// Prepared is what a program needs of its configuration and that takes a while to
// make.
type Prepared struct {
	made chan struct{} // closed when the rest is there
	keys keymap
}

// Prepare begins to make what [New] needs of a configuration, which is to be that of
// its [Deps], and returns before it is made.
func Prepare(c config.Config) *Prepared {
	p := &Prepared{made: make(chan struct{})}
	go func() {
		defer close(p.made)
		p.keys, _ = newKeymap(commands(), c.Keys)
	}()
	return p
}

func (p *Prepared) keymap() keymap {
	<-p.made
	return p.keys
}
