package health

import "sync"

// changes tells of changes in order and without a lock held.
type changes struct {
	fn      func(Change)
	mu      sync.Mutex
	pending []Change
	busy    bool
}

// queue notes a change while its order is certain.
func (c *changes) queue(ch Change) {
	if c.fn == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pending = append(c.pending, ch)
}

// deliver tells of what was queued. Where another call is at it already, that one
// does, in order.
func (c *changes) deliver() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.busy {
		return
	}
	c.busy = true
	for len(c.pending) > 0 {
		ch := c.pending[0]
		c.pending = c.pending[1:]
		c.tell(ch)
	}
	c.busy = false
}

func (c *changes) tell(ch Change) {
	c.mu.Unlock()
	defer c.mu.Lock()
	c.fn(ch)
}
