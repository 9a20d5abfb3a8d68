package pairing

import (
	"math"
	"strings"

	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// leaf is a value in the lists of an item, with its key in the innermost object.
type leaf struct {
	key, text string
	long      bool
}

// leaves are the values in a nested list of each item.
type leaves struct {
	of      []map[leaf]bool
	holders map[leaf]int // the items that have it
}

func leavesOf(r *inners, fields []Field) leaves {
	all := leaves{make([]map[leaf]bool, len(r.texts)), map[leaf]int{}}
	for i := range r.texts {
		all.of[i] = map[leaf]bool{}
		r.addLeaves(all.of[i], i, fields)
		for found := range all.of[i] {
			all.holders[found]++
		}
	}
	return all
}

// addLeaves adds the values in the rows of an item.
func (r *inners) addLeaves(all map[leaf]bool, item int, fields []Field) {
	for _, row := range r.rows[item] {
		for k, v := range r.Row(row) {
			f := &fields[k]
			if rows := r.innerOf(k); rows != nil {
				rows.addLeaves(all, row, f.Inner.Fields)
				continue
			}
			name := f.Text
			if name == "" && r.Keys != nil {
				name = r.Keys[row]
			}
			for key, value := range f.Words.Leaves(name, v, func() bool { return false }) {
				found := leaf{key: key, text: number.Canonical(compare.Fold(value.Text()))}
				if value.Kind() != document.String {
					found.text = canonical(value)
				}
				found.long = isLong(value, found.text)
				all[found] = true
			}
		}
	}
}

// isLong reports whether a value with a text, which may be quoted, is longer than shortLength.
func isLong(v document.Value, text string) bool {
	return v.Kind() != document.Bool && len(strings.Trim(text, `"`)) > shortLength
}

// nested reports whether a field is a list or a map, whose values tell items apart.
func (f *Field) nested() bool { return f.Inner != nil && !f.Set && !f.Aside }

// leastWithin is the least number of values in a nested list by which two items are paired.
const leastWithin = 2

// chanceWithin returns the chance that two strangers share the values of a nested list that items i and j share. It multiplies
// longChance or shortChance for each shared value that no other item has, and passes the product to chanceAlone. It is 1 if
// there are fewer than leastWithin such values, if the items share less than half of the values of the truth there, or if the
// field is not a nested list.
func (l *remainder) chanceWithin(field, i, j int) float64 {
	if !l.list.Fields[field].nested() {
		return 1
	}
	if l.gotWithin == nil {
		l.gotWithin, l.wantWithin = make([]leaves, l.got.Width), make([]leaves, l.got.Width)
	}
	if l.gotWithin[field].of == nil {
		inner := l.list.Fields[field].Inner.Fields
		l.gotWithin[field], l.wantWithin[field] = leavesOf(l.got.inner[field], inner), leavesOf(l.want.inner[field], inner)
	}
	got, want := &l.gotWithin[field], &l.wantWithin[field]
	both, long, short := 0, 0, 0 // values, and those that no other item has
	for value := range want.of[j] {
		if got.of[i][value] {
			both++
			switch alone := got.holders[value] == 1 && want.holders[value] == 1; {
			case alone && value.long:
				long++
			case alone:
				short++
			}
		}
	}
	if long+short < leastWithin || !compare.Reaches(float64(both), leastTold*float64(len(want.of[j]))) {
		return 1
	}
	return l.chanceAlone(field, math.Pow(longChance, float64(long))*math.Pow(shortChance, float64(short)))
}
