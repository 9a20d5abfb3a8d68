// Package folders remembers which folders of recordings the tests of a process use: a
// provider adds them with the name of its test, and the record of the run reads them by
// that name.
package folders

import (
	"maps"
	"path/filepath"
	"strings"
	"sync"

	"github.com/extracteval/extracteval/metrics/sorted"
)

var (
	mu   sync.Mutex
	used = map[string]map[string]string{} // test → path as given → absolute path
)

// Use records that a test uses a folder. test is "" for a judge, which does not
// know its test.
func Use(test, dir string) {
	path, err := filepath.Abs(dir)
	if err != nil {
		path = dir
	}
	mu.Lock()
	defer mu.Unlock()
	if used[test] == nil {
		used[test] = map[string]string{}
	}
	used[test][filepath.ToSlash(filepath.Clean(dir))] = path
}

// Of returns the folders that a test, those around it and those in it have used so far:
// their paths as given, sorted, and the absolute path of each.
func Of(test string) (names []string, paths map[string]string) {
	mu.Lock()
	defer mu.Unlock()
	paths = map[string]string{}
	for name, dirs := range used {
		if name == test || strings.HasPrefix(test, name+"/") || strings.HasPrefix(name, test+"/") {
			maps.Copy(paths, dirs)
		}
	}
	return sorted.Keys(paths), paths
}
