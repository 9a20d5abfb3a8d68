//go:build linux || darwin || freebsd || netbsd || openbsd

package shell

import (
	"os"
	"syscall"
	"unsafe"
)

// width returns the columns of a terminal, 0 if unknown.
func width(f *os.File) int {
	var size struct{ rows, columns, x, y uint16 }
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size)))
	if errno != 0 {
		return 0
	}
	return int(size.columns)
}
