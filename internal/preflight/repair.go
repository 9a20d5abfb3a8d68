package preflight

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Repair returns a copy of a spec with the corrections of findings: paths that truths have in place
// of paths that they lack, match fields that pair more items, and options that comparators need.
// Findings without a remedy change nothing.
func Repair(s eval.Spec, findings []Finding) eval.Spec {
	s.Fields = repaired(s.Fields, "", findings)
	return s
}

func repaired(fields []eval.Field, prefix string, findings []Finding) []eval.Field {
	fields = slices.Clone(fields)
	for i := range fields {
		f := &fields[i]
		attribute := paths.Join(prefix, f.Path)
		if f.List != nil {
			list := *f.List
			list.Fields = repaired(list.Fields, attribute+"[]", findings)
			list.By = slices.Clone(list.By)
			for j, by := range list.By {
				for _, finding := range findings {
					if finding.Attribute == paths.Join(attribute+"[]", by) && finding.Path != "" {
						list.By[j] = finding.Path
					}
				}
			}
			f.List = &list
		}
		for _, finding := range findings {
			if finding.Attribute != attribute {
				continue
			}
			if finding.By != "" && f.List != nil {
				f.List.By = []string{finding.By} // the list is a copy
			}
			switch {
			case finding.Path != "" && f.WantPath != "":
				f.WantPath = finding.Path
			case finding.Path != "":
				f.Path = finding.Path
			}
			if finding.Option != "" && f.Set != nil {
				set := *f.Set
				set.Match = withOption(set.Match, finding.Option)
				f.Set = &set
			} else if finding.Option != "" {
				f.Match = withOption(f.Match, finding.Option)
			}
		}
	}
	return fields
}

// withOption returns a comparator with one more option, "order: dmy", and the
// comparator itself where it has no such option.
func withOption(c compare.Comparator, option string) compare.Comparator {
	key, value, _ := strings.Cut(option, ": ")
	if key == "order" && (c == nil || c == compare.Comparator(compare.Auto{})) {
		return compare.Date{Order: value}
	}
	if key == "match" {
		if other, err := compare.Parse(value, nil, nil); err == nil {
			return other
		}
		return c
	}
	name, options, err := compare.Describe(c)
	all := map[string]json.RawMessage{}
	if err != nil || json.Unmarshal(options, &all) != nil {
		return c
	}
	text := []byte(value)
	if !json.Valid(text) {
		if text, err = json.Marshal(value); err != nil {
			return c
		}
	}
	all[key] = text
	if options, err = json.Marshal(all); err != nil {
		return c
	}
	changed, err := compare.Parse(name, options, nil)
	if err != nil {
		return c
	}
	return changed
}
