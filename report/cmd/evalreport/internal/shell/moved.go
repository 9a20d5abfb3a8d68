package shell

import (
	"path/filepath"
	"slices"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/accept"
)

// WatchMoved has whoever reads artifacts say of each data set that is found from here how many of its truths have changed since its
// run, once. It says nothing where values are redacted, since hashes have a key then, and of files that accept could not change.
func (in *Inputs) WatchMoved(artifacts []artifact.Source) {
	for i := range artifacts {
		said := map[int]bool{} // sections of the artifact, by number
		var data accept.Data
		var read map[string]*accept.Labels // by file, nil for one that cannot be read
		var moved []string
		judged := 0
		artifacts[i].Watch = &artifact.Visitor{
			Begin: func(s *artifact.Section) {
				data, read, moved, judged = accept.Data{}, nil, nil, 0
				if said[s.Number] {
					return
				}
				said[s.Number] = true
				if path, err := DataSet(s); err == nil && !s.Dataset.Redaction().Active() {
					if data.DataSet, err = files.OpenDataSet(path); err == nil {
						read = map[string]*accept.Labels{}
					}
				}
			},
			Case: func(_ *artifact.Section, one *report.Case, _ artifact.Place) error {
				if read == nil || one.Unlabelled || one.Trial > 1 {
					return nil
				}
				judged++
				file := data.TruthOf(one.ID)
				labels, known := read[file]
				if !known {
					labels, _ = data.Read(one.ID)
					read[file] = labels
				}
				if labels != nil && labels.Moved(one.ID, one.DataHash) {
					moved = append(moved, one.ID)
				}
				return nil
			},
			End: func(s *artifact.Section) {
				if slices.Sort(moved); len(moved) > 0 {
					in.Say("%s: %d of %s changed in %s since the run, which says nothing of them: %s; run it again", terminal.Visible(s.Dataset.Name),
						len(moved), words.Plural(judged, "truth"), terminal.Visible(filepath.ToSlash(data.Path)), words.Quoted(moved, 5, ""))
				}
			},
		}
	}
}
