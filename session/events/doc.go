// Package events delivers events in the order in which they happened, one at a time and with
// no lock held: a receiver may cause further events.
//
// It knows nothing of the events. An event that is added while another goroutine delivers is
// delivered by that goroutine.
package events
