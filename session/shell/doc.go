// Package shell has interactive shells say where their prompts and commands are
// (OSC 133, FinalTerm) and which directory they are in (OSC 7), without a change to
// any file of the user's.
//
// [Files] keeps the scripts on disk, in a private directory; [Join] changes how a
// shell is started so that it reads them:
//
//   - bash, login: --posix and ENV, so that it reads our script instead of its own
//     start-up files, which the script then reads in their order; otherwise --rcfile;
//   - zsh: a ZDOTDIR of ours, whose .zshenv gives the user's back before anything else;
//   - fish: one more directory in XDG_DATA_DIRS, which the script takes out again.
//
// What always holds: the user's start-up files are read once, in the shell's own
// order, in the mode that the shell would have; nothing of the way in is left in the
// environment that the shell's children see; history, exit status, traps and hooks
// are the user's. A shell whose start-up files make it speak already is left to do
// so: nothing is said twice. A shell inside of the shell, on another machine or in
// another multiplexer knows nothing of it.
//
// It refuses to know of sessions, terminals and how anything is started.
package shell
