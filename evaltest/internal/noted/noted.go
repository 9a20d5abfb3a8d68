// Package noted remembers what the tests of a process did, for the record of their run: which of them skipped their suite before
// its first case, and which folders of recordings they use. Who skips or opens a folder knows the test; who writes the record does not.
package noted

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// A Skip is a test that was skipped, and why: "no provider is configured".
type Skip struct{ Test, Why string }

var (
	mu      sync.Mutex
	skips   []Skip
	folders = map[string]map[string]string{} // the places of folders, by test and by path as given
)

// NoteSkip notes that a test is skipped. Of several reasons for one test the first stays.
func NoteSkip(test, why string) {
	mu.Lock()
	defer mu.Unlock()
	if !slices.ContainsFunc(skips, func(s Skip) bool { return s.Test == test }) {
		skips = append(skips, Skip{test, why})
	}
}

// Skips returns the tests that were skipped, in the order of time.
func Skips() []Skip {
	mu.Lock()
	defer mu.Unlock()
	return slices.Clone(skips)
}

// NoteFolder notes that a test uses a folder; test is "" where the caller does not know it.
func NoteFolder(test, dir string) {
	path, err := filepath.Abs(dir)
	if err != nil {
		path = dir
	}
	mu.Lock()
	defer mu.Unlock()
	if folders[test] == nil {
		folders[test] = map[string]string{}
	}
	folders[test][filepath.ToSlash(filepath.Clean(dir))] = path
}

// Folders returns the folders that a test, those around it and those in it have used so far:
// their paths as they were given, sorted, and their absolute paths.
func Folders(test string) (names []string, paths map[string]string) {
	mu.Lock()
	defer mu.Unlock()
	paths = map[string]string{}
	for name, dirs := range folders {
		if name == test || strings.HasPrefix(test, name+"/") || strings.HasPrefix(name, test+"/") {
			maps.Copy(paths, dirs)
		}
	}
	return slices.Sorted(maps.Keys(paths)), paths
}
