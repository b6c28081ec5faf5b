// Package outputlog writes what a child prints to a file, as lines of text, or passes it to a
// shell command as it is: tmux's pipe-pane.
//
// Nothing waits for a log. What a slow file or command has not taken yet is kept, up to a
// bound; beyond that output is left out, and a file says how much.
package outputlog
