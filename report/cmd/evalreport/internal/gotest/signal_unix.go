//go:build unix

package gotest

import (
	"os"
	"os/exec"
	"syscall"
)

// forwarded are the signals that this command passes on to go test.
var forwarded = []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}

// ownGroup makes the processes of a command a group, to which the terminal sends
// no signals by itself: every signal reaches each process once, through forward.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// forward sends a signal to the group of a process. An error means that the
// group has ended.
func forward(p *os.Process, s os.Signal) {
	if number, ok := s.(syscall.Signal); ok {
		_ = syscall.Kill(-p.Pid, number)
	}
}
