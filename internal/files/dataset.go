package files

import (
	"fmt"
	"os"
	"path/filepath"
)

// DataSet is a data set as users name it: a file of JSON Lines, or a folder of pairs.
type DataSet struct {
	Path   string
	Folder bool
}

// OpenDataSet finds a data set. The error names it.
func OpenDataSet(path string) (DataSet, error) {
	info, err := os.Stat(path)
	if err != nil {
		return DataSet{}, fmt.Errorf("the data set %s: %w", path, Cause(err))
	}
	return DataSet{path, info.IsDir()}, nil
}

// TruthOf returns the file that has the truth of a case.
func (d DataSet) TruthOf(id string) string {
	if d.Folder {
		return filepath.Join(d.Path, id+".want.json")
	}
	return d.Path
}
