// Package mcpserver is dormer for coding agents: a server of the Model Context Protocol, whose
// tools do the same as the command line, with the same code: list, read, wait, open, run,
// send_text, send_keys, prompt_agent, worktree_create, worktree_diff, undo. The sessions and
// their screens are resources, and clients can subscribe to changes of them.
//
// It knows neither the transport nor where workspaces are: [New] returns a server for one
// [Caller], which "dormer mcp" serves on its standard input and output, and the relay over HTTP.
//
// # Invariants
//
//   - A caller reads everything, and acts only on what it has opened or was granted
//     (dormer/session/grant). A refusal is one sentence that says who can grant it and how.
//   - A prompt never goes into a shell, and a command never into anything else.
//   - What one call returns is bounded, and so is the number of calls at a time.
//   - When the server ends, sessions go on, and grants stay.
package mcpserver
