package marker

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/extracteval/extracteval/internal/files"
)

// Name tells the processes of one directory apart.
func Name() string {
	return Host() + "-" + strconv.Itoa(os.Getpid())
}

// Host returns the name of the computer as part of the name of a file.
var Host = sync.OnceValue(func() string {
	host, err := os.Hostname()
	if err != nil {
		host = "localhost"
	}
	return files.Name(host)
})

// MakeDir makes the directory of artifacts, if need be.
func MakeDir(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("report: creating directory %s for artifacts: %w", dir, files.Cause(err))
	}
	return nil
}

// Abandoned reports whether nobody writes to a .running file of this owner any more. For another host or container it
// goes by the time of the last write.
func Abandoned(owner string, written time.Time) bool {
	i := strings.LastIndexByte(owner, '-')
	pid, err := strconv.Atoi(owner[i+1:])
	if i < 0 || err != nil {
		return false // not a name of ours
	}
	if owner[:i] != Host() {
		return Now().Sub(written) > 24*time.Hour
	}
	if pid == os.Getpid() {
		return written.Before(start) // an earlier process had the same number
	}
	return !alive(pid)
}
