// Package pending keeps work that has to be done although the program is being left: what
// was promised to somebody who may leave before it is done. The event loop begins none of
// its commands any more once it ends.
package pending
