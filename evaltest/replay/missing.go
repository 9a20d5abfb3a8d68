package replay

import (
	"bytes"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/similarity"
)

// MissingError says that a request has no recording, which recording is the most
// alike, and how to make one.
type MissingError struct {
	Hash string // of the request
	Dir  string
	// Nearest is the file with the most similar request, "" without one, and
	// Similarity how alike the canonical texts are, in [0,1]: the Dice coefficient of
	// their pairs of letters. At most 1,000 recordings, and requests of about
	// 1 MiB together, are looked at, by name.
	Nearest    string
	Similarity float64
	// Differs are the members in which the nearest request is another one.
	Differs []string
	Command string
}

// Error returns one line.
func (e *MissingError) Error() string {
	text := fmt.Sprintf("replay: no recording of request %s in %s", e.Hash, e.Dir)
	if e.Nearest == "" {
		text += ", nor of any other"
	} else {
		text += fmt.Sprintf("; the nearest is %s (similarity %.3f", e.Nearest, e.Similarity)
		if len(e.Differs) > 0 {
			text += ", another " + strings.Join(e.Differs, ", ")
		}
		text += ")"
	}
	return text + "; record it with " + e.Command
}

// Those who lack one recording often lack all: looking for the nearest is bounded.
const (
	maxCompared      = 1000
	maxComparedBytes = 1 << 20
)

// requests iterates over recordings that can be read: file names, by name, and
// canonical requests.
func (r Recordings) requests() iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		entries, _ := os.ReadDir(r.dir())
		n, size := 0, 0
		for _, entry := range entries {
			if filepath.Ext(entry.Name()) != extension || n == maxCompared || size > maxComparedBytes {
				continue
			}
			data, err := os.ReadFile(filepath.Join(r.dir(), entry.Name()))
			if err != nil {
				continue
			}
			canonical, _, _, err := split(data)
			if err != nil {
				continue
			}
			n++
			size += len(canonical)
			if !yield(entry.Name(), canonical) {
				return
			}
		}
	}
}

func (r Recordings) missing(k key) error {
	e := &MissingError{Hash: k.hash, Dir: filepath.ToSlash(r.dir()), Command: r.command()}
	var nearest []byte
	for name, canonical := range r.requests() {
		if s := similarity.Dice(string(k.canonical), string(canonical)); e.Nearest == "" || s > e.Similarity {
			e.Nearest, e.Similarity, nearest = name, s, canonical
		}
	}
	e.Differs = differences(k.canonical, nearest)
	return e
}

// differences names the members in which two objects differ, sorted.
func differences(a, b []byte) []string {
	x, errX := document.Parse(a)
	y, errY := document.Parse(b)
	if errX != nil || errY != nil {
		return nil
	}
	var names []string
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
