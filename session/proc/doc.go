// Package proc reads those files of proc(5) that the kernel makes of a process'
// memory, such as /proc/PID/environ and /proc/PID/cmdline.
//
// Reading one waits as long as the memory map of that process is locked, and no signal
// to the reader's own process changes that. A mount that does not answer (FUSE, NFS) has
// it locked for hours while a program there maps a file. So such a file is read in a
// goroutine of its own, and nobody waits for it longer than [Patience].
//
// Files that need no memory map (stat, comm, cwd, exe) are read as any others are.
package proc
