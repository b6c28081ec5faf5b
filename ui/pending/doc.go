// Package pending keeps work that must be finished even if the user leaves the program before it is
// done, because it was promised. Once the event loop ends, it starts none of its commands any more.
package pending
