package artifact

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/report/artifact/internal/marker"
)

// brokenRuns returns a source for each run that only its marker accounts for: the run was not closed, failed outside of
// its data sets, or recorded none. It returns one for each suite that skipped itself, too. Each source is a data set that
// is Broken.
func brokenRuns(markers []marker.Marker, found []*listed) (sources []Source) {
	for i := range markers {
		m := &markers[i]
		if why := m.Failure(); why != "" && !(m.Empty && holds(found, func(l *listed) bool { return l.pkg == m.Package })) {
			sources = append(sources, broken(m, "(run)", why))
		}
		for _, s := range m.Skipped {
			since := func(l *listed) bool {
				return l.pkg == m.Package && l.test == s.Test && !l.start.Before(m.Start)
			}
			if !holds(found, since) {
				sources = append(sources, broken(m, s.Test, fmt.Sprintf("%s skipped itself before its first case in %s: %s", s.Test, m, s.Why)))
			}
		}
	}
	return sources
}

// holds reports whether is returns true for one of the artifacts, whose head has been read.
func holds(found []*listed, is func(*listed) bool) bool {
	return slices.ContainsFunc(found, func(l *listed) bool {
		if l.pkg == "" {
			l.look()
		}
		return is(l)
	})
}

// broken returns a source that holds one data set, which is Broken for the reason why.
func broken(m *marker.Marker, dataset, why string) Source {
	return Source{
		Name: m.Path, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("")), nil },
		evidence: &Key{Package: m.Package, Dataset: dataset, Repetition: 1},
		doubt:    fmt.Errorf("%s: %s", m.Path, why),
	}
}
