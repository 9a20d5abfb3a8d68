package gotest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/words"
)

// StartDir is the folder of the package: go test starts every binary there. It is
// stored before a test can change directory.
var StartDir, StartDirErr = filepath.Abs(".")

// begun is the time when the tests began, minus the lag of file system clocks.
var begun = time.Now().Add(-20 * time.Millisecond)

// Tracked returns an error if go test might reuse the cached result of this run after
// the file or folder has changed: go test checks only files of the module. A file that
// this run has written is accepted.
func Tracked(path string) error {
	f := flag.Lookup("test.testlogfile") // set exactly when go test may cache the result
	if f == nil || f.Value.String() == "" || StartDirErr != nil {
		return nil
	}
	root := moduleOf(StartDir)
	if root == "" {
		return nil
	}
	file, err := filepath.Abs(path)
	if err != nil || within(root, file) {
		return nil
	}
	if info, err := os.Stat(file); err != nil || info.ModTime().After(begun) {
		return nil // a missing file is reported elsewhere
	}
	return fmt.Errorf("%s is outside of the module in %s: after it changed, go test would continue to print this result as (cached); "+
		"run go test with -count=1, or name the file by a link in testdata, which go test follows", filepath.ToSlash(path), filepath.ToSlash(root))
}

// moduleOf returns the folder of the go.mod for a package, or "" outside of modules.
func moduleOf(dir string) string {
	for {
		if info, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && !info.IsDir() {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// FromRoot returns a command on files of the package as it is written in the root of the module: go test does not tell in which
// folder it was started.
func FromRoot(command string) string {
	folder, err := filepath.Rel(moduleOf(StartDir), StartDir)
	if err != nil || folder == "." {
		return command
	}
	return "cd " + words.Command(filepath.ToSlash(folder)) + " && " + command
}

// within reports whether a file is in a folder, by its path or through links, as go test
// resolves it.
func within(dir, file string) bool {
	if below(dir, file) {
		return true
	}
	realDir, err := filepath.EvalSymlinks(dir)
	realFile, fileErr := filepath.EvalSymlinks(file)
	return err == nil && fileErr == nil && below(realDir, realFile)
}

func below(dir, file string) bool {
	rel, err := filepath.Rel(dir, file)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
