package breakdown

import (
	"cmp"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// maxSampled bounds the cases of a sample.
const maxSampled = 10_000

// sample keeps a value for each case, with the document and the unit of evidence of the case. Of more than maxSampled
// cases it keeps those with the lowest hashes of their ids: a random sample that does not depend on the order of the
// cases.
type sample[T any] struct {
	documents, units documents
	cases            int // kept or not
	kept             *arithmetic.First[sampled[T]]
}

type sampled[T any] struct {
	id, document, unit uint64
	value              T
}

// addCase adds the value of a case. cluster is the tag that joins cases, "" for none.
func (s *sample[T]) addCase(c *report.Case, cluster string, value T) {
	if s.kept == nil {
		first := arithmetic.NewFirst(maxSampled, func(a, b sampled[T]) int {
			return cmp.Or(cmp.Compare(a.id, b.id), cmp.Compare(a.document, b.document), cmp.Compare(a.unit, b.unit))
		})
		s.kept = &first
	}
	s.cases++
	s.kept.Add(sampled[T]{stats.DocumentHash(c.ID), s.documents.unitOf(c, "").Alone, s.units.unitOf(c, cluster).Alone, value})
}

// whole reports whether the values of all cases are kept.
func (s *sample[T]) whole() bool { return s.cases <= maxSampled }

// ofEach returns one value of each document and one of each unit: the value of the case with the lowest hash of its id.
func (s *sample[T]) ofEach() (documents, units []T) {
	if s.kept == nil {
		return nil, nil
	}
	document, unit := s.documents.joinedUnit(), s.units.joinedUnit()
	seen, joined := map[uint64]bool{}, map[uint64]bool{}
	for _, item := range s.kept.Sorted() {
		if number := document(item.document); !seen[number] {
			seen[number] = true
			documents = append(documents, item.value)
		}
		if number := unit(item.unit); !joined[number] {
			joined[number] = true
			units = append(units, item.value)
		}
	}
	return documents, units
}
