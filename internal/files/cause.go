package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/similarity"
)

// Cause returns the cause of a file error, without operation and path: the caller's message has both. For a file that
// does not exist, it adds the name that was probably meant, or the folder that does not exist. It returns an error of
// another kind unchanged.
func Cause(err error) error {
	if pathErr := (*os.PathError)(nil); errors.As(err, &pathErr) {
		if hint := meant(pathErr.Path); errors.Is(pathErr.Err, fs.ErrNotExist) && hint != "" {
			return fmt.Errorf("%w%s", pathErr.Err, hint)
		}
		return pathErr.Err
	}
	if linkErr := (*os.LinkError)(nil); errors.As(err, &linkErr) {
		return linkErr.Err
	}
	return err
}

// meant returns the end of a message about a path that does not exist.
func meant(path string) string {
	dir, base := filepath.Split(filepath.Clean(path))
	folder := filepath.Clean(dir)
	info, err := os.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Sprintf("; there is no folder %q", folder)
	case err != nil:
		return ""
	}
	const slip = 0.75 // high, since names with the same ending are similar anyway
	suggestion, ok := words.Nearest(base, listed.namesIn(folder, info))
	if !ok || similarity.Damerau(base, suggestion) < slip || withoutDigits(base) == withoutDigits(suggestion) {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", dir+suggestion)
}

// listed has the names in the last folder in which a file was missing. If a thousand files are missing in one folder, its
// names are read once.
var listed listing

type listing struct {
	lock   sync.Mutex
	folder fs.FileInfo
	names  []string
}

// namesIn returns the names in a folder, at most 1,000. It lists the folder again if another was asked for meanwhile, or if
// the folder has changed.
func (l *listing) namesIn(folder string, info fs.FileInfo) []string {
	l.lock.Lock()
	defer l.lock.Unlock()
	if l.folder == nil || !os.SameFile(l.folder, info) || !l.folder.ModTime().Equal(info.ModTime()) {
		l.folder, l.names = info, nil
		if f, err := os.Open(folder); err == nil {
			l.names, _ = f.Readdirnames(1000)
			f.Close()
		}
		slices.Sort(l.names)
	}
	return l.names
}

// withoutDigits returns a name without its digits. It is equal for the names of numbered files, which are not
// misspellings of each other.
func withoutDigits(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, name)
}
