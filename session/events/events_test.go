package events

import (
	"slices"
	"sync"
	"testing"
)

// Whoever is told may add what is told next, and it comes after what was there.
func TestWhoeverIsToldMayAdd(t *testing.T) {
	var q Queue[int]
	var told []int
	var tell func(int)
	tell = func(n int) {
		told = append(told, n)
		if n < 3 {
			q.Add(n + 10)
			q.Deliver(tell) // this call is at it already
		}
	}
	q.Add(1)
	q.Add(2)
	q.Deliver(tell)
	if want := []int{1, 2, 11, 12}; !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
	q.Add(20)
	q.Deliver(tell)
	if told[len(told)-1] != 20 {
		t.Errorf("afterwards nothing more is told: %v", told)
	}
}

// From many goroutines, what is added in an order is told in that order, one at a time.
func TestManyTellInOrder(t *testing.T) {
	var (
		q       Queue[int]
		order   sync.Mutex
		next    int
		told    []int
		telling sync.Mutex
		wg      sync.WaitGroup
	)
	for range 8 {
		wg.Go(func() {
			for range 200 {
				order.Lock()
				q.Add(next)
				next++
				order.Unlock()
				q.Deliver(func(n int) {
					if !telling.TryLock() {
						t.Error("two are told of at the same time")
						return
					}
					defer telling.Unlock()
					told = append(told, n)
				})
			}
		})
	}
	wg.Wait()
	if len(told) != 1600 || !slices.IsSorted(told) {
		t.Errorf("%d were told, in order: %v", len(told), slices.IsSorted(told))
	}
}
