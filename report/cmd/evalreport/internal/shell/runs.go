package shell

import (
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report/artifact"
)

// NewID returns the id of a run that begins now: the time, and three random bytes.
// Sorting ids by name sorts them by time.
func NewID() string {
	random := make([]byte, 3)
	rand.Read(random)
	return fmt.Sprintf("%s-%x", time.Now().UTC().Format("20060102T150405Z"), random)
}

// isID matches an id of NewID.
var isID = regexp.MustCompile(`^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{6}$`)

// Newest returns the newest folder in dir that has the id of a run as its name and holds an artifact.
func Newest(dir string) (path string, ok bool) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", false
	}
	for _, e := range slices.Backward(entries) {
		if !e.IsDir() || !isID.MatchString(e.Name()) {
			continue
		}
		path := filepath.Join(dir, e.Name())
		if sources, _, err := artifact.List(path); err == nil && len(sources) > 0 {
			return path, true
		}
	}
	return "", false
}

// RemoveEmpty removes the directory of a run if it is empty, and then the default folder around it.
func RemoveEmpty(dir string) {
	if err := os.Remove(dir); err == nil && filepath.Base(filepath.Dir(dir)) == DefaultDir {
		os.Remove(filepath.Dir(dir))
	}
}

// FreshDir creates the directory of a run, which must be new or empty. It returns the absolute path, since tests run in
// other working directories.
func FreshDir(dir string) (string, error) {
	path, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(path, 0o777); err != nil {
		return "", fmt.Errorf("creating %s: %w", dir, files.Cause(err))
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return "", fmt.Errorf("%s: %w", dir, files.Cause(err))
	}
	if len(entries) > 0 {
		return "", Errorf("-dir: %s is not empty: artifacts of another run would mix with the artifacts of this one; remove it, or name another", dir)
	}
	return path, nil
}
