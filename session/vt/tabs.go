package vt

const tabEvery = 8

// defaultTabs returns tab stops for cols columns: the old ones, and beyond their columns
// one every eight columns.
func defaultTabs(old []bool, cols int) []bool {
	tabs := make([]bool, cols)
	for x := copy(tabs, old); x < cols; x++ {
		tabs[x] = x%tabEvery == 0
	}
	return tabs
}

// tabForward moves the cursor n stops to the right, at most to the end of the
// line. HT, CHT: CSI n I (ECMA-48 8.3.10).
func (t *Terminal) tabForward(n int) {
	if t.inner.tabWraps {
		t.advance()
	}
	s := t.scr
	end := s.limit() - 1
	for ; n > 0 && s.x < end; n-- {
		s.x++
		for s.x < end && !t.tabs[s.x] {
			s.x++
		}
	}
}

// tabBackward moves the cursor n stops to the left. CBT: CSI n Z (ECMA-48 8.3.7).
func (t *Terminal) tabBackward(n int) {
	s := t.scr
	s.wrapNext = false
	start := 0
	if t.inner.origin {
		start = s.left
	}
	for ; n > 0 && s.x > start; n-- {
		s.x--
		for s.x > start && !t.tabs[s.x] {
			s.x--
		}
	}
}

// clearTabs removes the stop at the cursor or all. TBC: CSI n g (ECMA-48 8.3.154).
func (t *Terminal) clearTabs(which int) {
	switch which {
	case 0:
		t.tabs[t.scr.x] = false
	case 3:
		clear(t.tabs)
	}
}
