// Package web is the page for a browser: the workspace as a tree, any session's terminal, and
// conversations with agents. It serves the page's files and one WebSocket for each open page.
//
// It is given what it shows and does through [Workspace], and knows neither log-ins, tokens nor
// addresses: whoever mounts [Server] lets in only who may see and type everything.
//
// A terminal is drawn from the cells of a replica ([dormer/session/client]), never from bytes: the
// browser gets the rows that changed, as runs of text in one style. Keys go the other way as keys;
// they are encoded here, for the modes of the session ([dormer/ui/keys]).
//
// # Invariants
//
//   - A terminal has at most one frame that its page has not acknowledged. What changes meanwhile
//     is in the next one, so a flood is skipped through and a slow browser holds up only itself.
//   - Looking never resizes a session: a terminal is attached without a size until the page asks
//     for one.
//   - The tree is read when something happened, at most every [treePause], and never while no page
//     is open.
//   - What comes from a page is checked; a message that is not understood closes the connection.
//
// Rows and columns count from zero. Lines of the history have absolute numbers, as in
// [client.Replica.History].
package web
