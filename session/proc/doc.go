// Package proc asks the system about processes: which exist and belong together, their names,
// arguments, environments, working directories and open files, their use of processor and memory,
// the ports on which they listen, and which are killed first when memory runs out.
//
// It knows nothing of sessions and hosts, and sends no signals. Its functions may be called from
// any goroutine, but not with a lock held: they wait for the kernel, at most [ReadTimeout] for those
// that read the memory of a process. Unknown results, because the process has ended, belongs to
// another user, or the system does not provide them, are empty.
//
// The kernel reads arguments and environments from the memory of the process. This blocks while the
// memory map of that process is locked, and no signal to this process interrupts it. A mount that
// does not answer (FUSE, NFS) keeps it locked for hours while a program there maps a file. So such
// reads are done in a goroutine of their own, one for each process, and given up after some time.
//
// # Sources
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
// On macOS the CPU time of a process is its own; on Linux that of the children that it has waited
// for is added. Other systems provide nothing.
package proc
