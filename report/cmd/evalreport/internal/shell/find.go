package shell

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/runs"
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
func Find(source artifact.Source, id string, others *[]string, use func(*Record) error) error {
	var found []*Record
	_, err := artifact.Walk(source, artifact.Visitor{
		Brief: true,
		Case: func(s *artifact.Section, c *report.Case, place artifact.Place) error {
			if c.ID == id {
				found = append(found, &Record{Run: s.Run, Dataset: s.Dataset.Name, Line: place.Line, Case: report.Case{Trial: c.Trial}})
			} else if len(*others) < maxOthers {
				*others = append(*others, c.ID)
			}
			return nil
		},
	})
	if err != nil || len(found) == 0 {
		return err
	}
	f, err := source.Open()
	if err != nil {
		return err
	}
	defer f.Close()
	lines := files.NewLines(f)
	var line []byte
	for _, r := range found {
		if lines.Number() < r.Line { // else it is one more trial of the line of a baseline
			line, err = lines.At(r.Line)
		}
		if err != nil {
			return fmt.Errorf("%s:%d: reading it again: %w", source.Name, r.Line, err)
		}
		if c := runs.ReadCase(line, id, r.Case.Trial); c != nil {
			r.Case = *c
		}
		if err := use(r); err != nil {
			return err
		}
	}
	return nil
}

// Meant returns a suggestion for the end of an error about a missing case, `; did you mean
// "inv-03"?`. It suggests an id with the same words and numbers, ignoring letter case,
// leading zeros and separators; or the last part of a test's name, TestInvoices/case/inv-03.
// It returns "" for ids that are only similar, since they are mostly other documents.
func Meant(id string, ids []string) string {
	_, ofTest, _ := strings.Cut(id, "/case/")
	for _, text := range []string{id, ofTest} {
		parts := partsOf(text)
		i := slices.IndexFunc(ids, func(other string) bool { return slices.Equal(partsOf(other), parts) })
		if len(parts) > 0 && i >= 0 {
			return fmt.Sprintf("; did you mean %q?", ids[i])
		}
	}
	return ""
}

var idPart = regexp.MustCompile(`\p{L}+|\p{N}+`)

// partsOf returns the words and numbers of an id: "inv" and "3" of INV_03.
func partsOf(id string) []string {
	parts := idPart.FindAllString(strings.ToLower(id), -1)
	for i, p := range parts {
		parts[i] = strings.TrimLeft(p, "0")
	}
	return parts
}
