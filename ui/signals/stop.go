package signals

import (
	"os"
	"os/signal"
	"syscall"
)

// StopSelf stops the program's process group, as the terminal does on Ctrl-Z, and returns when it
// is continued.
func StopSelf() {
	cont := make(chan os.Signal, 1)
	signal.Notify(cont, syscall.SIGCONT)
	defer signal.Stop(cont)
	if err := syscall.Kill(0, syscall.SIGTSTP); err != nil {
		return
	}
	<-cont
}
