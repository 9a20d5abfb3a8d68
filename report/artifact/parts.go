package artifact

import (
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// parts finds cases that are in two parts of one data set, such as when the file of parts changed between the runs of
// both: the held-out part then has documents on which the system was tuned.
type parts struct {
	byHash   map[wholeName]map[uint64]*Set // sets by the hashes of their cases and documents
	reported map[[2]*Set]bool
}

// wholeName names a data set without its part.
type wholeName struct{ pkg, source, dataset string }

// addCase adds a case. If another part has it, or a copy of its document, add adds a problem to both data sets.
func (p *parts) addCase(s *Section, c *report.Case) {
	ds := &s.Dataset
	if ds.Part == "" {
		return
	}
	if p.byHash == nil {
		p.byHash, p.reported = map[wholeName]map[uint64]*Set{}, map[[2]*Set]bool{}
	}
	key := wholeName{s.Run.Package, ds.Source, strings.TrimSuffix(ds.Name, " ("+ds.Part+")")}
	if p.byHash[key] == nil {
		p.byHash[key] = map[uint64]*Set{}
	}
	hashes := []uint64{stats.DocumentHash("id " + c.ID)}
	if c.DocumentHash != "" {
		hashes = append(hashes, stats.DocumentHash("document "+c.DocumentHash))
	}
	for _, h := range hashes {
		first := p.byHash[key][h]
		if first == nil {
			p.byHash[key][h] = s.Set
			continue
		}
		pair := [2]*Set{first, s.Set}
		if first.Dataset.Part == ds.Part || p.reported[pair] {
			continue
		}
		p.reported[pair] = true
		for i, set := range pair {
			other := pair[1-i]
			set.Problems.append(fmt.Errorf("report: data set %q: case %q, or a copy of its document, is in part %s, too (%s): run both parts again by one file of parts, see evalreport data split",
				set.Dataset.Name, c.ID, other.Dataset.Part, other.Files[0]))
		}
	}
}
