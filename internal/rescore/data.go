package rescore

import (
	"errors"
	"path/filepath"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/dataset"
)

// Data is the data set of a run. It has the places of the truths, and the texts of the documents, which records do not
// keep.
type Data struct {
	dataset.Place
	name  string
	lines map[string]dataset.Line // by id and, for runs that joined lines by their order, by [dataset.Line.Name]
}

// OpenData reads a data set of a form. name is its name in the places of truths, as in the record of the data set, and key the
// key of the id, see [dataset.Lookup].
func OpenData(path, name, key string, form dataset.Form) (*Data, error) {
	place, err := dataset.Find(path)
	if err != nil {
		return nil, err
	}
	f, err := dataset.OpenForm(path, path, form)
	if err != nil {
		return nil, err
	}
	d := &Data{Place: place, name: name, lines: map[string]dataset.Line{}}
	for line, err := range f.Lines().All() {
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		if _, found := d.lines[line.Name()]; !found { // an id comes before a name
			d.lines[line.Name()] = line
		}
		if id := dataset.Lookup(line.Text, key).String(); id != "" {
			d.lines[id] = line
		}
	}
	return d, f.Close()
}

// where returns the place of the truth of a case.
func (d *Data) where(id string) string {
	switch {
	case d == nil:
		return id
	case d.Folder:
		return filepath.ToSlash(dataset.Place{Path: d.name, Folder: true}.TruthOf(id))
	}
	return d.lines[id].Where(d.name)
}

// texts returns the possible texts of the document of a case: the text in the data set, and the input if it is text. In a
// folder a file of JSON is also text.
func (d *Data) texts(id string) (all []string) {
	if d == nil {
		return nil
	}
	for _, key := range []string{"text", "input"} {
		if v := gjson.GetBytes(d.lines[id].Text, key); v.Type == gjson.String {
			all = append(all, v.Str)
		} else if d.Folder && v.IsObject() {
			all = append(all, v.Raw)
		}
	}
	return all
}
