package replay

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/extracteval/extracteval/evaltest/internal/reuse"
)

// MissingError reports a request without a recording, the most similar
// recording, and the command to record it.
type MissingError struct {
	Hash string // hash of the request
	Dir  string
	// Nearest is the file with the most similar request, "" without one. Similarity
	// is the similarity of the canonical texts in [0,1]: the Dice coefficient of
	// their pairs of letters. The search reads at most 1,000 recordings, and requests
	// of about 1 MiB together, in the order of names.
	Nearest    string
	Similarity float64
	// Differs lists the members in which the nearest request differs.
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

func (r Recordings) missing(k key) error {
	e := &MissingError{Hash: k.hash, Dir: filepath.ToSlash(r.dir()), Command: r.command()}
	e.Nearest, e.Similarity, e.Differs = reuse.Nearest(k.canonical, r.dir(), extension, func(file string) ([]byte, error) {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		canonical, _, _, err := split(data)
		return canonical, err
	})
	return e
}
