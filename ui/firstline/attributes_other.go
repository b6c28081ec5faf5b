//go:build !linux

package firstline

import "syscall"

// attributes puts a command into its own process group.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
