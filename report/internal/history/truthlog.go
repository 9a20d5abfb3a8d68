package history

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/score"
)

// TruthLog lists the changes between two files of truths.
type TruthLog struct {
	Old TruthFile `json:"old"`
	New TruthFile `json:"new"`
	// Added and Removed are ids, in the order of the file that has them.
	Added   []string      `json:"added"`
	Removed []string      `json:"removed"`
	Renamed []TruthRename `json:"renamed"`
	// Changed are the cases whose values changed, in the order of the new file.
	Changed []TruthCase `json:"changed"`
	// Rewritten are the ids of cases whose truth has other bytes but the same values: for artifacts, such a case has
	// changed.
	Rewritten []string `json:"rewritten"`
	// Same is the number of cases in both files that are neither changed nor rewritten.
	Same int `json:"same"`
	// Fields are the changes of truths by field: in the order of the spec, else by name.
	Fields []TruthField `json:"fields"`
}

// TruthFile describes one of the files. Truths is the number of cases that have a truth. DataHash is the DataHash of the
// [report.Summary] of a run over the whole file.
type TruthFile struct {
	Name     string `json:"name"`
	Version  string `json:"version,omitzero"` // the version that the data set states; the caller of CompareTruths sets it
	Cases    int    `json:"cases"`
	Truths   int    `json:"truths"`
	DataHash string `json:"data_hash"`
}

// TruthRename is a case of which only the id changed.
type TruthRename struct {
	Old string `json:"old"`
	New string `json:"new"`
}

// TruthCase is a changed case. Old and New are its places in the files, FILE:LINE.
type TruthCase struct {
	ID      string        `json:"id"`
	Old     string        `json:"old"`
	New     string        `json:"new"`
	Changes []TruthChange `json:"changes"`
}

// TruthChange is a change at one place. Old and New are JSON texts, nil for no value.
type TruthChange struct {
	// Path is the place, with the indices of the new file. A removed row has its index in the old file.
	Path string `json:"path"`
	// Attribute is the field that the place belongs to, "lines[].amount", by its name in the spec if the spec has the
	// place.
	Attribute string `json:"attribute"`
	// Beside marks a place beside the truth: "tags.vendor".
	Beside bool            `json:"beside,omitzero"`
	Old    json.RawMessage `json:"old,omitzero"`
	New    json.RawMessage `json:"new,omitzero"`
}

// TruthField counts the changes of one field of the truths: the cases with a change, and the values that were changed, added
// and removed.
type TruthField struct {
	Attribute string `json:"attribute"`
	Cases     int    `json:"cases"`
	Changed   int    `json:"changed"`
	Added     int    `json:"added"`
	Removed   int    `json:"removed"`
	// Unnamed says that there is a spec and that it does not name the field: no number depends on the field.
	Unnamed bool `json:"unnamed,omitzero"`
}

// CompareTruths compares two files of truths. spec names the fields, nil for none. CompareTruths leaves out a line that cannot be
// used, and a second line with the same id; the problem lists these lines. An error means that a file cannot be read.
func CompareTruths(previous, next *dataset.File, format score.Lines, spec *eval.Spec) (TruthLog, score.Problem, error) {
	bad := score.Unusable()
	older, err := readTruths(previous, format, &bad)
	if err != nil {
		return TruthLog{}, bad, err
	}
	newer, err := readTruths(next, format, &bad)
	if err != nil {
		return TruthLog{}, bad, err
	}
	evaluator, err := eval.Spec{}.Compile()
	if err != nil {
		return TruthLog{}, bad, err
	}
	l := TruthLog{Old: older.file, New: newer.file, Added: []string{}, Removed: []string{}, Renamed: []TruthRename{}, Changed: []TruthCase{}, Rewritten: []string{}}
	for _, c := range older.cases {
		if newer.byID[c.id] == nil {
			l.Removed = append(l.Removed, c.id)
		}
	}
	for _, c := range newer.cases {
		other := older.byID[c.id]
		if other == nil {
			l.Added = append(l.Added, c.id)
			continue
		}
		changes := differ{evaluator: evaluator, names: fieldNamesOf(spec)}.compare(other, c)
		switch {
		case len(changes) > 0:
			l.Changed = append(l.Changed, TruthCase{c.id, other.location, c.location, changes})
		case !bytes.Equal(other.truth.Raw(), c.truth.Raw()):
			l.Rewritten = append(l.Rewritten, c.id)
		default:
			l.Same++
		}
	}
	l.rename(older, newer)
	l.count(spec)
	return l, bad, nil
}

// rename turns an added and a removed case into a renamed one if their lines differ only in the id, and no other added
// or removed case has such a line.
func (l *TruthLog) rename(older, newer truthSide) {
	old, new := older.byContent(l.Removed), newer.byContent(l.Added)
	for _, id := range slices.Clone(l.Added) {
		content := newer.byID[id].content()
		if len(new[content]) != 1 || len(old[content]) != 1 {
			continue
		}
		source := old[content][0]
		l.Renamed = append(l.Renamed, TruthRename{source, id})
		l.Added = slices.DeleteFunc(l.Added, func(other string) bool { return other == id })
		l.Removed = slices.DeleteFunc(l.Removed, func(other string) bool { return other == source })
	}
}

