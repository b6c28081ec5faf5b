// Package proc reads what proc(5) tells of a process, and waits for it no longer than
// [Patience].
//
// Some of those files the kernel makes of the process' memory, such as /proc/PID/environ
// and /proc/PID/cmdline. Reading one waits as long as the memory map of that process is
// locked, and no signal to the reader's own process changes that. A mount that does not
// answer (FUSE, NFS) has it locked for hours while a program there maps a file. So each
// file is read in a goroutine of its own.
package proc
