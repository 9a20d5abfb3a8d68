package cases

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
	mu        sync.Mutex
	skips     []Skip
	providers = map[string]*asked{} // by test
)

// NoteSkip notes that a test is skipped. A second reason for the same test is dropped.
func NoteSkip(test, reason string) {
	mu.Lock()
	defer mu.Unlock()
	if !slices.ContainsFunc(skips, func(s Skip) bool { return s.Test == test }) {
		skips = append(skips, Skip{test, reason})
	}
}

// Skips returns the tests that were skipped, the earliest first.
func Skips() []Skip {
	mu.Lock()
	defer mu.Unlock()
	return slices.Clone(skips)
}

// asked are the providers that a test has asked.
type asked struct {
	modes   map[string]bool
	folders map[string]string // of recordings that are replayed: path as given -> absolute path
}

// Replay is the mode of package replay that reads recordings.
const Replay = "replay"

// NoteProvider notes that a test asks a provider in a mode of package replay, and the folder of its recordings, "" for
// none. test is the name of the test. It is "" if the caller does not know it, such as package judge: the note then
// holds for every test.
func NoteProvider(test, mode, dir string) {
	mu.Lock()
	defer mu.Unlock()
	provider := providers[test]
	if provider == nil {
		provider = &asked{map[string]bool{}, map[string]string{}}
		providers[test] = provider
	}
	provider.modes[mode] = true
	if mode != Replay || dir == "" {
		return
	}
	path, err := filepath.Abs(dir)
	if err != nil {
		path = dir
	}
	provider.folders[filepath.ToSlash(filepath.Clean(dir))] = path
}

// ForgetProviders drops all notes of providers, for tests that are several processes in one.
func ForgetProviders() {
	mu.Lock()
	defer mu.Unlock()
	clear(providers)
}

// askedBy returns the providers that a test, the tests around it and its subtests have asked so far.
func askedBy(test string) asked {
	mu.Lock()
	defer mu.Unlock()
	all := asked{map[string]bool{}, map[string]string{}}
	for name, provider := range providers {
		if name == test || strings.HasPrefix(test, name+"/") || strings.HasPrefix(name, test+"/") {
			maps.Copy(all.modes, provider.modes)
			maps.Copy(all.folders, provider.folders)
		}
	}
	return all
}

// Provider returns the mode in which a test has asked a provider. Without such a note it returns the mode of the notes
// that hold for every test. It is "" if no provider was asked, or if one was asked in several modes.
func Provider(test string) string {
	modes := askedBy(test).modes
	if len(modes) == 0 {
		modes = askedBy("").modes
	}
	if len(modes) != 1 {
		return ""
	}
	return slices.Collect(maps.Keys(modes))[0]
}

// ReplayDir is the default folder of the recordings of package replay.
const ReplayDir = "testdata/replay"

// RecordingsHash returns a hash of the recordings of a test: of the folders that it replays, and of those that unknown
// tests replay. For one folder with files it is the folder's hash, for several a hash of their names and hashes, and ""
// for none.
func RecordingsHash(test string) string {
	paths := askedBy(test).folders
	maps.Copy(paths, askedBy("").folders)
	all := sha256.New()
	best, count := "", 0
	for _, name := range slices.Sorted(maps.Keys(paths)) {
		if hash := folderHash(paths[name]); hash != "" {
			best, count = hash, count+1
			all.Write([]byte(name + "\x00" + hash + "\x00"))
		}
	}
	if count <= 1 {
		return best
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
		sum := sha256.Sum256(data)
		all.Write([]byte(f.Name() + "\x00"))
		all.Write(sum[:])
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
