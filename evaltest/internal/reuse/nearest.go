package reuse

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/similarity"
)

// The search for the nearest recording is bounded, since a test that lacks one
// recording often lacks all.
const (
	maxCompared      = 1000
	maxComparedBytes = 1 << 20
)

// Nearest finds the recording in a folder whose request is most similar to wanted. It reads
// files with the given extension in the order of their names, up to 1,000 with requests of
// about 1 MiB together. request returns the canonical JSON of the request in a recording;
// files for which it returns an error are left out. The results are the name of the first
// file with the most similar request, "" without one; the similarity of the texts in [0,1],
// the Dice coefficient of their pairs of letters; and the sorted members in which the
// requests differ.
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
