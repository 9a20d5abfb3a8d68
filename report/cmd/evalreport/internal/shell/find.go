package shell

import (
	"cmp"
	"strings"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// Record is a record of a case with its position.
type Record struct {
	Run     report.Run
	Dataset string
	Line    int
	*report.Case
}

// Find calls use with each record of a case, and adds the ids of other cases to others.
func Find(from artifact.Source, id string, others *[]string, use func(Record) error) error {
	var failed error
	_, err := artifact.Walk(from, artifact.Visitor{
		Case: func(s *artifact.Section, c *report.Case, at artifact.Place) error {
			if c.ID != id {
				*others = append(*others, strings.Clone(c.ID)) // not the line that it is in
			} else if failed == nil {
				failed = use(Record{s.Run, s.Dataset.Name, at.Line, c})
			}
			return nil
		},
	})
	return cmp.Or(err, failed)
}