// truthSide is one of the files.
type truthSide struct {
	file  TruthFile
	cases []*truthLine
	byID  map[string]*truthLine
}

// truthLine is the line of a case. truth is the missing value if the line has no truth. others has the values of the line
// beside the truth, without the id.
type truthLine struct {
	id, location string
	truth        document.Value
	others       document.Value
}

// content returns a text that is equal for lines that differ only in the id.
func (l *truthLine) content() string {
	return string(l.others.AppendCanonical(nil)) + "\n" + string(l.truth.AppendCanonical(nil))
}

// byContent returns ids by the content of their lines.
func (s truthSide) byContent(ids []string) map[string][]string {
	all := map[string][]string{}
	for _, id := range ids {
		content := s.byID[id].content()
		all[content] = append(all[content], id)
	}
	return all
}

func readTruths(f *dataset.File, format score.Lines, bad *score.Problem) (truthSide, error) {
	s := truthSide{file: TruthFile{Name: f.Name()}, byID: map[string]*truthLine{}}
	lines := f.Lines()
	hash := uint64(0)
	for text, err := range lines.All() {
		if err != nil {
			return s, err
		}
		location := lines.Where(text)
		c, err := readTruthLine(text, format)
		if err == nil && s.byID[c.id] != nil {
			err = fmt.Errorf("the id %q appears twice, first at %s", c.id, s.byID[c.id].location)
		}
		if err != nil {
			bad.Add(fmt.Sprintf("%s: %v", location, err))
			continue
		}
		c.location = location
		s.cases = append(s.cases, c)
		s.byID[c.id] = c
		s.file.Cases++
		if c.truth.Exists() {
			s.file.Truths++
			hash += traits.HashNumber(report.DataHash(c.id, c.truth.Raw()))
		}
	}
	if err := lines.Nothing(); err != nil {
		bad.Add(err.Error())
	}
	s.file.DataHash = fmt.Sprintf("%016x", hash)
	return s, nil
}

// readTruthLine reads a line. A line without an id gets the same id as in a suite, line-N.
func readTruthLine(line dataset.Line, format score.Lines) (*truthLine, error) {
	text := line.Text
	whole, err := dataset.Parse(text)
	if err != nil {
		return nil, err
	}
	key := cmp.Or(format.Key, "id")
	c := &truthLine{id: line.Name()}
	if whole.Member(key).Exists() {
		if c.id, err = format.ID(text); err != nil {
			return nil, err
		}
	}
	wrapped := whole.Member("want").Exists()
	if wrapped || format.Labelled(text) {
		truth, _, _ := format.Values(text, nil)
		if c.truth, err = document.Parse(truth); err != nil {
			return nil, err
		}
	}
	if c.truth.Kind() == document.Null && !format.NullTruths {
		c.truth = document.Value{}
	}
	bare := !wrapped && c.truth.Exists()
	rest := []byte{'{'}
	for name, value := range whole.LastMembers() {
		if bare || name == key || name == "want" {
			continue
		}
		if len(rest) > 1 {
			rest = append(rest, ',')
		}
		rest = append(append(gjson.AppendJSONString(rest, name), ':'), value.Raw()...)
	}
	c.others, err = document.Parse(append(rest, '}'))
	return c, err
}

// count fills in Fields.
func (l *TruthLog) count(spec *eval.Spec) {
	l.Fields = []TruthField{}
	index := map[string]int{}
	for _, c := range l.Changed {
		input := map[string]bool{}
		for _, change := range c.Changes {
			if change.Beside {
				continue
			}
			i, ok := index[change.Attribute]
			if !ok {
				i = len(l.Fields)
				index[change.Attribute] = i
				l.Fields = append(l.Fields, TruthField{Attribute: change.Attribute})
			}
			f := &l.Fields[i]
			if !input[change.Attribute] {
				input[change.Attribute] = true
				f.Cases++
			}
			switch {
			case change.Old == nil:
				f.Added++
			case change.New == nil:
				f.Removed++
			default:
				f.Changed++
			}
		}
	}
	names := fieldNamesOf(spec)
	rank := map[string]int{}
	for i := range l.Fields {
		f := &l.Fields[i]
		rank[f.Attribute] = names.rank(f.Attribute)
		f.Unnamed = spec != nil && f.Attribute != paths.Document && rank[f.Attribute] == len(names)
	}
	slices.SortFunc(l.Fields, func(a, b TruthField) int {
		return cmp.Or(rank[a.Attribute]-rank[b.Attribute], cmp.Compare(a.Attribute, b.Attribute))
	})
}
