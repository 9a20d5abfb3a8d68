package runs

import (
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// Labelled are the sources of a run that have the same labels.
type Labelled struct {
	Labels  map[string]string
	Sources []artifact.Source
	// Datasets are the names of the first data set of each source.
	Datasets []string
}

// ByLabels divides the sources of a run by their labels, and keeps their order. Artifacts of one data set with different labels are
// different runs of it, not parts of one run. A source that cannot be read has no labels.
func ByLabels(sources []artifact.Source) (parts []Labelled) {
	index := map[string]int{}
	for _, s := range sources {
		labels, dataset := headOf(s)
		text := words.Labels(labels)
		if _, ok := index[text]; !ok {
			index[text] = len(parts)
			parts = append(parts, Labelled{Labels: labels})
		}
		part := &parts[index[text]]
		part.Sources, part.Datasets = append(part.Sources, s), append(part.Datasets, dataset)
	}
	return parts
}

// headOf returns the labels and the name of the first data set in a source.
func headOf(s artifact.Source) (labels map[string]string, dataset string) {
	if s.Open == nil {
		return nil, ""
	}
	f, err := s.Open()
	if err != nil {
		return nil, ""
	}
	defer f.Close()
	for r := artifact.NewReader(f, s.Name); r.Scan(); {
		switch record := r.Record().(type) {
		case *report.Run:
			labels = record.Labels
		case *report.Dataset:
			return labels, record.Name
		case *report.Case, *report.End:
			return labels, ""
		}
	}
	return labels, ""
}
