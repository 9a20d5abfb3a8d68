package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
)

// unknownSlice returns an error for a computed slice by an attribute that the data set does not have, naming the nearest.
// With open the attribute may still come, as in [Gate.CheckLimits].
func (s *Summary) unknownSlice(l Limit, open bool) error {
	c, err := dataset.ParseCondition(l.Slice)
	if l.Slice == "" || err != nil || !c.Computed {
		return nil
	}
	names := s.computed()
	measure, attribute, _ := strings.Cut(c.Name, " of ")
	_, impossible := paths.Collection(attribute) // a list is written without its mark
	if measure != dataset.Rows {
		impossible = paths.InItems(attribute) // a case has many of these values
	}
	switch {
	case slices.Contains(names, c.Name), open && !impossible && s.mayHave(fieldMetric(attribute)):
		return nil
	case measure == dataset.Rows && !impossible && slices.ContainsFunc(s.Attributes, func(a Attribute) bool { return a.Attribute == attribute }):
		return nil // a list that is empty in all cases, of a spec without fields
	}
	own := slices.DeleteFunc(names, func(name string) bool { return !strings.HasPrefix(name, dataset.MeasureOf(measure, "")) })
	return fmt.Errorf("report: gate: limit on %s: data set %q has no %q%s (there %s)", l.where(), s.Dataset, c.Name, hintOf(c.Name, own), thereAreSlices(own))
}

func thereAreSlices(names []string) string {
	if len(names) == 0 {
		return "are none of this kind"
	}
	return thereAre(names)
}

// computed returns the names of the computed slices of a data set. Before the first case, only the fields of items name their list.
func (s *Summary) computed() (names []string) {
	lists := map[string]bool{"": true} // that are among names, and the document
	for _, a := range s.Attributes {
		for end := range a.Attribute {
			if _, mark := paths.Collection(a.Attribute[:end+1]); mark && !lists[a.Attribute[:end-1]] {
				lists[a.Attribute[:end-1]] = true
				names = append(names, dataset.MeasureOf(dataset.Rows, a.Attribute[:end-1]))
			}
		}
		if !paths.InItems(a.Attribute) && a.Attribute != metrics.InventedAttribute {
			names = append(names, dataset.MeasureOf(dataset.Presence, a.Attribute))
		}
	}
	for i := range s.Classes {
		if !paths.InItems(s.Classes[i].Attribute) {
			names = append(names, dataset.MeasureOf(dataset.Class, s.Classes[i].Attribute))
		}
	}
	return append(names, dataset.MeasureNames()...)
}

// nothingIn says that no case is in the slice of a limit, and which slice was perhaps meant.
func (l Limit) nothingIn(s *Summary) string {
	c, err := dataset.ParseCondition(l.Slice)
	if err == nil && c.Computed {
		return fmt.Sprintf("no case that was scored has %s, on which %s is limited%s", l.Slice, l.Metric, s.classMeant(c))
	}
	return fmt.Sprintf("no case that was scored has the tag %s, on which %s is limited%s", l.Slice, l.Metric, words.Hint(c.Name, s.computed()))
}

// classMeant returns the hint at the class that is most similar to the one of a slice, "" if the field has the class or the slice is another.
func (s *Summary) classMeant(c dataset.Condition) string {
	for i := range s.Classes {
		if c.Name != dataset.MeasureOf(dataset.Class, s.Classes[i].Attribute) {
			continue
		}
		names := arithmetic.Each(s.Classes[i].Classes, func(row Attribute) string { return row.Attribute })
		if !slices.Contains(names, c.Text) {
			return words.Hint(c.Text, names)
		}
	}
	return ""
}

// names returns the names of the attributes of a data set, in their order.
func (s Summary) names() []string {
	names := arithmetic.Each(s.Attributes, func(a Attribute) string { return a.Attribute })
	return names
}

// mayHave reports whether a metric of a field may come with the documents. It may if the spec names no fields, if it
// names the field or one above it, or if the field is a row of items, of invented keys or of a packet.
func (s *Summary) mayHave(metric string) bool {
	name, field, ok := strings.Cut(metric, " of ")
	if ok && name == "jaccard" && !paths.InItems(field) {
		return false // it is of lists and sets
	}
	if !ok || !ofTruth(metric) && (s.Stability == nil || !ofField(metric, stability...)) {
		return false
	}
	if _, items := paths.Collection(field); items || len(s.Attributes) == 0 || strings.HasPrefix(field, "(") {
		return true // rows of items and invented keys are in no spec
	}
	for _, row := range []string{"pages", "starts"} { // of a packet
		list, ok := strings.CutSuffix(field, row)
		if ok && slices.ContainsFunc(s.Attributes, func(a Attribute) bool { return strings.HasPrefix(a.Attribute, strings.TrimSuffix(list, ".")+"[].") }) {
			return true
		}
	}
	return slices.ContainsFunc(s.Attributes, func(a Attribute) bool {
		return paths.Covers(a.Attribute, field)
	})
}

// thereAre returns the end of a sentence that begins with "there": the first 20 of some fields, or that there are none.
func thereAre(fields []string) string {
	switch len(fields) {
	case 0:
		return "are no fields: no case was scored"
	case 1:
		return "is " + words.Quoted(fields, 1, "")
	}
	return "are " + words.Quoted(fields, 20, "")
}
