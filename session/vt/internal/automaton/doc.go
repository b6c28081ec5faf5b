// Package automaton finds the matches of a regular expression. Its results are those of package
// regexp, some twenty times as fast. It runs deterministic automata, whose states it makes when
// a text first leads to them.
//
// A search takes two runs, as in RE2 (https://swtch.com/~rsc/regexp/regexp3.html). The first
// run reads to the right and finds the end of the leftmost match; of the matches that begin at
// the same place it takes the one that package regexp prefers. The second run reads to the left
// from that end, with the expression reversed, and finds the longest match; that is where the
// match begins.
//
// Invariants:
//
//   - The matches are those of FindAllIndex of package regexp.
//   - Memory is bounded for any expression and text. When there are too many states, the
//     automaton discards them all and continues.
//   - [New] refuses an expression that would not gain anything. [Automaton.Strained] reports an
//     expression that turns out not to gain anything.
//
// The package knows nothing of submatches, lines or terminals. Offsets are in bytes; ranges are
// half-open.
package automaton
