package artifact

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/extracteval/extracteval/internal/files"
)

// processName tells the processes of one directory apart.
func processName() string {
	return host() + "-" + strconv.Itoa(os.Getpid())
}

// host returns the name of the computer as part of the name of a file.
var host = sync.OnceValue(func() string {
	host, err := os.Hostname()
	if err != nil {
		host = "localhost"
	}
	return files.Name(host)
})

// makeDir makes the directory of artifacts, if need be.
func makeDir(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("report: creating directory %s for artifacts: %w", dir, files.Cause(err))
	}
	return nil
}

// isAbandoned reports whether nobody writes to a .running file of this owner any more. For another host or container it
// goes by the time of the last write.
func isAbandoned(owner string, written time.Time) bool {
	i := strings.LastIndexByte(owner, '-')
	pid, err := strconv.Atoi(owner[i+1:])
	if i < 0 || err != nil {
		return false // not a name of ours
	}
	if owner[:i] != host() {
		return now().Sub(written) > 24*time.Hour
	}
	if pid == os.Getpid() {
		return written.Before(start) // an earlier process had the same number
	}
	return !alive(pid)
}
