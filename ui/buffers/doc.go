// Package buffers keeps the texts that were copied, as tmux's buffers do: the newest first,
// so many and so much of them, and fewer for the next start of the program.
//
// It is pure. Where copied text goes besides, and where it is kept, others know.
package buffers
