package shell

import (
	"maps"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/internal/accept"
)

// CheckClasses returns an error for an unknown class.
func CheckClasses(classes []string) error {
	valid := []string{metrics.Wrong.String(), metrics.Missing.String(), metrics.Hallucinated.String(), metrics.Invented.String(), metrics.Errored.String()}
	for _, class := range source.Classes() {
		if !slices.Contains(valid, string(class)) {
			valid = append(valid, string(class))
		}
	}
	for _, class := range classes {
		if !slices.Contains(valid, class) {
			return Errorf("-class is %q, want one of %s%s", class, strings.Join(valid, ", "), words.Hint(class, valid))
		}
	}
	return nil
}

// wants reports whether a change of a chosen case is chosen, too.
func (a *Acceptance) wants(c *accept.Change) bool {
	named := slices.Contains(a.Classes, c.Outcome.String()) || slices.Contains(a.Classes, c.Class)
	if len(a.Classes) > 0 && !named || len(a.Fields) > 0 && !a.inFields(c) {
		return false
	}
	return named || a.Asked || c.Outcome != metrics.Missing && c.Outcome != metrics.Errored
}

func (a *Acceptance) inFields(c *accept.Change) bool { return slices.ContainsFunc(a.Fields, c.In) }

// know adds the fields of a record to the known names.
func (a *Acceptance) know(record *report.Case) {
	if len(a.Fields) == 0 {
		return
	}
	for i := range record.Fields {
		f := &record.Fields[i]
		name := f.Attribute
		if name == metrics.InventedAttribute {
			name = paths.General(f.Path)
		}
		a.names[name] = true
	}
}

// knows returns an error if neither the spec nor a record has the field, whatever its
// index.
func (a *Acceptance) knows(field string) error {
	names := slices.Sorted(maps.Keys(a.names))
	general := paths.General(field)
	if slices.ContainsFunc(names, func(name string) bool { return (&accept.Change{Path: name}).In(general) }) {
		return nil
	}
	return Errorf("-field is %q, and neither the spec nor a record has it%s", field, words.Hint(general, names))
}
