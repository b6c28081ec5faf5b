// Package automaton finds what a regular expression matches, the same as package
// regexp does, some twenty times as fast: it runs deterministic automata, of which
// it makes the states that a text leads to when it leads to them.
//
// A search is two runs (the way of RE2, https://swtch.com/~rsc/regexp/regexp3.html):
// one to the right finds where the leftmost match ends, which of the matches that
// begin there package regexp would take included; one to the left, of the expression
// read backwards, finds how far the longest match that ends there reaches, which is
// where it begins.
//
// What holds always:
//
//   - its matches are those of regexp's FindAllIndex;
//   - it takes a bounded amount of memory, whatever expression and text are: when its
//     states are too many it forgets them all, and goes on;
//   - an expression for which that is no gain is refused ([New]), and one that turns
//     out to be such says so ([Automaton.Strained]).
//
// It knows nothing of submatches, lines or terminals. Offsets are in bytes, ranges
// half-open.
package automaton
