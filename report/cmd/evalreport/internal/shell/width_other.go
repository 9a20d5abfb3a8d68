//go:build !(linux || darwin || freebsd || netbsd || openbsd)

package shell

import "os"

// width is unknown on this system.
func width(*os.File) int { return 0 }
