// Package events tells of what happened in the order in which it did, with no lock
// held: whoever is told may cause the next thing to be told.
//
// It knows nothing of what happens. What is added while another goroutine tells is
// told by that one; so nobody is told of two things at a time, or of a later one
// first.
package events
