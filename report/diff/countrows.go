package diff

import (
	"encoding/binary"
	"iter"
	"strings"

	"github.com/extracteval/extracteval/metrics"
)

// fieldNames numbers the attributes of all data sets of both runs.
type fieldNames struct {
	ids   map[string]int
	names []string
	items []bool // whole items of a list
}

func (f *fieldNames) id(name string, items bool) int {
	id, ok := f.ids[name]
	if !ok {
		name = strings.Clone(name) // not the line it is in
		id = len(f.names)
		if f.ids == nil {
			f.ids = map[string]int{}
		}
		f.ids[name] = id
		f.names, f.items = append(f.names, name), append(f.items, false)
	}
	f.items[id] = f.items[id] || items
	return id
}

// countRows numbers the distinct rows of counts that cases have. Most cases share
// theirs with others: everything right, or one field wrong.
type countRows struct {
	fields *fieldNames
	ids    map[string]uint32
	rows   []string
	buf    []byte
}

// id returns the number of a case's counts.
func (t *countRows) id(counts []metrics.Row) uint32 {
	t.buf = t.buf[:0]
	for i := range counts {
		r := &counts[i]
		var present byte
		for b, o := range outcomes {
			if r.Counts.Of(o) > 0 {
				present |= 1 << b
			}
		}
		if present == 0 {
			continue
		}
		t.buf = binary.AppendUvarint(t.buf, uint64(t.field(i, r)))
		t.buf = append(t.buf, present)
		for _, o := range outcomes {
			if n := r.Counts.Of(o); n > 0 {
				t.buf = binary.AppendUvarint(t.buf, uint64(n))
			}
		}
	}
	id, ok := t.ids[string(t.buf)]
	if !ok {
		if t.ids == nil {
			t.ids = map[string]uint32{}
		}
		row := string(t.buf)
		id = uint32(len(t.rows))
		t.ids[row] = id
		t.rows = append(t.rows, row)
	}
	return id
}

// field returns the number of the attribute of row i. Cases mostly have the same
// rows in the same order, so the number i is tried first.
func (t *countRows) field(i int, r *metrics.Row) int {
	if f := t.fields; i < len(f.names) && f.names[i] == r.Attribute {
		f.items[i] = f.items[i] || r.Items
		return i
	}
	return t.fields.id(r.Attribute, r.Items)
}

var outcomes = metrics.Outcomes()

// all returns the fields of a row with their counts.
func (t *countRows) all(id uint32) iter.Seq2[int, metrics.Counts] {
	return func(yield func(int, metrics.Counts) bool) {
		for row := t.rows[id]; row != ""; {
			var field, present int
			field, row = uvarint(row)
			present, row = int(row[0]), row[1:]
			var n [7]int
			for b := range n {
				if present&(1<<b) != 0 {
					n[b], row = uvarint(row)
				}
			}
			if !yield(field, metrics.Counts{
				Match: n[0], CorrectAbsence: n[1], Wrong: n[2], Missing: n[3], Hallucinated: n[4], Invented: n[5], Errored: n[6],
			}) {
				return
			}
		}
	}
}

// uvarint is binary.Uvarint for strings that countRows has written.
func uvarint(s string) (int, string) {
	n, shift := 0, 0
	for i := range len(s) {
		n |= int(s[i]&0x7f) << shift
		if s[i] < 0x80 {
			return n, s[i+1:]
		}
		shift += 7
	}
	return n, ""
}
