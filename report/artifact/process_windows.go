package artifact

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// renameFile gives a file its final name. Windows refuses that while a virus scanner or a reader has one of the two files
// open. That mostly passes, so renameFile tries again for a second.
func renameFile(from, to string) error {
	const sharingViolation = syscall.Errno(32)
	for wait := time.Millisecond; ; wait *= 2 {
		err := os.Rename(from, to)
		if wait > 512*time.Millisecond || !errors.Is(err, sharingViolation) && !errors.Is(err, syscall.ERROR_ACCESS_DENIED) {
			return err
		}
		time.Sleep(wait)
	}
}

// alive reports whether there is a process of that number.
func alive(pid int) bool {
	p, err := os.FindProcess(pid) // which opens it
	if err != nil {
		return false
	}
	p.Release()
	return true
}
