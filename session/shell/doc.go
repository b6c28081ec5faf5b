// Package shell makes interactive shells report their prompts and commands (OSC 133, FinalTerm) and
// their directory (OSC 7), without changing any of the user's files.
//
// [Files] writes the scripts to a private directory; [Integrate] changes how a shell is started so that
// it reads them:
//
//   - bash, login: --posix and ENV, so that it reads our script instead of its own start-up
//     files, which the script then reads in their order; otherwise --rcfile;
//   - zsh: a ZDOTDIR of ours, whose .zshenv restores the user's before anything else;
//   - fish: one more directory in XDG_DATA_DIRS, which the script removes again.
//
// Invariants: the user's start-up files are read once, in the shell's own order, in the mode that
// the shell would have; no variable of the integration remains in the environment of the shell's
// children; history, exit status, traps and hooks are the user's. A shell whose start-up files
// already make it report is left alone: nothing is reported twice. A shell within the shell, on
// another machine or in another multiplexer is not affected.
//
// It knows nothing of sessions, terminals and how anything is started.
package shell
