package pictures

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report/internal/render"
)

// textNames are the endings of the files that hold the text of a case, after
// its id.
var textNames = []string{".txt", ".input.txt", ""}

// maxText is the number of bytes of a text that are read; fewer are shown.
const maxText = 1 << 20

// textsIn returns a function that finds the texts of documents in folders: the text of a
// case is in id.txt, id.input.txt or a file named like its id. It is nil without folders.
func textsIn(dirs []string) (func(set *render.Set, id string) (string, error), error) {
	if err := checkFolders(dirs); err != nil || len(dirs) == 0 {
		return nil, err
	}
	return func(_ *render.Set, id string) (string, error) {
		name := filepath.FromSlash(id)
		if !filepath.IsLocal(name) {
			return "", fs.ErrNotExist // an id must not lead to another folder
		}
		for _, dir := range dirs {
			for _, end := range textNames {
				text, err := readIn(dir, name+end)
				if err == nil || !errors.Is(err, fs.ErrNotExist) {
					return text, files.Cause(err)
				}
			}
		}
		return "", fs.ErrNotExist
	}, nil
}

func readIn(dir, name string) (string, error) {
	f, err := openIn(dir, name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxText))
	return string(text), err
}
