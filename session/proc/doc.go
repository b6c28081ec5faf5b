// Package proc is all that dormer asks the system about processes: which there are and
// which belong together, what one is called, its arguments, environment, working directory
// and open files, what it uses of processor and memory, at which ports it listens, and which
// is to be killed first when memory runs out.
//
// It refuses to know sessions and hosts, and sends no signal. Its functions may be called
// from any goroutine, but not with a lock held: they wait for the kernel, those that read
// the memory of a process for [Patience] at most. What cannot be found out, because the
// process has gone, is another user's, or the system does not tell it, is empty.
//
// Some of what the kernel tells is made of the memory of the process: arguments and
// environment. Asking for it waits as long as the memory map of that process is locked, and
// no signal to this process changes that. A mount that does not answer (FUSE, NFS) has it
// locked for hours while a program there maps a file. So that is asked for in a goroutine
// of its own, one for each process, and given up after a while.
//
// # Where it comes from
//
//	              Linux, proc(5)            macOS
//	table         PID/stat                  sysctl kern.proc
//	name          PID/comm, PID/exe         sysctl kern.proc, kern.procargs2
//	arguments     PID/cmdline               sysctl kern.procargs2
//	environment   PID/environ               sysctl kern.procargs2
//	directory     PID/cwd                   nobody tells it without cgo: empty
//	open files    PID/fd                    nobody tells it without cgo: empty
//	CPU, memory   PID/stat                  ps(1)
//	ports         net/tcp, net/tcp6, PID/fd lsof(8)
//	killed first  PID/oom_score_adj         no such
//
// On macOS the CPU time of a process is its own; on Linux that of the children that it has
// waited for is added. Other systems tell nothing.
package proc
