package firstline

import "syscall"

// attributes put a command into a process group of its own, which dies with the program.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
