package rescore

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/files"
)

// Data is the data set of a suite, a JSONL file or a folder of pairs. It has the places of the truths, and the texts of
// the documents, which records do not keep.
type Data struct {
	files.DataSet
	name string
	at   map[string]line // of a file, by id
}

type line struct {
	number int
	text   []byte
}

// OpenData reads a data set. name is its name in the places of truths, as in the record of the data set.
func OpenData(path, name string) (*Data, error) {
	set, err := files.OpenDataSet(path)
	if err != nil {
		return nil, err
	}
	d := &Data{DataSet: set, name: name, at: map[string]line{}}
	if d.Folder {
		return d, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, files.Cause(err))
	}
	n := 0
	for text := range bytes.Lines(data) {
		n++
		if text = bytes.TrimPrefix(text, []byte("\uFEFF")); len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		d.at[cmp.Or(gjson.GetBytes(text, "id").Str, fmt.Sprintf("line-%d", n))] = line{n, text}
	}
	return d, nil
}

// where returns the place of the truth of a case.
func (d *Data) where(id string) string {
	switch {
	case d == nil:
		return id
	case d.Folder:
		return filepath.ToSlash(files.DataSet{Path: d.name, Folder: true}.TruthOf(id))
	}
	return fmt.Sprintf("%s:%d", d.name, d.at[id].number)
}

// texts returns the possible texts of the document of a case: the text in the data set, and the input if it is text.
func (d *Data) texts(id string) (all []string, err error) {
	if d == nil {
		return nil, nil
	}
	if d.Folder {
		dir, name := filepath.Split(filepath.Join(d.Path, id))
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s: %w", d.Path, files.Cause(err))
		}
		for _, e := range entries {
			if e.Name() != name+".txt" && !strings.HasPrefix(e.Name(), name+".input.") {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", filepath.Join(dir, e.Name()), files.Cause(err))
			}
			all = append(all, string(text))
		}
		return all, nil
	}
	for _, key := range []string{"text", "input"} {
		if v := gjson.GetBytes(d.at[id].text, key); v.Type == gjson.String {
			all = append(all, v.Str)
		}
	}
	return all, nil
}
