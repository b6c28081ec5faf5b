// Package session says what a session is: its identity and the vocabularies
// that the rest of dormer uses to talk about it. It is pure: values and tables,
// no process, no file, no clock.
//
// A session is a shell, a command or an agent with a UUID of version 4 that is
// minted once and stays its identity in every layer: record, layout leaf, state
// file, host, replica and command line. The package keeps four questions about
// it apart, because four different parties answer them:
//
//   - where is it in the workspace? [Residency], answered by the workspace;
//   - what happened to its process? [Lifecycle], answered by whoever owns it;
//   - what does this program see of it now? [RuntimeStatus], memory only;
//   - can the user go on with it? [Disposition], answered by the user.
package session
