package summarize

import (
	"fmt"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/report"
)

// addOrigins adds the origins of one case to the attributes that it has counts of.
func (s *Summarizer) addOrigins(t *trialSums, rows []report.OriginRow) {
	for i := range rows {
		if at, known := t.index[rows[i].Attribute]; known {
			a := t.rows[at]
			a.origins = plusOrigins(a.origins, rows[i].Origins)
		}
	}
}

// origins returns the origins of the mistakes in an attribute in a trial.
func (t *trialView) origins(attribute string) report.Origins {
	if at, known := t.sums.index[attribute]; known {
		return t.sums.rows[at].origins
	}
	return report.Origins{}
}

// originFacts returns the origins in order of the names of attributes.
func (t *trialSums) originFacts() (rows []report.OriginRow) {
	for _, name := range slices.Sorted(maps.Keys(t.index)) {
		if o := t.rows[t.index[name]].origins; o != (report.Origins{}) {
			rows = append(rows, report.OriginRow{Attribute: name, Origins: o})
		}
	}
	return rows
}

// addOriginFacts adds the origins in the facts of a trial whose counts were added before.
func (s *Summarizer) addOriginFacts(t *trialSums, rows []report.OriginRow) error {
	for _, row := range rows {
		at, known := t.index[row.Attribute]
		if !known || t.rows[at].origins != (report.Origins{}) {
			return fmt.Errorf("origins of %q: want an attribute with counts, each once", row.Attribute)
		}
		for _, of := range source.Origins() {
			if n := row.Of(of); n < 0 {
				return fmt.Errorf("%s of %q is %d", of, row.Attribute, n)
			}
		}
		t.rows[at].origins = row.Origins
	}
	return nil
}

// plusOrigins returns the sum of o and p.
func plusOrigins(o, p report.Origins) report.Origins {
	return report.Origins{
		Misread: o.Misread + p.Misread, Picked: o.Picked + p.Picked, MadeUp: o.MadeUp + p.MadeUp,
		Overlooked: o.Overlooked + p.Overlooked, NotInSource: o.NotInSource + p.NotInSource,
	}
}
