// Package ending has the messages of panes in which nothing runs: how the process ended, what is
// wrong with the host, what is left of the session, and which keys help. Each message has several
// wordings, from the longest to the shortest; the pane shows the first that fits.
//
// The package is pure. It does not know panes; the caller says whether keys work.
package ending
