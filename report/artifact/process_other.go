//go:build !windows

package artifact

import (
	"errors"
	"os"
	"syscall"
)

// renameFile gives a file its final name. A process that has the earlier file of this name open still reads the earlier
// file.
func renameFile(source, target string) error { return os.Rename(source, target) }

// alive reports whether there is a process of that number.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer p.Release()
	return !errors.Is(p.Signal(syscall.Signal(0)), os.ErrProcessDone)
}
