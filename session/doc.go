// Package session defines sessions: their identity and the vocabularies in which the rest of dormer
// talks about them. It is pure: values and tables, no process, no file, no clock.
//
// A session is a shell, a command or an agent. Its identity is a UUID of version 4, created once
// and used in every layer: record, layout leaf, state file, host, replica and command line. Four
// questions about a session are kept apart, because four different parties answer them:
//
//   - where is it in the workspace? [Residency], answered by the workspace;
//   - what happened to its process? [Lifecycle], answered by its owner;
//   - how does this program see it now? [RuntimeStatus], memory only;
//   - can the user continue with it? [Disposition], answered by the user.
package session
