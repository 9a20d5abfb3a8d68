package gotest

import (
	"crypto/rand"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"github.com/extracteval/extracteval/report/artifact"
)

// NewID returns the id of a run that begins now: the time, and three bytes of chance.
// Sorted by name, ids are in the order of time.
func NewID() (string, error) {
	random := make([]byte, 3)
	if _, err := rand.Read(random); err != nil {
		return "", err
	}
	return time.Now().UTC().Format("20060102T150405Z") + "-" + hex.EncodeToString(random), nil
}

// isID matches what NewID returns.
var isID = regexp.MustCompile(`^[0-9]{8}T[0-9]{6}Z-[0-9a-f]{6}$`)

// Newest returns, of the folders in dir that have the id of a run as their name, the newest
// one that holds an artifact.
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
