// Package buffers keeps copied texts, as tmux's buffers do: the newest first, limited in number and
// total size, with lower limits for the next start of the program.
//
// It is pure. It does not know where else copied text goes, nor where it is stored.
package buffers
