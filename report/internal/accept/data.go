package accept

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/extracteval/extracteval/internal/files"
)

// Data is a data set: a file of JSON Lines, or a folder of pairs.
type Data struct {
	Path   string
	Key    string // of ids; default "id"
	Folder bool
}

// OpenData finds a data set. key is the key of ids in a file.
func OpenData(path, key string) (Data, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Data{}, fmt.Errorf("the data set %s: %w", path, files.Cause(err))
	}
	return Data{path, key, info.IsDir()}, nil
}

// File returns the file that has the truth of a case.
func (d Data) File(id string) string {
	if d.Folder {
		return filepath.Join(d.Path, id+".want.json")
	}
	return d.Path
}

// Read reads the file that has the truth of a case.
func (d Data) Read(id string) (*Labels, error) {
	path := d.File(id)
	if d.Folder && filepath.Dir(path) != filepath.Clean(d.Path) {
		return nil, fmt.Errorf("case %q: that is not the name of a pair in %s", id, d.Path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, files.Cause(err))
	}
	if d.Folder {
		return Pair(filepath.ToSlash(path), id, data)
	}
	return Lines(filepath.ToSlash(path), data, d.Key)
}

// Write writes the file with the accepted changes, as a whole, unless somebody has changed it since it was read.
func (l *Labels) Write() error {
	path := filepath.FromSlash(l.name)
	now, err := os.ReadFile(path)
	if err == nil && !bytes.Equal(now, l.read) {
		err = fmt.Errorf("%s was changed by somebody else meanwhile; nothing was written to it", path)
	}
	if err != nil {
		return err
	}
	return files.Write(path, l.Bytes())
}
