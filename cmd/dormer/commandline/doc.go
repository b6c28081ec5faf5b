// Package commandline is what can be said on a program's command line: a tree of
// commands with their flags, how words are read by it, the help that is made from it,
// and what a shell is offered to complete a word with.
//
// It knows none of the commands and of no program but itself. It is here, and is no
// library, because those that do this well print help with package text/template: that
// calls methods by names that nobody knows before, so that a linker has to keep each
// method of each type that a program is built of, and every process pays for it.
//
// What holds:
//
//   - flags are written as one is used to: --flag=value, --flag value, -f value, -fvalue,
//     several letters behind one dash, and nothing behind -- is one;
//   - a flag belongs to one command: said of another, it is a mistake and never ignored;
//   - what a mistake is, is said in one sentence; what to do about it is for who runs the
//     command to add;
//   - shells that completion was set up for by an earlier version go on working: what
//     they ask, and what they are answered, stays as it is (see complete.go).
package commandline
