package firstline

import "syscall"

// attributes puts a command into its own process group. The command is killed when the program
// dies.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
