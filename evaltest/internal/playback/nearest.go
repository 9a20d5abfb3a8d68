// Package playback has what the recordings of providers and of judges have in common: how
// they are made, the one that is most like a request without any, and what their calls took.
package playback

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/similarity"
)

// Those who lack one recording often lack all: looking for the nearest is bounded.
const (
	maxCompared      = 1000
	maxComparedBytes = 1 << 20
)

// Nearest looks at the files of a folder that have an extension, by name, up to 1,000 with
// requests of about 1 MiB together. request returns the canonical JSON of the request in a
// recording; files of which it returns an error are left out. The result is the name of the
// first file with the most similar request, "" without one; how alike the texts are, in
// [0,1], the Dice coefficient of their pairs of letters; and the members in which the
// requests differ, sorted.
func Nearest(wanted []byte, dir, extension string, request func(file string) ([]byte, error)) (name string, alike float64, differ []string) {
	entries, _ := os.ReadDir(dir)
	var nearest []byte
	n, size := 0, 0
	for _, entry := range entries {
		if filepath.Ext(entry.Name()) != extension || n == maxCompared || size > maxComparedBytes {
			continue
		}
		canonical, err := request(filepath.Join(dir, entry.Name()))
		if err != nil {
			continue
		}
		n++
		size += len(canonical)
		if s := similarity.Dice(string(wanted), string(canonical)); name == "" || s > alike {
			name, alike, nearest = entry.Name(), s, canonical
		}
	}
	return name, alike, differences(wanted, nearest)
}

// differences names the members in which two objects differ, sorted.
func differences(a, b []byte) (names []string) {
	x, errX := document.Parse(a)
	y, errY := document.Parse(b)
	if errX != nil || errY != nil {
		return nil
	}
	differ := func(v, w document.Value) {
		for name, member := range v.Members() {
			if !bytes.Equal(member.AppendCanonical(nil), w.Member(name).AppendCanonical(nil)) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	differ(x, y)
	differ(y, x)
	slices.Sort(names)
	return names
}
