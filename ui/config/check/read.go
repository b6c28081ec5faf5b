package check

import "dormer/ui/config"

// Read is a configuration that was read, with its problems.
type Read struct {
	Config   config.Config
	Problems []error
	// Asked means that the user waits for an answer.
	Asked bool
	// number counts the reads from 1.
	number int
}

// Reads orders the reads of the configuration: the one that began last counts, because it may have
// found more than the others.
type Reads struct{ begun, taken int }

// Begin returns a function that reads the configuration and may take its time.
func (r *Reads) Begin(read func() (config.Config, []error), asked bool) func() Read {
	r.begun++
	number := r.begun
	return func() Read {
		c, problems := read()
		return Read{c, append(problems, Problems(c)...), asked, number}
	}
}

// Take reports whether a read counts.
func (r *Reads) Take(read Read) bool {
	if read.number < r.taken {
		return false
	}
	r.taken = read.number
	return true
}
