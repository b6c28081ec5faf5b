package events

import (
	"slices"
	"sync"
	"testing"
)

// A receiver may add events, which are delivered after the earlier ones.
func TestAReceiverMayAddEvents(t *testing.T) {
	var q Queue[int]
	var told []int
	var tell func(int)
	tell = func(n int) {
		told = append(told, n)
		if n < 3 {
			q.Add(n + 10)
			q.Deliver(tell) // an outer call is delivering
		}
	}
	q.Add(1)
	q.Add(2)
	q.Deliver(tell)
	if want := []int{1, 2, 11, 12}; !slices.Equal(told, want) {
		t.Errorf("delivered %v, want %v", told, want)
	}
	q.Add(20)
	q.Deliver(tell)
	if told[len(told)-1] != 20 {
		t.Errorf("later events are not delivered: %v", told)
	}
}

// Events from many goroutines are delivered in the order of their adding, one at a time.
func TestEventsAreDeliveredInOrder(t *testing.T) {
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
						t.Error("two events are delivered at the same time")
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
		t.Errorf("%d delivered, in order: %v", len(told), slices.IsSorted(told))
	}
}
