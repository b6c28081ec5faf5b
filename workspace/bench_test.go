package workspace

import "testing"

// busy returns a busy workspace: thirty panes in ten tabs.
func busy(b *testing.B) State {
	s := New("busy")
	for i := range 10 {
		n := byte(3 * i)
		s = withTab(s, MainView, tid(i+1), evenly(Row, []*Node{Leaf(sid(n + 1)), Leaf(sid(n + 2)), Leaf(sid(n + 3))}))
	}
	if err := Check(s); err != nil {
		b.Fatal(err)
	}
	return s
}

// BenchmarkApplySessionTitled measures the cost of a child that changes its title all the time.
func BenchmarkApplySessionTitled(b *testing.B) {
	s := busy(b)
	for i := range b.N {
		s, _, _ = Apply(s, SessionTitled{Session: sid(7), Title: []string{"one", "two"}[i%2]})
	}
}

func BenchmarkApplyResizePane(b *testing.B) {
	s := busy(b)
	for i := range b.N {
		s, _, _ = Apply(s, ResizePane{Session: sid(7), Side: Right, Cells: 1 - i%2*2, Area: screen})
	}
}

func BenchmarkArrangeTab(b *testing.B) {
	t := busy(b).Views[0].Tabs[0]
	b.ReportAllocs()
	for range b.N {
		ArrangeTab(t, Rect{W: 200, H: 50})
	}
}
