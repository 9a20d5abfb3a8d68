package eval_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

const materials = `{"lines":[
	{"no":"14","quantity":4,"part":"MS20500-428","description":"NUT, 1/4-28 UNF-3B"},
	{"no":"13","quantity":4,"part":"MS20500-1214","description":"NUT, 3/4-16 UNF-3B"},
	{"no":"11","quantity":2,"part":"MS35308-314","description":"SCREW, CAP, HEXAGON HD"},
	{"no":"10","quantity":1,"part":"GC1416639-1","description":"SHIM"}]}`

func TestDescriptionsOfOtherRows(t *testing.T) {
	for _, tt := range []struct {
		name, got string
		partners  []int    // of each row of the truth
		misses    []string // the paths
	}{
		{"two descriptions swapped", `{"lines":[
			{"no":"14","quantity":4,"part":"MS20500-428","description":"NUT, 1/4-28 UNF-3B"},
			{"no":"13","quantity":4,"part":"MS20500-1214","description":"SCREW, CAP, HEXAGON HD"},
			{"no":"11","quantity":2,"part":"MS35308-314","description":"NUT, 3/4-16 UNF-3B"},
			{"no":"10","quantity":1,"part":"GC1416639-1","description":"SHIM"}]}`,
			[]int{0, 1, 2, 3}, []string{"lines[1].description", "lines[2].description"}},
		{"three descriptions one row down", `{"lines":[
			{"no":"10","quantity":1,"part":"GC1416639-1","description":"SHIM"},
			{"no":"11","quantity":2,"part":"MS35308-314","description":"NUT, 3/4-16 UNF-3B"},
			{"no":"13","quantity":4,"part":"MS20500-1214","description":"NUT, 1/4-28 UNF-3B"},
			{"no":"14","quantity":4,"part":"MS20500-428","description":"SCREW, CAP, HEXAGON HD"}]}`,
			[]int{3, 2, 1, 0}, []string{"lines[0].description", "lines[1].description", "lines[2].description"}},
		{"two part numbers swapped", `{"lines":[
			{"no":"14","quantity":4,"part":"MS20500-1214","description":"NUT, 1/4-28 UNF-3B"},
			{"no":"13","quantity":4,"part":"MS20500-428","description":"NUT, 3/4-16 UNF-3B"},
			{"no":"11","quantity":2,"part":"MS35308-314","description":"SCREW, CAP, HEXAGON HD"},
			{"no":"10","quantity":1,"part":"GC1416639-1","description":"SHIM"}]}`,
			[]int{0, 1, 2, 3}, []string{"lines[0].part", "lines[1].part"}},
		{"the values of a row that is read twice", `{"lines":[
			{"no":"14","quantity":4,"part":"MS20500-428","description":"NUT, 1/4-28 UNF-3B"},
			{"no":"14","quantity":4,"part":"MS20500-428","description":"NUT, 3/4-16 UNF-3B"},
			{"no":"11","quantity":2,"part":"MS35308-314","description":"SCREW, CAP, HEXAGON HD"},
			{"no":"10","quantity":1,"part":"GC1416639-1","description":"SHIM"}]}`,
			[]int{0, 1, 2, 3}, []string{"lines[1].no", "lines[1].part"}},
		{"values that no row has", `{"lines":[
			{"no":"7","quantity":9,"part":"MS20500-4","description":"NUT, 1/4-28 UNF-3B"},
			{"no":"8","quantity":8,"part":"MS20500-1","description":"NUT, 3/4-16 UNF-3B"},
			{"no":"11","quantity":2,"part":"MS35308-314","description":"SCREW, CAP, HEXAGON HD"},
			{"no":"10","quantity":1,"part":"GC1416639-1","description":"SHIM"}]}`,
			[]int{0, 1, 2, 3}, []string{"lines[0].no", "lines[0].quantity", "lines[0].part", "lines[1].no", "lines[1].quantity", "lines[1].part"}},
	} {
		for _, how := range []eval.Assign{eval.Greedy, eval.Optimal} {
			rule := lines(eval.List{Assign: how, Fields: []eval.Field{{Path: "no"}, {Path: "quantity", Match: compare.Numeric{}}, {Path: "part", Match: compare.Code{}}, {Path: "description", Match: compare.Fuzzy{}}}})
			r := evaluate(t, rule, tt.got, materials)
			var partners []int
			for _, p := range r.Alignments[0].Pairs {
				partners = append(partners, p.Got)
			}
			assert.Equal(t, tt.partners, partners, "%s, %s", tt.name, how)
			var misses []string
			for _, m := range r.Misses {
				misses = append(misses, m.Path)
			}
			assert.Equal(t, tt.misses, misses, "%s, %s", tt.name, how)
		}
	}
}
