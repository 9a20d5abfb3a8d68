package summarize

import "github.com/extracteval/extracteval/report"

// addOrigins adds the origins of one case to the attributes that it has counts of.
func (s *Summarizer) addOrigins(t *trialSums, rows []report.OriginRow) {
	for i := range rows {
		if index, found := t.index[rows[i].Attribute]; found {
			a := t.rows[index]
			a.origins = plusOrigins(a.origins, rows[i].Origins)
		}
	}
}

// origins returns the origins of the mistakes in an attribute in a trial.
func (t *trialView) origins(attribute string) report.Origins {
	if index, found := t.sums.index[attribute]; found {
		return t.sums.rows[index].origins
	}
	return report.Origins{}
}

// plusOrigins returns the sum of o and p.
func plusOrigins(o, p report.Origins) report.Origins {
	return report.Origins{
		Misread: o.Misread + p.Misread, Picked: o.Picked + p.Picked, MadeUp: o.MadeUp + p.MadeUp,
		Overlooked: o.Overlooked + p.Overlooked, NotInSource: o.NotInSource + p.NotInSource,
	}
}
