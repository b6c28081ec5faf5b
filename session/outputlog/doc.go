// Package outputlog writes a child's output to a file, as lines of text, or passes it unchanged to
// a shell command: tmux's pipe-pane.
//
// Nothing waits for a log. Output that a slow file or command has not accepted yet is kept, up to a
// limit; beyond it output is dropped, and a file notes how much.
package outputlog
