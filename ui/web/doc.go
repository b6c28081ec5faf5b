// Package web serves dormer's page for a browser: the workspace as a tree, the terminals of
// sessions, and conversations with agents. It serves the page's files, and a WebSocket for each
// open page.
//
// [Workspace] is its access to everything that it shows and changes. The package knows neither
// log-ins, tokens nor addresses: the caller must check who may reach a [Server], because a page
// shows everything and, unless it is read-only, can type everything.
//
// A terminal is drawn from the cells of a replica ([dormer/session/client]), never from bytes: the
// browser gets the changed rows, as runs of text in one style. The browser sends keys; they are
// encoded here, for the modes of the session ([dormer/ui/keys]).
//
// # Invariants
//
//   - A terminal has at most one frame that its page has not acknowledged. Later changes are in the
//     next frame, so a flood of output skips frames and a slow browser delays only itself.
//   - Showing a session never resizes it: a terminal is attached without a size until the page asks
//     for one.
//   - The tree is read when something has changed, at most every [treePause], and never while no
//     page is open.
//   - Messages from a page are checked; an invalid one closes the connection.
//
// Rows and columns count from zero. Lines of the history have absolute numbers, as in
// [client.Replica.History].
package web
