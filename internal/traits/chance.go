package traits

import (
	"cmp"
	"iter"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
)

// MostExpected bounds the number of pairs of equal truths that are expected by chance: below it, equal truths are taken
// for copies.
const MostExpected = 0.05

// value is the hash of an attribute, and a hash of the values that a truth has for it.
type value [2]uint64

// truthOf returns the values of a truth, by attribute, from the compared leaves. It does not depend on the answer or on
// the order in which lists were aligned. It is empty if the record has no values.
func truthOf(c *report.Case) []value {
	var all []value
	for attribute, want := range wants(c) {
		if want == "" || want == "null" {
			continue
		}
		name := stats.DocumentHash(attribute)
		position, found := slices.BinarySearchFunc(all, name, func(v value, name uint64) int { return cmp.Compare(v[0], name) })
		if !found {
			all = slices.Insert(all, position, value{name})
		}
		all[position][1] += arithmetic.Mix(stats.DocumentHash(want)) // in any order
	}
	return all[:min(len(all), mostValues)]
}

// wants yields the attributes of the compared leaves, and their values in the truth.
func wants(c *report.Case) iter.Seq2[string, string] {
	return func(yield func(attribute, want string) bool) {
		for i := range c.Fields {
			if !yield(c.Fields[i].Attribute, string(c.Fields[i].Want)) {
				return
			}
		}
		if c.Line != "" {
			gjson.Get(c.Line, "fields").ForEach(func(_, r gjson.Result) bool { return yield(r.Get("attribute").Str, r.Get("want").Raw) })
		}
	}
}

// tellsLittle reports whether a truth has values for fewer than two attributes, such as the truth of a blank page, or
// of a letter among invoices, which has only its class. In any data set, chance makes pairs of such truths equal (see
// [expected]), however rare the other values are.
func tellsLittle(c *report.Case) bool {
	fields, first := 0, ""
	for attribute, want := range wants(c) {
		fields++
		switch {
		case want == "" || want == "null" || want == `""`:
		case first == "":
			first = attribute
		case attribute != first:
			return false
		}
	}
	return fields > 0
}

// mostValues bounds the attributes of a truth that are compared: the attributes with the smallest hashes. More would
// only make equal truths less likely.
const mostValues = 32

// expected returns how many pairs of the cases would have equal truths if the fields were independent: the number of
// pairs times, for each field, the share of the pairs of different truths that agree in it. Different truths cannot
// agree in all fields, so these shares are too small if there are few truths or fields: each share therefore counts one
// more pair, which agrees.
func expected(cases int, truths []unit) float64 {
	pairs := func(n int) float64 { return float64(n) * float64(n-1) / 2 }
	values := map[uint64]map[uint64]int{} // truths with a value, by attribute
	for i := range truths {
		for _, v := range truths[i].Truth {
			if values[v[0]] == nil {
				values[v[0]] = map[uint64]int{}
			}
			values[v[0]][v[1]]++
		}
	}
	all := pairs(len(truths))
	var shares []float64
	for _, counts := range values {
		distinct, agree := len(truths), 0.0
		for _, n := range counts {
			distinct -= n
			agree += pairs(n)
		}
		shares = append(shares, (agree+pairs(distinct)+1)/(all+1))
	}
	slices.Sort(shares) // the order of a map is random, and rounding should be the same each time
	n := pairs(cases)
	for _, share := range shares {
		n *= share
	}
	return n
}
