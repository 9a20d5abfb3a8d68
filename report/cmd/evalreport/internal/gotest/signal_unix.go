//go:build unix

package gotest

import (
	"os"
	"os/exec"
	"syscall"
)

// forwarded are the signals that go test gets in place of this command.
var forwarded = []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}

// ownGroup makes the processes of a command a group, to which the terminal sends
// nothing by itself: every signal reaches each of them once, through forward.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// forward sends a signal to the group of a process. An error says that there is
// nobody left.
func forward(p *os.Process, s os.Signal) {
	if number, ok := s.(syscall.Signal); ok {
		_ = syscall.Kill(-p.Pid, number)
	}
}
