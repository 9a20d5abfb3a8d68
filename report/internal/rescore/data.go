package rescore

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/files"
)

// Data is the data set of a suite, a JSONL file or a folder of pairs: where its truths
// stand, and the texts of its documents, which records do not keep.
type Data struct {
	path, name string
	folder     bool
	at         map[string]line // of a file, by id
}

type line struct {
	number int
	start  int64
	size   int
}

// OpenData reads a data set. name stands for it where a truth is told, as in the record of
// the data set.
func OpenData(path, name string) (*Data, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, files.Cause(err))
	}
	d := &Data{path: path, name: name, folder: info.IsDir(), at: map[string]line{}}
	if d.folder {
		return d, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, files.Cause(err))
	}
	defer f.Close()
	in := files.NewLines(f)
	for {
		text, err := in.Next()
		if errors.Is(err, io.EOF) {
			return d, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, files.Cause(err))
		}
		l := line{in.Number(), in.Start(), in.Size()}
		if text = withoutMark(text); len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		id := gjson.GetBytes(text, "id").Str
		if id == "" {
			id = fmt.Sprintf("line-%d", l.number)
		}
		d.at[strings.Clone(id)] = l
	}
}

func withoutMark(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\uFEFF")) }

// where returns where the truth of a case stands.
func (d *Data) where(id string) string {
	switch {
	case d == nil:
		return id
	case d.folder:
		return filepath.ToSlash(filepath.Join(d.name, id+".want.json"))
	}
	return fmt.Sprintf("%s:%d", d.name, d.at[id].number)
}

// texts returns the possible texts of the document of a case: the text in the data set, and the input where it is
// text.
func (d *Data) texts(id string) (all []string, err error) {
	if d == nil {
		return nil, nil
	}
	if d.folder {
		for _, pattern := range []string{".txt", ".input."} {
			names, err := d.beside(id + pattern)
			if err != nil {
				return nil, err
			}
			for _, file := range names {
				text, err := os.ReadFile(filepath.Join(d.path, file))
				if err != nil {
					return nil, fmt.Errorf("%s: %w", filepath.Join(d.path, file), files.Cause(err))
				}
				all = append(all, string(text))
			}
		}
		return all, nil
	}
	l, ok := d.at[id]
	if !ok {
		return nil, nil
	}
	f, err := os.Open(d.path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", d.path, files.Cause(err))
	}
	defer f.Close()
	text, err := files.LineAgain(f, l.start, l.size)
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", d.path, l.number, files.Cause(err))
	}
	text = withoutMark(text)
	for _, key := range []string{"text", "input"} {
		if v := gjson.GetBytes(text, key); v.Type == gjson.String {
			all = append(all, v.Str)
		}
	}
	return all, nil
}

// beside returns the files of a folder whose names begin so, or are so.
func (d *Data) beside(begin string) ([]string, error) {
	name := filepath.Base(begin)
	entries, err := os.ReadDir(filepath.Join(d.path, filepath.Dir(begin)))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", d.path, files.Cause(err))
	}
	var all []string
	for _, e := range entries {
		if e.Name() == name || strings.HasSuffix(name, ".") && strings.HasPrefix(e.Name(), name) {
			all = append(all, filepath.Join(filepath.Dir(begin), e.Name()))
		}
	}
	slices.Sort(all)
	return all, nil
}
