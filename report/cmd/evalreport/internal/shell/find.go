package shell

import (
	"encoding/json"
	"fmt"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// Record is a record of a case with its position.
type Record struct {
	Run     report.Run
	Dataset string
	Line    int
	Case    report.Case
}

// maxOthers bounds the number of ids that are searched for a suggestion.
const maxOthers = 1_000_000

// Find calls use with each record of a case. It does not decode the records of other cases,
// but adds their ids to others.
func Find(from artifact.Source, id string, others *[]string, use func(*Record) error) error {
	var found []*Record
	_, err := artifact.Walk(from, artifact.Visitor{
		Brief: true,
		Case: func(s *artifact.Section, c *report.Case, at artifact.Place) error {
			if c.ID == id {
				found = append(found, &Record{Run: s.Run, Dataset: s.Dataset.Name, Line: at.Line})
			} else if len(*others) < maxOthers {
				*others = append(*others, c.ID)
			}
			return nil
		},
	})
	if err != nil || len(found) == 0 {
		return err
	}
	f, err := from.Open()
	if err != nil {
		return err
	}
	defer f.Close()
	again := files.NewLines(f)
	for _, r := range found {
		line, err := again.At(r.Line)
		if err != nil {
			return fmt.Errorf("%s:%d: reading it again: %w", from.Name, r.Line, err)
		}
		if err := json.Unmarshal(line, &r.Case); err != nil {
			return fmt.Errorf("%s:%d: %w", from.Name, r.Line, err)
		}
		if err := use(r); err != nil {
			return err
		}
	}
	return nil
}
