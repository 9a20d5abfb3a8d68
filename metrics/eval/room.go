package eval

import "github.com/extracteval/extracteval/metrics"

// emptied returns a result without anything in it that has the room of r, unless r was
// of so large a document that others need a part of it at most.
func (r *Result) emptied() Result {
	const most = 10_000
	if cap(r.Fields) > most {
		return Result{}
	}
	return Result{Hits: r.Hits[:0], Misses: r.Misses[:0], Fields: r.Fields[:0], Table: metrics.Table{Attributes: r.Table.Attributes[:0]}}
}

// makeRoom gives an empty result the room for a document with so many leaves and rows. It
// reports whether there may be something in the room for fields, of another document.
func (r *Result) makeRoom(leaves, rows int) (used bool) {
	used = cap(r.Fields) > 0
	if !used && leaves == rows && 0 < leaves && leaves <= maxTogether {
		r.together(leaves)
		return false
	}
	if r.Fields == nil || cap(r.Fields) < leaves {
		r.Fields, used = make([]FieldResult, 0, leaves), false
	}
	if r.Hits == nil || cap(r.Hits) < leaves {
		r.Hits = make([]string, 0, leaves)
	}
	if r.Table.Attributes == nil || cap(r.Table.Attributes) < rows {
		r.Table.Attributes = make([]metrics.Row, 0, rows)
	}
	return used
}

// maxTogether is how many fields a document has at most whose lists are together.
const maxTogether = 20

// together gives a result room for n fields, hits and rows in one piece of memory: three
// take longer to allocate, that of fields alone being of a size that the runtime wastes much
// of. Who keeps one of the lists keeps all.
func (r *Result) together(n int) {
	switch {
	case n <= 4:
		m := new(struct {
			fields [4]FieldResult
			hits   [4]string
			rows   [4]metrics.Row
		})
		r.Fields, r.Hits, r.Table.Attributes = m.fields[:0], m.hits[:0], m.rows[:0]
	case n <= 7:
		m := new(struct {
			fields [7]FieldResult
			hits   [7]string
			rows   [7]metrics.Row
		})
		r.Fields, r.Hits, r.Table.Attributes = m.fields[:0], m.hits[:0], m.rows[:0]
	case n <= 10:
		m := new(struct {
			fields [10]FieldResult
			hits   [10]string
			rows   [10]metrics.Row
		})
		r.Fields, r.Hits, r.Table.Attributes = m.fields[:0], m.hits[:0], m.rows[:0]
	case n <= 14:
		m := new(struct {
			fields [14]FieldResult
			hits   [14]string
			rows   [14]metrics.Row
		})
		r.Fields, r.Hits, r.Table.Attributes = m.fields[:0], m.hits[:0], m.rows[:0]
	default:
		m := new(struct {
			fields [maxTogether]FieldResult
			hits   [maxTogether]string
			rows   [maxTogether]metrics.Row
		})
		r.Fields, r.Hits, r.Table.Attributes = m.fields[:0], m.hits[:0], m.rows[:0]
	}
}
