package dataset

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/extracteval/extracteval/internal/files"
)

// Place is where a data set stands: a file, or a folder of pairs or documents.
type Place struct {
	Path   string
	Folder bool
}

// Find finds a data set. The error names it.
func Find(path string) (Place, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Place{}, fmt.Errorf("the data set %s: %w", path, files.Cause(err))
	}
	return Place{path, info.IsDir()}, nil
}

// TruthOf returns the file that has the truth of a case.
func (p Place) TruthOf(id string) string {
	if p.Folder {
		pair, document := filepath.Join(p.Path, id+wantSuffix), filepath.Join(p.Path, id+".json")
		if _, err := os.Stat(pair); err != nil {
			if _, err := os.Stat(document); err == nil {
				return document
			}
		}
		return pair
	}
	return p.Path
}
