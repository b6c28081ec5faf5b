package web

import (
	"context"
	"sync"
	"time"
)

// treePause is the least time between two reads of the workspace.
const treePause = 300 * time.Millisecond

// watcher keeps the tree for all open pages. It reads the workspace only while a page is open.
type watcher struct {
	workspace Workspace

	mu    sync.Mutex
	pages map[*page]bool
	// changed makes the watcher read the tree again.
	changed chan struct{}
	cancel  context.CancelFunc // nil while no page is open
	tree    *Tree
	failed  string
}

// join adds a page, which is woken for each new tree.
func (w *watcher) join(p *page) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.pages == nil {
		w.pages = map[*page]bool{}
	}
	w.pages[p] = true
	if w.cancel == nil {
		ctx, cancel := context.WithCancel(context.Background())
		w.cancel, w.tree, w.failed = cancel, nil, ""
		w.changed = make(chan struct{}, 1)
		go w.follow(ctx, w.changed)
		return
	}
	p.wake()
}

// leave removes a page.
func (w *watcher) leave(p *page) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.pages, p)
	if len(w.pages) == 0 && w.cancel != nil {
		w.cancel()
		w.cancel = nil
	}
}

// look makes the watcher read the tree again.
func (w *watcher) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	notify(w.changed)
}

func notify(changed chan<- struct{}) {
	select {
	case changed <- struct{}{}:
	default:
	}
}

// latest returns the tree, nil before it was first read, and why it could not be read; empty if it
// could.
func (w *watcher) latest() (*Tree, string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.tree, w.failed
}

// follow reads the tree whenever it may have changed.
func (w *watcher) follow(ctx context.Context, changed chan struct{}) {
	notify(changed)
	lost := make(chan string, 1) // why changes cannot be followed
	go func() {
		err := w.workspace.Follow(ctx, func() { notify(changed) })
		if err != nil {
			lost <- "changes cannot be followed: " + err.Error() + ": load this page again"
		}
	}()
	why := ""
	for {
		select {
		case <-ctx.Done():
			return
		case why = <-lost:
		case <-changed:
		}
		tree, err := w.workspace.Tree(ctx)
		if err != nil {
			w.tell(ctx, nil, err.Error())
		} else {
			w.tell(ctx, &tree, why)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(treePause):
		}
	}
}

// tell gives all pages a tree, or says why there is none.
func (w *watcher) tell(ctx context.Context, t *Tree, failed string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if ctx.Err() != nil {
		return // a newer follow may be running
	}
	if w.failed = failed; t != nil {
		w.tree = t
	}
	for p := range w.pages {
		p.wake()
	}
}
