package reuse

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
)

// Skip is a test that was skipped before its first case, and the reason: "no provider is configured".
type Skip struct{ Test, Why string }

var (
	mu      sync.Mutex
	skips   []Skip
	folders = map[string]map[string]string{} // test -> path as given -> absolute path
)

// NoteSkip notes that a test is skipped. A second reason for the same test is dropped.
func NoteSkip(test, why string) {
	mu.Lock()
	defer mu.Unlock()
	if !slices.ContainsFunc(skips, func(s Skip) bool { return s.Test == test }) {
		skips = append(skips, Skip{test, why})
	}
}

// Skips returns the tests that were skipped, the earliest first.
func Skips() []Skip {
	mu.Lock()
	defer mu.Unlock()
	return slices.Clone(skips)
}

// NoteFolder notes that a test uses a folder of recordings. test is "" if the caller does not know it.
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

// foldersOf returns the folders that a test, the tests around it and its subtests have used
// so far: their paths as they were given, sorted, and their absolute paths.
func foldersOf(test string) (names []string, paths map[string]string) {
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

// ReplayDir is the default folder of the recordings of package replay.
const ReplayDir = "testdata/replay"

// RecordingsHash returns a hash of the recordings of a test: of the folders that it opened,
// or else of ReplayDir, and of the folders of judges, which do not know their test. For one
// folder with files it is the folder's hash, for several a hash of their names and hashes.
func RecordingsHash(test string) string {
	names, paths := foldersOf(test)
	if len(names) == 0 {
		names, paths[ReplayDir] = []string{ReplayDir}, filepath.FromSlash(ReplayDir)
	}
	judges, at := foldersOf("")
	maps.Copy(paths, at)
	names = append(names, judges...)
	slices.Sort(names)
	all := sha256.New()
	one, there := "", 0
	for _, name := range slices.Compact(names) {
		if hash := folderHash(paths[name]); hash != "" {
			one, there = hash, there+1
			all.Write([]byte(name + "\x00" + hash + "\x00"))
		}
	}
	if there <= 1 {
		return one
	}
	return hex.EncodeToString(all.Sum(nil)[:8])
}

// folderHash returns 16 hex digits that identify the files of a folder by name and
// contents, "" for a folder without files.
func folderHash(dir string) string {
	files, err := os.ReadDir(dir) // sorted by name
	if err != nil {
		return ""
	}
	all := sha256.New()
	n := 0
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			continue
		}
		n++
		one := sha256.Sum256(data)
		all.Write([]byte(f.Name() + "\x00"))
		all.Write(one[:])
	}
	if n == 0 {
		return ""
	}
	return hex.EncodeToString(all.Sum(nil)[:8])
}

// Command returns the shell command that records the requests of a test, or of the
// whole package if test is "".
func Command(test string) string {
	text := "EVALTEST_PROVIDER=record go test -count=1"
	if top, _, _ := strings.Cut(test, "/"); top != "" {
		text += " -run '^" + top + "$'"
	}
	if info, ok := debug.ReadBuildInfo(); ok && strings.HasSuffix(info.Path, ".test") {
		text += " " + strings.TrimSuffix(info.Path, ".test")
	}
	return text
}

// CheckUsage returns an error if the recorded usage of a call, by unit, has a number below 0.
func CheckUsage(costs map[string]float64) error {
	for _, unit := range slices.Sorted(maps.Keys(costs)) {
		if v := costs[unit]; v < 0 {
			return fmt.Errorf("its usage has %v of %q, want a number from 0", v, unit)
		}
	}
	return nil
}
