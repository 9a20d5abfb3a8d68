package report

import (
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Origins is how many mistakes come from where, as far as the texts of the documents tell;
// see [source.Origin]. It is all 0 where no text is known.
type Origins struct {
	Misread     int `json:"misread,omitzero"`
	Picked      int `json:"picked,omitzero"`
	MadeUp      int `json:"made_up,omitzero"`
	Overlooked  int `json:"overlooked,omitzero"`
	NotInSource int `json:"not_in_source,omitzero"`
}

// OriginRow holds the origins of the mistakes in one attribute.
type OriginRow struct {
	Attribute string `json:"attribute"`
	Origins
}

// at returns the number of one origin, nil for an unknown origin.
func (o *Origins) at(of source.Origin) *int {
	switch of {
	case source.Misread:
		return &o.Misread
	case source.Picked:
		return &o.Picked
	case source.MadeUp:
		return &o.MadeUp
	case source.Overlooked:
		return &o.Overlooked
	case source.NotInSource:
		return &o.NotInSource
	}
	return nil
}

// Of returns the number of one origin, 0 for an unknown origin.
func (o Origins) Of(of source.Origin) int {
	if n := o.at(of); n != nil {
		return *n
	}
	return 0
}

// originsOf counts where the mistakes of a result come from, by attribute.
func originsOf(fields []eval.FieldResult) (rows []OriginRow) {
	var at map[string]int
	for i := range fields {
		f := &fields[i]
		if f.Origin == "" {
			continue
		}
		k, known := at[f.Attribute]
		if !known {
			if at == nil {
				at = map[string]int{}
			}
			k = len(rows)
			at[f.Attribute] = k
			rows = append(rows, OriginRow{Attribute: f.Attribute})
		}
		if n := rows[k].at(f.Origin); n != nil {
			*n++
		}
	}
	return rows
}
