// Package folders remembers which folders of recordings the tests of a process use: who
// opens them knows the test, and who writes the record of its run does, too.
package folders

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

var (
	mu   sync.Mutex
	used = map[string]map[string]string{} // by test and path as given, where it is
)

// Use notes that a test uses a folder; "" is for those who do not know their test.
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
// their paths as they were given, sorted, and where they are.
func Of(test string) (names []string, paths map[string]string) {
	mu.Lock()
	defer mu.Unlock()
	paths = map[string]string{}
	for name, dirs := range used {
		if name == test || strings.HasPrefix(test, name+"/") || strings.HasPrefix(name, test+"/") {
			maps.Copy(paths, dirs)
		}
	}
	return slices.Sorted(maps.Keys(paths)), paths
}
